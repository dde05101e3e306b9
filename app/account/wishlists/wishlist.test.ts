import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuantity } from '~/base/kernel/quantity';
import {
  changedLines,
  mergedLines,
  namesake,
  readRows,
  rearranged,
  type TypedRow,
  type Wishlist,
} from './wishlist';

const line = (productId: number, quantity = 1) => ({ productId, quantity });
const list: Wishlist = {
  id: 7,
  name: 'Commande hebdomadaire',
  lines: [1, 2, 3, 4].map((id) => line(id)),
};
const order = (lines: readonly { productId: number }[]) => lines.map(({ productId }) => productId);
const asShown = (): TypedRow[] =>
  list.lines.map(({ productId, quantity }, position) => ({
    productId,
    place: String(position + 1),
    quantity: String(quantity),
    removed: false,
  }));
const typed = (productId: number, change: Partial<TypedRow>): TypedRow[] =>
  asShown().map((row) => (row.productId === productId ? { ...row, ...change } : row));
const read = (rows: TypedRow[]) => readRows(list, rows, readQuantity);

describe('a wishlist', () => {
  it('WISH-01 a wishlist has a unique name, compared without case, spaces and Unicode form of accents', () => {
    const lists = [list, { ...list, id: 8, name: 'Été' }];
    expect(namesake(lists, '  commande   HEBDOMADAIRE ')?.id).toBe(7);
    expect(namesake(lists, 'E\u0301te\u0301')?.id).toBe(8);
    expect(namesake(lists, 'Commande')).toBeNull();
    expect(namesake(lists, 'Été', 8)).toBeNull();
  });

  it('WISH-01 mergedLines lists each product once, with the sum of its lines', () => {
    expect(mergedLines([line(1, 2), line(2), line(1, 3)])).toEqual([line(1, 5), line(2, 1)]);
  });

  it('WISH-01 rearranged moves a product to its new position and keeps the order of the others', () => {
    expect(order(rearranged(list.lines, new Map([[4, 1]])))).toEqual([4, 1, 2, 3]);
    expect(order(rearranged(list.lines, new Map([[1, 3]])))).toEqual([2, 3, 1, 4]);
    expect(order(rearranged(list.lines, new Map([[1, 99]])))).toEqual([2, 3, 4, 1]);
    const both = new Map([
      [4, 1],
      [3, 2],
    ]);
    expect(order(rearranged(list.lines, both))).toEqual([4, 3, 1, 2]);
  });

  it('WISH-01 rearranged neither loses nor duplicates a line, whatever the positions', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.integer({ min: 1, max: 9 })),
        (wanted) => {
          const places = new Map(Object.entries(wanted).map(([id, place]) => [Number(id), place]));
          expect(order(rearranged(list.lines, places)).sort()).toEqual([1, 2, 3, 4]);
        },
      ),
    );
  });

  it('WISH-01 changedLines changes only the lines whose rows were edited', () => {
    expect(changedLines(list, read(asShown()))).toEqual(list.lines);
    expect(changedLines(list, read(typed(2, { quantity: '12' })))[1]).toEqual(line(2, 12));
    expect(order(changedLines(list, read(typed(2, { removed: true }))))).toEqual([1, 3, 4]);
    expect(order(changedLines(list, read(typed(4, { place: '2' }))))).toEqual([1, 4, 2, 3]);
  });

  it('WISH-01 readRows reports the faults of a row and accepts unchanged values of the ERP', () => {
    const { faults } = read(typed(3, { quantity: 'two', place: '0' }));
    expect([...faults]).toEqual([[3, { quantity: 'not-a-number', place: 'not-a-place' }]]);
    const odd: Wishlist = { ...list, lines: [line(1, 0)] };
    const rows: TypedRow[] = [{ productId: 1, place: '1', quantity: '0', removed: false }];
    expect(readRows(odd, rows, readQuantity).faults.size).toBe(0);
  });
});
