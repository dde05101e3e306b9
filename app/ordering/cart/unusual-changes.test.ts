/** Which changes of a cart need the customer's confirmation. */
import { describe, expect, it } from 'vitest';
import { lineKey, unusualChanges } from './transaction';

const add = (productId: number, quantity: number, more = {}) => ({
  uuid: `${productId}-${quantity}`,
  productId,
  quantity,
  most: 999,
  ...more,
});
const totals = (before: [number, number][], ...changes: ReturnType<typeof add>[]) => {
  const quantities = new Map(before.map(([id, pieces]) => [lineKey(id), pieces]));
  return unusualChanges(quantities, changes).map(({ now, total }) => [now, total]);
};

describe('unusualChanges', () => {
  it('CART-12 a change needs confirmation when the line would hold more than the limit with its present pieces', () => {
    expect(totals([], add(1, 999))).toEqual([]);
    expect(totals([], add(1, 1_000))).toEqual([[0, 1_000]]);
    expect(totals([[1, 999]], add(1, 1))).toEqual([[999, 1_000]]);
    expect(totals([[1, 600]], add(1, 600), add(2, 600))).toEqual([[600, 1_200]]);
    expect(totals([[1, 600]], add(1, 600, { most: 1_200 }))).toEqual([]);
    expect(totals([[1, 600]], add(1, 600, { most: 1_199 }))).toEqual([[600, 1_200]]);
  });

  it('CART-12 the lines of one product count together, and so do changes of one form', () => {
    const other = add(1, 600, { options: { size: 'L' } });
    expect(totals([[1, 600]], other)).toEqual([[0, 1_200]]);
    expect(totals([], add(1, 600), other)).toEqual([[0, 1_200]]);
    // A change that waits for its confirmation does not count.
    expect(totals([], add(1, 1_200), add(1, 600))).toEqual([[0, 1_200]]);
  });

  it('CART-12 fewer pieces and the undo of a removal need no confirmation; an undo beside new pieces does', () => {
    expect(totals([[1, 5_000]], add(1, -100))).toEqual([]);
    expect(totals([], add(1, 1_200, { isBack: true }))).toEqual([]);
    expect(totals([[1, 700]], add(1, 700, { isBack: true }))).toEqual([[700, 1_400]]);
  });
});
