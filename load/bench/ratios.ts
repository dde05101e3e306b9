/** The statistics of a comparison of two builds. */

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** CPU milliseconds per page in one round. */
export interface Round {
  now: number;
  before: number;
}

/**
 * The medians of a pair's rounds, and their ratio. A median leaves out the rounds that other processes or a long
 * garbage collection disturbed.
 */
export function pairOf(rounds: readonly Round[]): Round & { ratio: number } {
  const now = median(rounds.map((round) => round.now));
  const before = median(rounds.map((round) => round.before));
  return { now, before, ratio: now / before };
}

export interface Spread {
  median: number;
  lowest: number;
  highest: number;
}

export const spreadOf = (numbers: readonly number[]): Spread => ({
  median: median(numbers),
  lowest: Math.min(...numbers),
  highest: Math.max(...numbers),
});
