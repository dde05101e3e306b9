/**
 * Exact money. The wire carries floats with binary noise (contract/erp.md 2.6); inside the shop an amount
 * is a whole number of cents, a unit price before rounding a whole number of ten-thousandths.
 */
export type Cents = number & { readonly unit: 'cents' };
export type TenThousandths = number & { readonly unit: 'ten-thousandths' };

/** Below it the noise of a double is far less than a hundredth. */
const noiseless = 1e12;

/** Rounds a number of any scale half up (away from zero for negatives), immune to binary noise. */
function scaled(value: number, factor: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`not an amount: ${value}`);
  const near = Math.abs(value) * factor;
  const whole = Math.round(near);
  // Noise decides only where half a unit is left over; asking for fifteen digits is dear, carts have thousands of amounts.
  if (near < noiseless && Math.abs(near - whole) < 0.49) return Math.sign(value) * whole + 0;
  // 15 significant digits are what a double holds exactly; the rest is noise of earlier sums.
  const exact = Number((Math.abs(value) * factor).toPrecision(15));
  return Math.sign(value) * Math.floor(exact + 0.5) + 0;
}

/** Euros as they come over the wire, to cents: 36.300000000000004 is 3630, 3.335 is 334. */
export const toCents = (euros: number): Cents => scaled(euros, 100) as Cents;

/** Euros to ten-thousandths, the scale in which net prices are computed (contract/search.md 4.3). */
export const toTenThousandths = (euros: number): TenThousandths =>
  scaled(euros, 10_000) as TenThousandths;

/** Beyond a billion it is no price: an amount over next to no pieces would be one of infinity. */
const highestEuros = 1e9;

/** What one piece costs when so many cost `euros`; null where that is no price. */
export function perPiece(euros: number, pieces: number): Cents | null {
  const price = euros / pieces;
  return pieces > 0 && Math.abs(price) <= highestEuros ? toCents(price) : null;
}

export const toEuros = (cents: Cents): number => cents / 100;
export const cents = (value: number): Cents => Math.trunc(value) as Cents;
export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total as Cents;
};

/**
 * `price × (100 − a)/100 × (100 − b)/100 …`, rounded half up once, at the end, in integers.
 * Percentages have at most two decimals and are clamped to 0…100.
 */
export function discounted(price: TenThousandths, percentages: readonly number[]): Cents {
  let numerator = BigInt(price);
  let denominator = 100n; // ten-thousandths to cents
  for (const percentage of percentages) {
    const kept = 10_000 - scaled(Math.min(100, Math.max(0, percentage)), 100);
    numerator *= BigInt(kept);
    denominator *= 10_000n;
  }
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return Number(negative ? -rounded : rounded) as Cents;
}
