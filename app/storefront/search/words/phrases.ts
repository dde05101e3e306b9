/**
 * Finds the groups of words of a word file in any order and with other words between: `plaie en spray`, `spray
 * désinfectant pour plaie` and `spray plaie` mean the same. Groups are stored as numbers, because there are thousands.
 */
import type { Locale } from '~/base/i18n/locales';
import { stemOf } from './folding';
import { numbersUnder, wordTable, type WordTable } from './word-table';

export interface Groups {
  /** The concept that each group means. */
  concepts: Uint32Array;
  /** The number of words in each group. */
  sizes: Uint8Array;
  /** Groups by the stems of their words. */
  stems: WordTable;
}

interface Phrases {
  /** Concepts of the listed groups that consist of exactly these words, in any order. */
  made(words: readonly string[]): readonly number[];
  /**
   * The positions of the words of each listed group in a search text, apart or in another order; the longest group
   * first.
   */
  spread(words: readonly string[]): readonly (readonly number[])[];
}

const fewest = 2;
const onlyLetters = /^\p{L}+$/u;

/** True if a list in ascending order contains the number. */
function holds(list: ArrayLike<number>, wanted: number): boolean {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
}

export function prepareGroups(
  groups: Iterable<readonly [concept: number, words: readonly string[]]>,
  locale: Locale,
): Groups {
  const concepts: number[] = [];
  const sizes: number[] = [];
  const places = new Map<string, number[]>();
  for (const [concept, words] of groups) {
    const stems = new Set(words.map((word) => stemOf(word, locale)));
    if (stems.size < fewest) continue;
    const at = concepts.push(concept) - 1;
    sizes.push(stems.size);
    for (const stem of stems) {
      const there = places.get(stem);
      if (there) there.push(at);
      else places.set(stem, [at]);
    }
  }
  return {
    concepts: Uint32Array.from(concepts),
    sizes: Uint8Array.from(sizes),
    stems: wordTable(places),
  };
}

export function createPhrases({ concepts, sizes, stems: table }: Groups, locale: Locale): Phrases {
  /** The listed groups whose words are all among these stems. */
  function within(stems: ReadonlySet<string>): number[] {
    const met = new Map<number, number>();
    for (const stem of stems)
      for (const at of numbersUnder(table, stem)) met.set(at, (met.get(at) ?? 0) + 1);
    return [...met].flatMap(([at, count]) => (count === sizes[at] ? [at] : []));
  }

  const stemsOf = (words: readonly string[]): string[] =>
    words.map((word) => (onlyLetters.test(word) ? stemOf(word, locale) : ''));

  return {
    made(words) {
      const stems = [...new Set(stemsOf(words))];
      const lists = stems.map((stem) => numbersUnder(table, stem));
      // The group list of the rarest word gives the candidates; the lists of the other words only confirm them.
      const rarest = lists.reduce((least, list) => (list.length < least.length ? list : least));
      const all = [...rarest].filter(
        (at) => sizes[at] === stems.length && lists.every((list) => holds(list, at)),
      );
      return [...new Set(all.flatMap((at) => concepts[at] ?? []))];
    },
    spread(words) {
      const stems = stemsOf(words);
      const found = new Map<string, number[]>();
      const lists = stems.map((stem) => numbersUnder(table, stem));
      for (const at of within(new Set(stems.filter(Boolean)))) {
        const own = stems.flatMap((stem, place) =>
          stems.indexOf(stem) === place && holds(lists[place] ?? [], at) ? [place] : [],
        );
        found.set(own.join(' '), own);
      }
      return [...found.values()].sort((a, b) => b.length - a.length);
    },
  };
}
