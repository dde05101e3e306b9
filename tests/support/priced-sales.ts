/**
 * Random sales as an ERP sends them. A second implementation prices them in exact integers and rounds like an ERP, by
 * line or by document.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** Rounds to a multiple of `unit`, half up, away from zero. */
function rounded(value: bigint, unit: bigint): bigint {
  const half = value < 0n ? -unit / 2n : unit / 2n;
  return (value + half) / unit;
}

export interface Bought {
  /** Price of one piece in millionths of a euro. */
  price: number;
  quantity: number;
  /** Discount in tenths of a percent. */
  discount: number;
  tax: 6 | 12 | 21;
}

export const bought: fc.Arbitrary<Bought> = fc
  .tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 1, max: 999_999 }),
    fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9_999 })),
    fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 600 })),
    fc.constantFrom<Bought['tax']>(6, 12, 21),
  )
  .map(([decimals, digits, quantity, discount, tax]) => ({
    price: Math.min(digits * 10 ** (6 - decimals), 500_000_000),
    quantity,
    discount,
    tax,
  }));

/** Billionths of a euro: a price in millionths times a discount in thousandths. */
const billionth = 1_000_000_000n;
const toCentsOf = (billionths: bigint): number => Number(rounded(billionths, billionth / 100n));

export interface Profile {
  shape: 'seed' | 'released';
  rounds: 'line' | 'document';
}
export const profiles: fc.Arbitrary<Profile> = fc.record({
  shape: fc.constantFrom<Profile['shape']>('seed', 'released'),
  rounds: fc.constantFrom<Profile['rounds']>('line', 'document'),
});

export function pricedLine(line: Bought) {
  const gross = BigInt(line.price) * BigInt(line.quantity) * 1_000n;
  const net = BigInt(line.price) * BigInt(line.quantity) * BigInt(1_000 - line.discount);
  const withTax = (value: bigint): bigint => (value * BigInt(100 + line.tax)) / 100n;
  const untaxed = toCentsOf(net);
  const taxed = toCentsOf((net * BigInt(line.tax)) / 100n);
  return { net, untaxed, taxed, off: toCentsOf(withTax(gross - net)), line };
}

/** The Sale that an ERP sends (contract/erp.md 6.4 to 6.7), and its totals in cents. */
export function saleOf(lines: readonly Bought[], { shape, rounds }: Profile) {
  const priced = lines.map(pricedLine);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const total = (of: (one: (typeof priced)[number]) => bigint, cents: readonly number[]): number =>
    rounds === 'line' ? sum(cents) : toCentsOf(priced.map(of).reduce((a, b) => a + b, 0n));
  const untaxed = total(
    ({ net }) => net,
    priced.map((one) => one.untaxed),
  );
  const tax = total(
    ({ net, line }) => (net * BigInt(line.tax)) / 100n,
    priced.map(({ taxed }) => taxed),
  );
  const off = sum(priced.map((one) => one.off));
  const amount = (parts: { untaxed: number; tax: number; off: number }) => ({
    untaxed: parts.untaxed / 100,
    tax: parts.tax / 100,
    discount_total: parts.off / 100,
    total: (parts.untaxed + parts.tax) / 100,
    total_without_discount: (parts.untaxed + parts.tax + parts.off) / 100,
  });
  const sale = {
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'S1',
    state: 'sale',
    lines: priced.map((one, index) => {
      const { price, quantity, discount } = one.line;
      const of = amount({ untaxed: one.untaxed, tax: one.taxed, off: one.off });
      const common = { id: index + 1, product_id: index + 1, name: 'Needle', qty: quantity };
      // An ERP with only the published Shopinvader modules rounds the price before discount to two decimals by default.
      if (shape === 'released')
        return { ...common, amount: { ...of, price: Math.round(price / 10_000) / 100 } };
      return {
        ...common,
        amount: of,
        discount: { rate: discount / 10, value: one.off / 100 },
        unit_price: {
          untaxed: price / 1e6,
          untaxed_with_discount: (price / 1e6) * (1 - discount / 1_000),
        },
      };
    }),
    amount: amount({ untaxed, tax, off }),
  };
  return { sale, priced, untaxed, tax, total: untaxed + tax };
}

/** Parses amounts in euros from English text. */
export const eurosIn = (text: string): number[] =>
  [...text.matchAll(/(−?)€([\d,]+(?:\.\d+)?)/g)].map(
    ([, minus, digits = '']) => Number(digits.replaceAll(',', '')) * (minus ? -1 : 1),
  );
export const centsIn = (text: string): number[] =>
  eurosIn(text).map((euros) => Math.round(euros * 100));

export type PricedSale = ReturnType<typeof saleOf>;

/** True when the ERP states a discount; its rate may be too small for a cent. */
export const isReduced = ({ sale }: PricedSale): boolean =>
  sale.lines.some(
    (line) => line.amount.discount_total > 0 || ('discount' in line && line.discount.rate > 0),
  );

/** Expects the sums of an order in a text: before tax, tax and total, after a discount if the ERP states one. */
export function expectTotals(text: string, told: PricedSale): void {
  const amounts = centsIn(text);
  const [gross = 0, discount = 0] = amounts;
  expect(amounts.slice(-3), text).toEqual([told.untaxed, told.tax, told.total]);
  if (amounts.length > 3) expect(gross + discount, text).toBe(told.untaxed);
  if (!isReduced(told)) expect(amounts, text).toHaveLength(3);
}

/**
 * Expects the first price in a text to be the line's: with the ERP's four decimals, or equal to the given amount after
 * rounding.
 */
export function expectPrice(text: string, line: Bought, { shape }: Profile): void {
  const [shown = Number.NaN] = eurosIn(text);
  const { untaxed, net } = pricedLine(line);
  const exact = Number(net) / 1e9 / line.quantity;
  if (shape === 'seed') expect(Math.abs(shown - exact), text).toBeLessThan(0.000_050_01);
  else if (Math.round(Number((shown * line.quantity * 100).toPrecision(12))) !== untaxed)
    expect(Math.abs(shown - untaxed / 100 / line.quantity), text).toBeLessThan(0.000_050_01);
}
