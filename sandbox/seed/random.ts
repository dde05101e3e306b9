/**
 * Stateless randomness: every value is a function of the world's seed and a key that names the decision. So adding a
 * product, a field or a rule never changes existing values.
 */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a that continues from the state of a prefix, so that a shared prefix is hashed once. */
function absorb(state: number, text: string): number {
  let h = state;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), FNV_PRIME);
  }
  return h;
}

/** The final mixing step, so that similar keys get different values. */
function finished(state: number): number {
  let h = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32-bit hash of a text. */
export const hash32 = (text: string): number => finished(absorb(FNV_OFFSET, text));

export interface Chance {
  /** A number in [0, 1) for the key. */
  unit(key: string): number;
  /** An integer from `low` to `high`, both inclusive. */
  int(key: string, low: number, high: number): number;
  /** True for a share of `share` of all keys. */
  odds(key: string, share: number): boolean;
  pick<T>(key: string, values: readonly [T, ...T[]]): T;
  /** A stable permutation: adding an element keeps the relative order of the others. */
  order<T>(key: string, values: readonly T[], name: (value: T) => string): T[];
  /** The first `most` elements of `order`. */
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
