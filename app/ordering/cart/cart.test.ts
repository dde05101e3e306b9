import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '~/base/kernel/money';
import {
  countPieces,
  localView,
  lowAmount,
  quantitiesByProduct,
  type Cart,
  type CartLine,
} from './cart';
import type { CartState } from './cart.server';
import { cartView, standingOf } from './page/cart-view';
import { applied, lineKey, sameQuantities, type Transaction } from './transaction';

const line = (
  productId: number,
  quantity: number,
  options: CartLine['options'] = null,
): CartLine => ({
  key: lineKey(productId, options),
  id: productId,
  productId,
  name: `P${productId}`,
  sku: null,
  quantity,
  options,
  amount: null,
  unitPrice: null,
  netUnitPrice: null,
  unavailable: 0,
  unavailableChange: null,
  isReward: false,
  isDiscounted: false,
});
const cartOf = (...lines: CartLine[]): Cart => ({
  id: 1,
  uuid: 'u',
  name: 'S1',
  typology: 'cart',
  state: 'draft',
  reference: null,
  note: null,
  suiteName: null,
  lines,
  amount: null,
  goods: { untaxed: cents(0) },
  delivery: { address: null, method: null, fees: null, tax: null },
  invoicing: { address: null },
  promoCodes: [],
  rewardAmount: cents(0),
  yearEndRebate: null,
  importWarning: null,
  shopOnlyQuotation: false,
});
const change = (productId: number, quantity: number, options?: object): Transaction => ({
  uuid: `${productId}-${quantity}`,
  productId,
  quantity,
  options: options as Transaction['options'],
});
const shown = (...args: Parameters<typeof localView>) =>
  localView(...args).map(({ key, quantity, pending }) => [key, quantity, pending]);

describe('local view of the cart', () => {
  it('CART-03 localView adds up edits of the same product and options, adds a line for others, and drops lines at 0', () => {
    const cart = cartOf(line(1, 2), line(2, 1), line(3, 1, { engraving: 'A' }));
    const unsent = [change(1, 3), change(2, -1), change(3, 1), change(3, 1, { engraving: 'A' })];
    expect(shown(cart, unsent)).toEqual([
      ['1', 5, true],
      ['3|{"engraving":"A"}', 2, true],
      ['3', 1, true],
    ]);
  });

  it('CART-03 localView ignores edits with a missing product or an invalid quantity', () => {
    expect(shown(cartOf(line(1, 2)), [change(0, 3), change(1, Number.NaN), change(1, 0)])).toEqual([
      ['1', 2, false],
    ]);
  });

  it('CART-03 CART-07 a reward line stays synced while the line of the same product is being verified', () => {
    const cart = cartOf(line(1, 2), { ...line(1, 1), isReward: true });
    const state: CartState = {
      cart,
      lines: localView(cart, [change(1, 1)]),
      checking: new Set(['1']),
      sync: 'checking',
      waitSeconds: 60,
      asOf: null,
      notices: [],
      takenOut: [],
      places: [],
    };
    const rest = { lost: false, helpWithFee: false, canOrder: true, toCome: cents(0) };
    const { rows, waiting } = cartView(state, null, rest);
    expect([waiting, ...rows.map((row) => row.state)]).toEqual([1, 'checking', 'synced']);
    expect(standingOf(state).waiting).toBe(1);
  });

  it('CART-03 the number of pieces counts only positive quantities of goods', () => {
    const reward = { ...line(9, 1), isReward: true };
    const lines = localView(cartOf(line(1, 2), line(2, 3, { a: 1 }), reward), [change(2, 1)]);
    expect(countPieces(lines)).toBe(6);
    expect([...quantitiesByProduct(lines)]).toEqual([
      [1, 2],
      [2, 4],
    ]);
  });

  it('PRICE-03 an order below 150 EUR pays a fee of 10.50 EUR, and the missing amount is computed', () => {
    const none = cents(0);
    const alone = {
      fee: 10_50,
      limit: 150_00,
      missing: 23_40,
      toCome: 0,
      isReduced: false,
      enough: 23_42,
    };
    expect(lowAmount(cents(126_60), none)).toEqual(alone);
    expect(lowAmount(cents(149_99), none)?.missing).toBe(1);
    expect(lowAmount(cents(150_00), none)).toBeNull();
    expect(lowAmount(cents(-5_00), none)?.missing).toBe(150_00);
    // Goods of open orders count towards the limit. When these orders are unknown, `toCome` is null, not 0.
    expect(lowAmount(cents(126_60), cents(23_39))?.missing).toBe(1);
    expect(lowAmount(cents(126_60), cents(2_829_50))?.missing).toBe(0);
    expect(lowAmount(cents(126_60), null)).toEqual({ ...alone, toCome: null });
  });
});

describe('transactions', () => {
  it('CART-03 absent, null and empty options give the same line key, and the order of option names does not matter', () => {
    expect(lineKey(1, null)).toBe(lineKey(1, {}));
    expect(lineKey(1, { a: 1, b: [{ d: 2, c: 3 }] })).toBe(
      lineKey(1, { b: [{ c: 3, d: 2 }], a: 1 }),
    );
  });

  it('CART-06 applied never leaves a line with a negative quantity, and a batch counts as its sum', () => {
    const thousandth: Transaction = { uuid: 'x', productId: 1, quantity: -1.375 };
    expect(applied(new Map([['1', 1.375]]), [thousandth])).toEqual(new Map());
    const delta = fc.record({
      uuid: fc.uuid(),
      productId: fc.integer({ min: 1, max: 4 }),
      quantity: fc.integer({ min: -9, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(delta), (transactions) => {
        const after = applied(new Map([['1', 5]]), transactions);
        expect([...after.values()].every((quantity) => quantity > 0)).toBe(true);
        expect(
          sameQuantities(after, applied(new Map([['1', 5]]), [...transactions].reverse())),
        ).toBe(true);
      }),
    );
  });
});
