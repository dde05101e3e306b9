/** The sums of a cart or an order, from its lines and amounts: each line untaxed, the total with tax. */
import type { Amount, CartLine } from './cart';
import { amountOf, cents, sumCents, type Cents } from '~/base/kernel/money';

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

type SummedLine = Pick<CartLine, 'isReward' | 'unitPrice' | 'quantity' | 'isDiscounted'> & {
  amount: Pick<Amount, 'untaxed'> | null;
};

/** Before the discount that the ERP states; what it charges where it states none. Null where it is not known. */
function grossOf({ unitPrice, quantity, isDiscounted, amount }: SummedLine): Cents | null {
  if (amount === null || (isDiscounted && unitPrice === null)) return null;
  if (!isDiscounted || unitPrice === null) return amount.untaxed;
  return cents(Math.max(amount.untaxed, amountOf(unitPrice, quantity)));
}

/** `gross`, `discount` and `rewards` come to `goods` to the cent, however the ERP rounds its lines. */
export function sumsOf(cart: {
  lines: readonly SummedLine[];
  goods: { untaxed: Cents };
  amount: Amount | null;
  delivery: { method: unknown; fees: Cents | null };
}): OrderSums {
  const { lines, goods, amount, delivery } = cart;
  const bought = lines.filter(({ isReward }) => !isReward);
  const rewarded = lines.filter(({ isReward }) => isReward);
  const rewards = sumCents(rewarded.map((line) => line.amount?.untaxed ?? cents(0)));
  const net = cents(goods.untaxed - rewards);
  const known = bought.map(grossOf);
  const gross = sumCents(known.map((one) => one ?? cents(0)));
  const isReduced =
    bought.some(({ isDiscounted }) => isDiscounted) &&
    known.every((one) => one !== null) &&
    gross > net;
  return {
    gross: isReduced ? gross : rewards < 0 ? net : null,
    discount: isReduced ? cents(net - gross) : null,
    rewards: rewards === 0 ? null : rewards,
    goods: goods.untaxed,
    shipping: delivery.method === null ? null : (delivery.fees ?? cents(0)),
    tax: amount?.tax ?? null,
    total: amount?.total ?? null,
  };
}
