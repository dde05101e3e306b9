/** The sums of a cart or an order, from its lines and amounts: each line untaxed, the total with tax. */
import type { Amount, CartLine } from './cart';
import { cents, sumCents, type Cents } from '~/kernel/money';

export interface OrderSums {
  /** Before all that is taken off below it; null where nothing is. */
  gross: Cents | null;
  /** Negative. */
  discount: Cents | null;
  /** What promotions take off; null when none does. */
  rewards: Cents | null;
  goods: Cents;
  shipping: Cents | null;
  tax: Cents | null;
  total: Cents | null;
}

export function sumsOf(cart: {
  lines: readonly (Pick<CartLine, 'isReward' | 'unitPrice' | 'quantity'> & {
    amount: Pick<Amount, 'untaxed'> | null;
  })[];
  goods: { untaxed: Cents };
  amount: Amount | null;
  delivery: { method: unknown; fees: Cents | null };
}): OrderSums {
  const { lines, goods, amount, delivery } = cart;
  const bought = lines.filter(({ isReward }) => !isReward);
  const rewarded = lines.filter(({ isReward }) => isReward);
  const net = sumCents(bought.map((line) => line.amount?.untaxed ?? cents(0)));
  const known = bought.every(({ unitPrice, amount }) => unitPrice !== null && amount !== null);
  const gross = sumCents(
    bought.map(({ unitPrice, quantity }) => cents(Math.round((unitPrice ?? 0) * quantity))),
  );
  const isDiscounted = known && gross > net;
  const rewards = sumCents(rewarded.map((line) => line.amount?.untaxed ?? cents(0)));
  return {
    gross: isDiscounted ? gross : rewards < 0 ? net : null,
    discount: isDiscounted ? cents(net - gross) : null,
    rewards: rewards === 0 ? null : rewards,
    goods: goods.untaxed,
    shipping: delivery.method === null ? null : (delivery.fees ?? cents(0)),
    tax: amount?.tax ?? null,
    total: amount?.total ?? null,
  };
}
