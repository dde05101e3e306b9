/**
 * The reduction of a price in percent, as displayed. Prices are rounded to the cent, so their quotient differs from the
 * agreed percentage: 6 % on 6.64 gives 6.02. The agreed percentage is displayed when it is known.
 */
import {
  discounted,
  discountedPrice,
  toTenThousandths,
  type TenThousandths,
  type UnitPrice,
} from '~/base/kernel/money';

const hundred = toTenThousandths(100);

/** Compounds discounts: 10 and 5 give 14.5. */
export const compoundReductions = (percentages: readonly number[]): number =>
  (hundred / 100 - discounted(hundred, percentages)) / 100;

/** Whether reducing `gross` by this percentage gives `net`, to the cent. */
export const leadsTo = (gross: TenThousandths, percent: number, net: UnitPrice): boolean =>
  percent > 0 &&
  (discounted(gross, [percent]) === net || discountedPrice(gross, [percent]) === net);

/**
 * The reduction between two prices in percent: one of `known` that gives the lower price to the cent, otherwise the
 * percentage with the fewest decimals that does. For high prices no such percentage exists, and the result is rounded.
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
