import { expect, it } from 'vitest';
import { placed } from './line-places';

it('CART-12 a removed line returns to its former position, although the ERP lists it last', () => {
  const without = placed(['a', 'b', 'c', 'd'], [], ['a', 'd']);
  expect(without).toEqual({
    lines: ['a', 'd'],
    gone: [
      ['b', 'a'],
      ['c', 'b'],
    ],
  });
  // Two lines are restored one after the other, with a new line in between.
  const half = placed(without.lines, without.gone, ['a', 'd', 'e', 'c']);
  expect(half).toEqual({ lines: ['a', 'c', 'd', 'e'], gone: [['b', 'a']] });
  const whole = placed(half.lines, half.gone, ['a', 'd', 'e', 'c', 'b']);
  expect(whole).toEqual({ lines: ['a', 'b', 'c', 'd', 'e'], gone: [] });
});

it('CART-12 the first line of a cart returns as the first, and a new line keeps the ERP’s position', () => {
  const { lines, gone } = placed(['a', 'b'], [], ['b', 'c']);
  expect(lines).toEqual(['b', 'c']);
  expect(placed(lines, gone, ['b', 'c', 'a']).lines).toEqual(['a', 'b', 'c']);
  expect(placed([], [], ['c', 'a', 'b']).lines).toEqual(['c', 'a', 'b']);
});

it('CART-12 the positions of the last twenty removed lines are remembered', () => {
  const many = Array.from({ length: 50 }, (_, at) => String(at));
  expect(placed(many, [], []).gone).toHaveLength(20);
});
