/**
 * Chance without state: every value is a function of the world's seed and a key that names what is being
 * decided, so adding a product, a field or a rule never reshuffles what is already there.
 */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 32-bit hash of a text; FNV-1a with a final avalanche, so that neighbouring keys do not look alike. */
export function hash32(text: string): number {
  let h = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), FNV_PRIME);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export interface Chance {
  /** A number in [0, 1). */
  unit(key: string): number;
  /** A whole number from `low` to `high`, both possible. */
  int(key: string, low: number, high: number): number;
  /** True in `share` of the keys. */
  odds(key: string, share: number): boolean;
  pick<T>(key: string, values: readonly [T, ...T[]]): T;
  /** A stable permutation; an element keeps its place among the others when one is added. */
  order<T>(key: string, values: readonly T[], name: (value: T) => string): T[];
}

export function createChance(seed: string): Chance {
  const unit = (key: string) => hash32(`${seed}|${key}`) / 2 ** 32;
  return {
    unit,
    int: (key, low, high) => low + Math.floor(unit(key) * (high - low + 1)),
    odds: (key, share) => unit(key) < share,
    pick: (key, values) => values[Math.floor(unit(key) * values.length)] ?? values[0],
    order: (key, values, name) =>
      values
        .map((value) => ({ value, rank: unit(`${key}|${name(value)}`) }))
        .sort((a, b) => a.rank - b.rank)
        .map((entry) => entry.value),
  };
}
