/** Sums of a cart or an order, computed from its lines and amounts. Line sums are untaxed; the total includes tax. */
import type { Amount, CartLine } from './cart';
import { amountOf, cents, sumCents, type Cents } from '~/base/kernel/money';

export interface OrderSums {
  /** Sum of the lines before discounts and rewards; null when nothing is deducted. */
  gross: Cents | null;
  /** Sum of the discounts; negative. */
  discount: Cents | null;
  /** Deduction by promotions; null when there is none. */
  rewards: Cents | null;
  goods: Cents;
  shipping: Cents | null;
  tax: Cents | null;
  total: Cents | null;
}

type SummedLine = Pick<CartLine, 'isReward' | 'unitPrice' | 'quantity' | 'isDiscounted'> & {
  amount: Pick<Amount, 'untaxed'> | null;
};

/** Line sum before the ERP's discount, or the charged sum when there is no discount. null: unknown. */
function grossOf({ unitPrice, quantity, isDiscounted, amount }: SummedLine): Cents | null {
  if (amount === null || (isDiscounted && unitPrice === null)) return null;
  if (!isDiscounted || unitPrice === null) return amount.untaxed;
  return cents(Math.max(amount.untaxed, amountOf(unitPrice, quantity)));
}

/** `gross`, `discount` and `rewards` add up to `goods` exactly to the cent, however the ERP rounds its lines. */
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
