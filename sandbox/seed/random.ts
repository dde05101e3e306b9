/**
 * Chance without state: every value is a function of the world's seed and a key that names what is being
 * decided, so adding a product, a field or a rule never reshuffles what is already there.
 */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, continued from where an earlier text ended: a shared beginning is read once. */
function absorb(state: number, text: string): number {
  let h = state;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), FNV_PRIME);
  }
  return h;
}

/** The final avalanche, so that neighbouring keys do not look alike. */
function finished(state: number): number {
  let h = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32-bit hash of a text. */
export const hash32 = (text: string): number => finished(absorb(FNV_OFFSET, text));

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
  /** The first `most` of that order. */
  first<T>(key: string, values: readonly T[], name: (value: T) => string, most: number): T[];
}

export function createChance(seed: string): Chance {
  const start = absorb(FNV_OFFSET, `${seed}|`);
  const unitFrom = (state: number, key: string) => finished(absorb(state, key)) / 2 ** 32;
  const unit = (key: string) => unitFrom(start, key);
  return {
    unit,
    int: (key, low, high) => low + Math.floor(unit(key) * (high - low + 1)),
    odds: (key, share) => unit(key) < share,
    pick: (key, values) => values[Math.floor(unit(key) * values.length)] ?? values[0],
    order: (key, values, name) => {
      const begun = absorb(absorb(start, key), '|');
      return values
        .map((value) => ({ value, rank: unitFrom(begun, name(value)) }))
        .sort((a, b) => a.rank - b.rank)
        .map((entry) => entry.value);
    },
    first: (key, values, name, most) => {
      const begun = absorb(absorb(start, key), '|');
      const best: { value: (typeof values)[number]; rank: number }[] = [];
      for (const value of values) {
        const rank = unitFrom(begun, name(value));
        if (best.length === most && rank >= (best.at(-1)?.rank ?? 0)) continue;
        const after = best.findIndex((entry) => entry.rank > rank);
        best.splice(after < 0 ? best.length : after, 0, { value, rank });
        if (best.length > most) best.pop();
      }
      return best.map((entry) => entry.value);
    },
  };
}
