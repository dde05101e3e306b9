import { describe, expect, it } from 'vitest';
import { SeenCodes } from './seen-codes';

describe('SeenCodes', () => {
  it('CART-11 SeenCodes counts a code once while it stays in the picture, however long', () => {
    const seen = new SeenCodes();
    const counted = Array.from({ length: 100 }, (_, at) => seen.fresh(['A'], at * 120)).flat();
    expect(counted).toEqual(['A']);
  });

  it('CART-11 SeenCodes does not count a code again after one unreadable picture', () => {
    const seen = new SeenCodes();
    const counted = [0, 500, 1_500, 3_000].map((at) => seen.fresh(at === 500 ? [] : ['A'], at));
    expect(counted.flat()).toEqual(['A']);
  });

  it('CART-11 SeenCodes counts the same code again after two seconds out of the picture', () => {
    const seen = new SeenCodes();
    expect(seen.fresh(['A'], 0)).toEqual(['A']);
    expect(seen.fresh([], 1_000)).toEqual([]);
    expect(seen.fresh(['A'], 2_000)).toEqual(['A']);
  });

  it('CART-11 SeenCodes counts several codes of one picture once each', () => {
    const seen = new SeenCodes();
    expect(seen.fresh(['A', 'B', 'A'], 0)).toEqual(['A', 'B']);
    expect(seen.fresh(['B', 'C'], 100)).toEqual(['C']);
  });
});
