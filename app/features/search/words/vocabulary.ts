/**
 * The words of the index itself: labels of its facts, and the words of its names. They say which words are known,
 * what may be a part of a compound, and what a wrong letter may have been.
 */
import type { Locale } from '~/i18n/locales';
import { plain, stemOf, wordsOf } from './folding';
import type { FactKind } from './word-file';

/** Kinds of facts that the index carries as labels; equipment and names are words of a product's name. */
export type LabelKind = Exclude<FactKind, 'combinations' | 'equipment' | 'names'>;

export interface IndexWords {
  labels: Readonly<Record<LabelKind, readonly string[]>>;
  brands: readonly string[];
  /** Names of products with an active substance, and of all others. */
  medicines: readonly string[];
  others: readonly string[];
}

export interface Vocabulary {
  /** The index's own label for what a word file calls so, or null. */
  label(kind: LabelKind, name: string): string | null;
  /** Every word of a name stands in the index. */
  hasWords(name: string): boolean;
  knows(word: string): boolean;
  /** Words of the index that are the same in another number or spelling; the search engine may not know that. */
  alike(word: string): readonly string[];
  begins(part: string): boolean;
  /** Words that end with this one: `injectienaald` for `naald`. */
  endingWith(word: string): readonly string[];
  isMedicine(word: string): boolean;
  words: ReadonlySet<string>;
}

const shortestEnding = 4;
const mostEndings = 12;
const mostAlike = 4;

function addWords(to: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    for (const word of wordsOf(name)) if (/\p{L}/u.test(word)) to.add(word);
  }
}

export function createVocabulary(index: IndexWords, locale: Locale): Vocabulary {
  const labels = new Map(
    Object.entries(index.labels).map(([kind, names]) => [
      kind,
      new Map(names.map((name) => [plain(name), name])),
    ]),
  );
  const substances = new Set<string>();
  addWords(substances, index.labels.substances);
  const plainWords = new Set<string>();
  for (const [kind, names] of Object.entries(index.labels)) {
    if (kind !== 'substances') addWords(plainWords, names);
  }
  addWords(plainWords, index.others);
  const words = new Set([...substances, ...plainWords]);
  addWords(words, index.brands);
  addWords(words, index.medicines);
  const stems = new Map<string, string[]>();
  for (const word of words) {
    const stem = stemOf(word, locale);
    const there = stems.get(stem);
    if (there) there.push(word);
    else stems.set(stem, [word]);
  }
  const sorted = [...words].sort();

  function begins(part: string): boolean {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < part) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(part) ?? false;
  }

  return {
    label: (kind, name) => labels.get(kind)?.get(plain(name)) ?? null,
    hasWords: (name) => wordsOf(name).every((word) => !/\p{L}/u.test(word) || words.has(word)),
    knows: (word) => words.has(word) || (word.length > 3 && stems.has(stemOf(word, locale))),
    alike: (word) =>
      word.length > 3
        ? (stems.get(stemOf(word, locale)) ?? []).filter((one) => one !== word).slice(0, mostAlike)
        : [],
    begins,
    endingWith: (word) => {
      const stem = stemOf(word, locale);
      if (stem.length < shortestEnding) return [];
      return sorted
        .filter((one) => one.length > word.length && stemOf(one, locale).endsWith(stem))
        .slice(0, mostEndings);
    },
    isMedicine: (word) => substances.has(word) || (words.has(word) && !plainWords.has(word)),
    words,
  };
}
