import { describe, expect, it } from 'vitest';
import { applied } from '../transaction';
import { verifyWrite } from './ledger-rules.server';
import { fewLines, restoreLines, shortened } from './short-cart.server';

const change = (productId: number, quantity: number) => ({ uuid: 'u', productId, quantity });
const large = (count: number): [string, number][] =>
  Array.from({ length: count }, (_, position) => [String(position + 1), 2]);
const shortOf = (lines: [string, number][]) => {
  const { uuid, lines: short } = shortened({ uuid: 'cart', lines });
  return { uuid, quantities: new Map(short) };
};

describe('large cart in one line', () => {
  it('CART-06 shortened gives the number of pieces, and is no longer for 500 lines than for 10', () => {
    const lengths = [10, 100, 500].map((count) => {
      const short = shortened({ uuid: 'cart', lines: large(count) });
      expect(short.lines).toHaveLength(1);
      expect(short.lines[0]?.[1]).toBe(2 * count);
      return short.lines[0]?.[0].length;
    });
    expect(new Set(lengths).size).toBe(1);
    const few = { uuid: 'cart', lines: large(fewLines) };
    expect(shortened(few)).toEqual(few);
  });

  it('CART-06 restoreLines returns the lines of an unchanged cart, and of a cart after the edits of one write', () => {
    const before = new Map(large(40));
    const base = shortOf([...before]);
    for (const changes of [
      [change(3, 5)],
      [change(900, 1), change(3, -1)],
      [change(3, -2)],
      [change(1, 1), change(1, -1)],
    ]) {
      expect(restoreLines(base, before, changes)?.quantities).toEqual(before);
      const after = applied(before, changes);
      const found = restoreLines(base, after, changes);
      expect(new Map([...(found?.quantities ?? [])].sort())).toEqual(new Map([...before].sort()));
      expect(found?.uuid).toBe('cart');
    }
  });

  it('CART-06 restoreLines returns nothing when another device has changed the cart too', () => {
    const before = new Map(large(40));
    const after = applied(before, [change(3, 5), change(7, 1)]);
    expect(restoreLines(shortOf([...before]), after, [change(3, 5)])).toBeNull();
    // Removing more pieces than the cart contained hides the former quantity.
    const clamped = [change(3, -9)];
    expect(restoreLines(shortOf([...before]), applied(before, clamped), clamped)).toBeNull();
  });

  it('CART-06 restoreLines leaves a cart that came with its lines unchanged', () => {
    const base = { uuid: null, quantities: new Map([['11', 1]]) };
    expect(restoreLines(base, new Map(), [change(11, 1)])).toBe(base);
    expect(verifyWrite(base, [change(11, 1)], null)).toBe('unclear');
  });
});
