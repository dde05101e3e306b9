/** Compares the amounts of random orders on every view that displays them (`priced-sales.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bought,
  centsIn,
  eurosIn,
  expectPrice,
  expectTotals,
  isReduced,
  pricedLine,
  profiles,
  saleOf,
  type Bought,
  type PricedSale,
} from '../../../tests/support/priced-sales';
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

function expectSums(sums: OrderSums, told: PricedSale): void {
  const text = said(<SumRows sums={sums} />, ' ');
  const amounts = centsIn(text);
  const [gross = 0, discount = 0] = amounts;
  const rest = sums.gross === null ? amounts : amounts.slice(2);
  if (sums.gross !== null) expect(gross + discount, text).toBe(rest[0]);
  if (!isReduced(told)) expect(text).not.toContain('discounts');
  expect(rest, text).toEqual([told.untaxed, told.tax, told.total]);
  expect((rest[0] ?? 0) + (rest[1] ?? 0)).toBe(rest[2]);
}

/**
 * Checks the order page (screen and print) and the confirmation page. The printed page omits prices before discount.
 */
function expectOrderPages(order: Order, told: PricedSale): void {
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
  for (const page of [<OrderTotals order={order} low={null} />, <PlacedPage view={placed} />])
    expectTotals(said(page, ' '), told);
}

const runs = { numRuns: 400 };

describe('amounts of an order', () => {
  it('PRICE-01 CHK-02 amounts add up to the ERP’s totals, and views show only discounts that the ERP states', () => {
    fc.assert(
      fc.property(fc.array(bought, { minLength: 1, maxLength: 6 }), profiles, (lines, profile) => {
        const told = saleOf(lines, profile);
        const cart = toCart(SaleWire.parse(told.sale));
        const order = toOrder(OrderWire.parse(told.sale));
        expectSums(sumsOf(cart), told);
        expectSums(orderSums(order), told);
        expectOrderPages(order, told);
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
