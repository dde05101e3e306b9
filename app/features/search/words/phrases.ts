/**
 * The groups of words of a word file by the words in them, whatever their order and whatever stands between: `plaie en
 * spray`, `spray désinfectant pour plaie` and `spray plaie` say one thing. Kept as numbers: there are thousands.
 */
import type { Locale } from '~/i18n/locales';
import { stemOf } from './folding';

export interface Phrases {
  /** Concepts of the groups that are made of exactly these words, in any order. */
  made(words: readonly string[]): readonly string[];
  /** The places of the words of each group that stands in a text, apart or in another order; the longest first. */
  spread(words: readonly string[]): readonly (readonly number[])[];
}

const fewest = 2;
const onlyLetters = /^\p{L}+$/u;

/** In a list in ascending order. */
function holds(list: readonly number[], wanted: number): boolean {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
}

export function createPhrases(
  groups: Iterable<readonly [id: string, words: readonly string[]]>,
  locale: Locale,
): Phrases {
  const ids: string[] = [];
  const sizes: number[] = [];
  const places = new Map<string, number[]>();
  for (const [id, words] of groups) {
    const stems = new Set(words.map((word) => stemOf(word, locale)));
    if (stems.size < fewest) continue;
    const at = ids.push(id) - 1;
    sizes.push(stems.size);
    for (const stem of stems) {
      const there = places.get(stem);
      if (there) there.push(at);
      else places.set(stem, [at]);
    }
  }

  /** Groups all of whose words are among these. */
  function within(stems: ReadonlySet<string>): number[] {
    const met = new Map<number, number>();
    for (const stem of stems)
      for (const at of places.get(stem) ?? []) met.set(at, (met.get(at) ?? 0) + 1);
    return [...met].flatMap(([at, count]) => (count === sizes[at] ? [at] : []));
  }

  const stemsOf = (words: readonly string[]): string[] =>
    words.map((word) => (onlyLetters.test(word) ? stemOf(word, locale) : ''));

  return {
    made(words) {
      const stems = [...new Set(stemsOf(words))];
      const lists = stems.map((stem) => places.get(stem) ?? []);
      // The rarest word says which groups are looked at; the others only whether they are in them.
      const rarest = lists.reduce((least, list) => (list.length < least.length ? list : least));
      const all = rarest.filter(
        (at) => sizes[at] === stems.length && lists.every((list) => holds(list, at)),
      );
      return [...new Set(all.map((at) => ids[at] ?? ''))];
    },
    spread(words) {
      const stems = stemsOf(words);
      const found = new Map<string, number[]>();
      for (const at of within(new Set(stems.filter(Boolean)))) {
        const own = stems.flatMap((stem, place) =>
          stems.indexOf(stem) === place && holds(places.get(stem) ?? [], at) ? [place] : [],
        );
        found.set(own.join(' '), own);
      }
      return [...found.values()].sort((a, b) => b.length - a.length);
    },
  };
}
