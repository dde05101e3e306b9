/**
 * By how much a price is reduced, in percent as it is said. Prices are rounded to the cent, so that their quotient is
 * not what was agreed: of 6 % on 6.64 it makes 6.02. What is agreed is said wherever it is told.
 */
import {
  discounted,
  discountedPrice,
  toTenThousandths,
  type TenThousandths,
  type UnitPrice,
} from '~/base/kernel/money';

const hundred = toTenThousandths(100);

/** Discounts one upon the other: 10 and 5 are 14.5. */
export const compounded = (percentages: readonly number[]): number =>
  (hundred / 100 - discounted(hundred, percentages)) / 100;

/** Whether so many percent make of the one price the other, to the cent. */
export const leadsTo = (gross: TenThousandths, percent: number, net: UnitPrice): boolean =>
  percent > 0 &&
  (discounted(gross, [percent]) === net || discountedPrice(gross, [percent]) === net);

/**
 * Where prices alone are told: one of the `known` that leads from one to the other, else the percentage of fewest
 * decimals that does; of long prices none does, and it is rounded.
 */
export function reductionPercent(
  gross: UnitPrice,
  net: UnitPrice,
  known: readonly number[] = [],
): number {
  if (gross <= net || gross <= 0) return 0;
  const exact = ((gross - net) * 100) / gross;
  const rounded = (scale: number): number => Math.round(exact * scale) / scale;
  const price = Math.round(gross * 100) as TenThousandths;
  const simplest = [...known, rounded(1), rounded(10)].find((one) => leadsTo(price, one, net));
  return simplest ?? rounded(100);
}
