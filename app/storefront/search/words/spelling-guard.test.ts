import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance } from './spelling-guard';

/** Reference implementation of the edit distance: it computes the whole table, without shortcuts for speed. */
function allWays(left: string, right: string): number {
  if (!left || !right) return left.length + right.length;
  const isSwap = left[0] === right[1] && left[1] === right[0] && left.length > 1;
  return Math.min(
    allWays(left.slice(1), right) + 1,
    allWays(left, right.slice(1)) + 1,
    allWays(left.slice(1), right.slice(1)) + (left[0] === right[0] ? 0 : 1),
    isSwap ? allWays(left.slice(2), right.slice(2)) + 1 : Infinity,
  );
}

describe('edit distance', () => {
  it('SRCH-07 the fast edit distance equals the full one, up to the requested maximum', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 4 }), (left, right, most) => {
        const wrong = allWays(left, right);
        const found = distance(left, right, most);
        if (wrong <= most) expect(found).toBe(wrong);
        else expect(found).toBeGreaterThan(most);
      }),
    );
  });
});
