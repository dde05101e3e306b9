/**
 * Exact amounts of money. The ERP sends floats with binary noise (contract/erp.md 2.6). Inside the shop an amount is a
 * whole number of cents; the price of a piece has up to four decimals of a euro.
 */
export type Cents = number & { readonly unit: 'cents' };
/**
 * Price of a piece in cents with at most two decimals: 4.5 is 0.045 €, as for needles and gloves. Whole cents are valid
 * too.
 */
export type UnitPrice = Cents | (number & { readonly unit: 'cents of a piece' });
export type TenThousandths = number & { readonly unit: 'ten-thousandths' };

/** Below this value, the rounding noise of a double is far smaller than 0.01. */
const noiseless = 1e12;

/** Multiplies by `factor` and rounds half up (away from zero for negatives), immune to binary noise. */
function scaleAmount(value: number, factor: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`not an amount: ${value}`);
  const near = Math.abs(value) * factor;
  const whole = Math.round(near);
  // Fast path: binary noise matters only near half a unit. `toPrecision` is expensive, and carts have thousands of
  // amounts.
  if (near < noiseless && Math.abs(near - whole) < 0.49) return Math.sign(value) * whole + 0;
  // A double holds 15 significant digits exactly; further digits are noise from earlier additions.
  const exact = Number((Math.abs(value) * factor).toPrecision(15));
  return Math.sign(value) * Math.floor(exact + 0.5) + 0;
}

/** Converts euros from the wire to cents: 36.300000000000004 is 3630, 3.335 is 334. */
export const toCents = (euros: number): Cents => scaleAmount(euros, 100) as Cents;

/** Converts euros to ten-thousandths, the scale in which net prices are computed (contract/search.md 4.3). */
export const toTenThousandths = (euros: number): TenThousandths =>
  scaleAmount(euros, 10_000) as TenThousandths;

/** Highest plausible price: an amount divided by almost no pieces would approach infinity. */
const highestEuros = 1e9;

const decimalsOfPrice = [100, 1_000, 10_000] as const;

/**
 * The price of one piece when `pieces` of them cost `euros`: the price with the fewest decimals (two to four) that
 * multiplies back to that amount. If none does, because the pieces are too many, it has four decimals. Null when the
 * result is not a plausible price.
 */
export function perPiece(euros: number, pieces: number): UnitPrice | null {
  const price = euros / pieces;
  if (!(pieces > 0) || Math.abs(price) > highestEuros) return null;
  const amount = toCents(euros);
  const prices = decimalsOfPrice.map((scale) => unitPriceOf(scaleAmount(price, scale), scale));
  return prices.find((one) => amountOf(one, pieces) === amount) ?? toUnitPrice(price);
}

const unitPriceOf = (units: number, scale: number): UnitPrice =>
  (units / (scale / 100)) as UnitPrice;

/** Converts euros from the wire to a price of a piece with at most four decimals. */
export const toUnitPrice = (euros: number): UnitPrice =>
  unitPriceOf(scaleAmount(euros, 10_000), 10_000);

/** The amount of `pieces` at `price`, rounded half up once. */
export const amountOf = (price: UnitPrice, pieces: number): Cents =>
  scaleAmount(price * pieces, 1) as Cents;

export const toEuros = (cents: UnitPrice): number => cents / 100;
/** Formats a price with two to four decimals (`0.045`, `13.10`), for files and the log. */
export function eurosText(price: UnitPrice): string {
  const text = (price / 100).toFixed(4);
  return text.replace(/0{1,2}$/, '');
}
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
export const discounted = (price: TenThousandths, percentages: readonly number[]): Cents =>
  applyPercentages(price, percentages, 100n) as Cents;

/**
 * Like `discounted`, for the price of a piece: a price with fractions of a cent keeps four decimals, any other is
 * rounded to cents (contract/search.md 4.3).
 */
export const discountedPrice = (
  price: TenThousandths,
  percentages: readonly number[],
): UnitPrice =>
  price % 100 === 0
    ? discounted(price, percentages)
    : unitPriceOf(applyPercentages(price, percentages, 1n), 10_000);

function applyPercentages(
  price: TenThousandths,
  percentages: readonly number[],
  unit: bigint,
): number {
  let numerator = BigInt(price);
  let denominator = unit;
  for (const percentage of percentages) {
    const kept = 10_000 - scaleAmount(Math.min(100, Math.max(0, percentage)), 100);
    numerator *= BigInt(kept);
    denominator *= 10_000n;
  }
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return Number(negative ? -rounded : rounded);
}
