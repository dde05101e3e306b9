import { describe, expect, it } from 'vitest';
import { SaleWire, toCart } from '~/ordering/cart/wire/cart-wire.server';
import { cartDigest, isAsShown, shownTotal } from './cart-digest.server';

const cart = (facts: object = {}, line: object = {}) =>
  toCart(
    SaleWire.parse({
      id: 1,
      uuid: 'u1',
      amount: { untaxed: 10, tax: 2.1, total: 12.1 },
      lines: [{ id: 5, product_id: 51, qty: 2, amount: { untaxed: 10 }, ...line }],
      ...facts,
    }),
  );

describe('digest of the displayed cart', () => {
  it('CHK-02 the digest is the same for the same cart, despite rounding noise in the sums', () => {
    const noisy = { amount: { untaxed: 10.000000000000002, tax: 2.1, total: 12.099999999999998 } };
    expect(cartDigest(cart(noisy))).toBe(cartDigest(cart()));
    expect(cartDigest(cart({ note: '<p>x</p>', client_order_ref: 'y' }))).toBe(cartDigest(cart()));
  });

  it('CHK-02 CART-12 the digest ignores the order of lines, because the ERP lists a restored line last', () => {
    const [one, other] = [51, 52].map((product_id) => ({
      id: product_id,
      product_id,
      qty: 2,
      amount: { untaxed: 5 },
    }));
    const digest = (...lines: unknown[]) => cartDigest(cart({ lines }));
    expect(digest(other, one)).toBe(digest(one, other));
    expect(digest(one, { ...other, qty: 3 })).not.toBe(digest(one, other));
  });

  it('CHK-02 the digest differs with another total, quantity, shortage or cart', () => {
    const seen = cartDigest(cart());
    const others = [
      cart({ amount: { untaxed: 10, tax: 2.1, total: 12.11 } }),
      cart({}, { qty: 3 }),
      cart({}, { qty_unavailable: 1 }),
      cart({}, { product_id: 52 }),
      cart({ uuid: 'u2' }),
    ];
    for (const other of others) expect(cartDigest(other)).not.toBe(seen);
  });

  it('CHK-02 a cart counts as displayed with the total shown next to the chosen carrier, if nothing else differs', () => {
    const shown = cartDigest(cart());
    const delivery = { method: { id: 2, name: 'Express' } };
    const with2 = { amount: { untaxed: 20, tax: 4.2, total: 24.2 }, delivery };
    const input = { shown, totals: '1:1210 2:2420', how: 2 };
    expect(isAsShown(cart(), { shown })).toBe(true);
    expect(isAsShown(cart(with2), input)).toBe(true);
    expect(isAsShown(cart(with2), { ...input, totals: '1:1210 2:2421' })).toBe(false);
    expect(isAsShown(cart(with2), { ...input, totals: '1:1210' })).toBe(false);
    expect(isAsShown(cart(with2), { ...input, how: 1 })).toBe(false);
    expect(isAsShown(cart(with2, { qty: 3 }), input)).toBe(false);
  });

  it('CHK-02 the digest contains the displayed total', () => {
    expect(shownTotal(cartDigest(cart()))).toBe(1210);
    expect(shownTotal(undefined)).toBeNull();
    expect(shownTotal('x.abc')).toBeNull();
  });
});
