/** Fixed prices without tax, in cents; with fractions of a cent when the value has them and includes no tax. */
import { discountedPrice, toTenThousandths, type Cents, type UnitPrice } from '~/base/kernel/money';
import type { StatedPrice } from './price-source';

/** Computes `value / (1 + tax/100)` in exact integers, rounded half up. */
function withoutTax(value: number, taxPercent: number): Cents {
  const price = BigInt(toTenThousandths(Math.max(0, value)));
  const rate = 10_000n + BigInt(Math.round(Math.max(0, taxPercent) * 100));
  const numerator = price * 10_000n;
  const denominator = rate * 100n;
  return Number((numerator * 2n + denominator) / (denominator * 2n)) as Cents;
}

export function statedCents(value: number, price: StatedPrice, taxPercent: number): UnitPrice {
  if (price.taxIncluded) return withoutTax(value, taxPercent);
  return discountedPrice(toTenThousandths(value), []);
}
