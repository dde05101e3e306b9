import { describe, expect, it } from 'vitest';
import { SeenCodes } from './seen-codes';

describe('codes before the camera', () => {
  it('CART-11 count once while they stay in the picture, however long', () => {
    const seen = new SeenCodes();
    const counted = Array.from({ length: 100 }, (_, at) => seen.fresh(['A'], at * 120)).flat();
    expect(counted).toEqual(['A']);
  });

  it('CART-11 a picture that cannot be read is not the code leaving', () => {
    const seen = new SeenCodes();
    const counted = [0, 500, 1_500, 3_000].map((at) => seen.fresh(at === 500 ? [] : ['A'], at));
    expect(counted.flat()).toEqual(['A']);
  });

  it('CART-11 the same code counts again after two seconds out of the picture', () => {
    const seen = new SeenCodes();
    expect(seen.fresh(['A'], 0)).toEqual(['A']);
    expect(seen.fresh([], 1_000)).toEqual([]);
    expect(seen.fresh(['A'], 2_000)).toEqual(['A']);
  });

  it('CART-11 several codes of one picture count once each', () => {
    const seen = new SeenCodes();
    expect(seen.fresh(['A', 'B', 'A'], 0)).toEqual(['A', 'B']);
    expect(seen.fresh(['B', 'C'], 100)).toEqual(['C']);
  });
});
