/**
 * Compares the amounts of random orders on every view that displays them. A second implementation prices the orders in
 * exact integers and rounds like an ERP, by line or by document.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { said } from '../../../tests/support/said';
import { eurosText, toTenThousandths } from '~/base/kernel/money';
import { formatsFor } from '~/base/i18n/formats';
import { MiniLine } from '~/ordering/checkout/views/summary-panel';
import { summaryLines } from '~/ordering/checkout/checkout-view.server';
import type { PlacedView } from '~/ordering/checkout/placing/placed.server';
import { PlacedPage } from '~/ordering/checkout/placing/placed-page';
import { orderSums, type Order } from '~/ordering/orders/order';
import { OrderWire, toOrder } from '~/ordering/orders/order-wire.server';
import { EachPrice, OrderLines } from '~/ordering/orders/views/order-lines';
import { OrderTotals } from '~/ordering/orders/views/order-totals';
import { priceOf } from '~/catalogue/pricing/pricing';
import { RowPrice } from '~/catalogue/products/rows/product-price';
import { readCards, type Reader } from '~/catalogue/products/card.server';
import { CartLineRow } from './page/cart-line';
import { cartRow } from './page/cart-view';
import { sumsOf, type OrderSums } from './order-sums';
import { SumRows } from './sum-rows';
import { SaleWire, toCart } from './wire/cart-wire.server';

/** Rounds to a multiple of `unit`, half up, away from zero. */
function rounded(value: bigint, unit: bigint): bigint {
  const half = value < 0n ? -unit / 2n : unit / 2n;
  return (value + half) / unit;
}

interface Bought {
  /** Price of one piece in millionths of a euro. */
  price: number;
  quantity: number;
  /** Discount in tenths of a percent. */
  discount: number;
  tax: 6 | 12 | 21;
}

const bought: fc.Arbitrary<Bought> = fc
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

interface Profile {
  shape: 'seed' | 'released';
  rounds: 'line' | 'document';
}
const profiles: fc.Arbitrary<Profile> = fc.record({
  shape: fc.constantFrom<Profile['shape']>('seed', 'released'),
  rounds: fc.constantFrom<Profile['rounds']>('line', 'document'),
});

function pricedLine(line: Bought) {
  const gross = BigInt(line.price) * BigInt(line.quantity) * 1_000n;
  const net = BigInt(line.price) * BigInt(line.quantity) * BigInt(1_000 - line.discount);
  const withTax = (value: bigint): bigint => (value * BigInt(100 + line.tax)) / 100n;
  const untaxed = toCentsOf(net);
  const taxed = toCentsOf((net * BigInt(line.tax)) / 100n);
  return { net, untaxed, taxed, off: toCentsOf(withTax(gross - net)), line };
}

/** The Sale that an ERP sends (contract/erp.md 6.4 to 6.7), and its totals in cents. */
function saleOf(lines: readonly Bought[], { shape, rounds }: Profile) {
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
const eurosIn = (text: string): number[] =>
  [...text.matchAll(/(−?)€([\d,]+(?:\.\d+)?)/g)].map(
    ([, minus, digits = '']) => Number(digits.replaceAll(',', '')) * (minus ? -1 : 1),
  );
const centsIn = (text: string): number[] => eurosIn(text).map((euros) => Math.round(euros * 100));

function expectSums(sums: OrderSums, told: ReturnType<typeof saleOf>, isReduced: boolean): void {
  const text = said(<SumRows sums={sums} />, ' ');
  const amounts = centsIn(text);
  const [gross = 0, discount = 0] = amounts;
  const rest = sums.gross === null ? amounts : amounts.slice(2);
  if (sums.gross !== null) expect(gross + discount, text).toBe(rest[0]);
  if (!isReduced) expect(text).not.toContain('discounts');
  expect(rest, text).toEqual([told.untaxed, told.tax, told.total]);
  expect((rest[0] ?? 0) + (rest[1] ?? 0)).toBe(rest[2]);
}

/**
 * Expects the first price in a text to be the line's: with the ERP's four decimals, or equal to the given amount after
 * rounding.
 */
function expectPrice(text: string, line: Bought, { shape }: Profile): void {
  const [shown = Number.NaN] = eurosIn(text);
  const { untaxed, net } = pricedLine(line);
  const exact = Number(net) / 1e9 / line.quantity;
  if (shape === 'seed') expect(Math.abs(shown - exact), text).toBeLessThan(0.000_050_01);
  else if (Math.round(Number((shown * line.quantity * 100).toPrecision(12))) !== untaxed)
    expect(Math.abs(shown - untaxed / 100 / line.quantity), text).toBeLessThan(0.000_050_01);
}

/**
 * Checks the order page (screen and print) and the confirmation page. The printed page omits prices before discount.
 */
function expectOrderPages(order: Order, told: ReturnType<typeof saleOf>, isReduced: boolean): void {
  const lines = order.lines.map((line) => ({ line, card: null, asked: 0 }));
  const table = said(<OrderLines order={order} lines={lines} free={[]} />, ' ');
  const rows = table.split('Needle').slice(1);
  expect(rows).toHaveLength(told.priced.length);
  for (const [index, row] of rows.entries())
    expect(centsIn(row).at(-1), row).toBe(told.priced[index]?.untaxed);
  const placed: PlacedView = {
    kind: 'placed',
    name: order.name,
    order,
    reopened: 0,
    message: null,
    payments: [],
    confirmedOther: null,
    paidOther: null,
    paidLate: false,
    low: null,
    free: [],
  };
  for (const page of [<OrderTotals order={order} low={null} />, <PlacedPage view={placed} />]) {
    const text = said(page, ' ');
    const amounts = centsIn(text);
    const [gross = 0, discount = 0] = amounts;
    const rest = amounts.slice(-3);
    expect(rest, text).toEqual([told.untaxed, told.tax, told.total]);
    if (amounts.length > 3) expect(gross + discount, text).toBe(told.untaxed);
    if (!isReduced) expect(amounts, text).toHaveLength(3);
  }
}

const runs = { numRuns: 400 };

describe('amounts of an order', () => {
  it('PRICE-01 CHK-02 amounts add up to the ERP’s totals, and views show only discounts that the ERP states', () => {
    fc.assert(
      fc.property(fc.array(bought, { minLength: 1, maxLength: 6 }), profiles, (lines, profile) => {
        const told = saleOf(lines, profile);
        // A rate may be too small for a cent; the ERP states a discount all the same.
        const isReduced = told.sale.lines.some(
          (line) =>
            line.amount.discount_total > 0 || ('discount' in line && line.discount.rate > 0),
        );
        const cart = toCart(SaleWire.parse(told.sale));
        const order = toOrder(OrderWire.parse(told.sale));
        expectSums(sumsOf(cart), told, isReduced);
        expectSums(orderSums(order), told, isReduced);
        expectOrderPages(order, told, isReduced);
        const summary = summaryLines(cart, null);
        for (const [index, line] of lines.entries()) {
          const { untaxed } = pricedLine(line);
          const [inCart, inOrder, inSummary] = [
            cart.lines[index],
            order.lines[index],
            summary[index],
          ];
          if (!inCart || !inOrder || !inSummary) throw new Error('a line is missing');
          const { key, productId, quantity } = inCart;
          const local = { key, productId, quantity, options: null, line: inCart, pending: false };
          const marks = {
            checking: false,
            review: false,
            rewarded: false,
            barred: null,
            most: null,
          };
          const row = cartRow(local, null, marks);
          const views = [
            said(<CartLineRow row={row} answer={undefined} />, ' '),
            said(<MiniLine line={inSummary} />, ' '),
          ];
          for (const text of views) {
            const [first, second] = centsIn(text);
            expect(text.includes('×') ? [first, second] : [first], text).toContain(untaxed);
          }
          expectPrice(views[0]?.split('×')[1] ?? '', line, profile);
          expectPrice(views[1]?.split('×')[1] ?? '', line, profile);
          const each = said(<EachPrice line={inOrder} card={null} />, ' ');
          expectPrice(each, line, profile);
          if (line.discount === 0) expect(eurosIn(each), each).toHaveLength(1);
          expectPrice(`€${eurosText(inCart.netUnitPrice ?? (0 as never))}`, line, profile);
        }
      }),
      runs,
    );
  });

  it('PRICE-01 a unit price of 0.045 € is not displayed as 0.05 €, and 1,000 pieces have no discount', () => {
    const needles: Bought = { price: 45_000, quantity: 1_000, discount: 0, tax: 21 };
    for (const shape of ['seed', 'released'] as const) {
      const { sale } = saleOf([needles], { shape, rounds: 'line' });
      const cart = toCart(SaleWire.parse(sale));
      expect(sumsOf(cart)).toMatchObject({ gross: null, discount: null, goods: 45_00 });
      const [line] = summaryLines(cart, null);
      expect(line && said(<MiniLine line={line} />)).toContain('1,000 × €0.045');
    }
    expect(formatsFor('fr-BE').price(4.5 as never)).toMatch(/^0,045\s€$/);
    expect(formatsFor('fr-BE').price(13_14 as never)).toMatch(/^13,14\s€$/);
  });
});

const reader: Reader = {
  customer: null,
  pricing: { kind: 'customer', role: 'default', gross: 'G', discounts: [], offers: 'none' },
  today: '2026-11-29',
} as unknown as Reader;

it('PRICE-01 lists show the price of the index with up to four decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), (units) => {
      const gross = [{ pricelist: 'G', price: units / 10_000, min_quantity: 0 }];
      const log = { warn: () => undefined } as never;
      const [card] = readCards(
        [
          {
            _index: 'products',
            _id: String(units),
            _source: { id: units, name: 'x', price_gross: gross },
          },
        ],
        reader,
        { log },
      );
      const [shown] = eurosIn(card ? said(<RowPrice card={card} />) : '');
      expect(toTenThousandths(shown ?? 0)).toBe(units);
    }),
    { numRuns: 300 },
  );
  expect(priceOf).toBeTypeOf('function');
});
