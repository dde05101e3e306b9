import { describe, expect, it } from 'vitest';
import { pairOf, spreadOf } from '../../load/bench/ratios';

describe('npm run bench -- --against', () => {
  it('P-76 a disturbed round does not change the ratio of a pair', () => {
    const quiet = [
      { now: 3, before: 4 },
      { now: 3.2, before: 4.2 },
      { now: 2.8, before: 3.8 },
      { now: 3, before: 4 },
    ];
    expect(pairOf(quiet)).toEqual({ now: 3, before: 4, ratio: 0.75 });
    expect(pairOf([...quiet, { now: 90, before: 4 }])).toEqual({ now: 3, before: 4, ratio: 0.75 });
  });

  it('P-76 the ratio over the pairs comes with the lowest and the highest', () => {
    expect(spreadOf([1.1, 0.7, 0.9, 10, 0.8])).toEqual({ median: 0.9, lowest: 0.7, highest: 10 });
  });
});
