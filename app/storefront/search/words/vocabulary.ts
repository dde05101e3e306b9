/**
 * The terms of the index: labels of its facts, and words of its names. The shop uses them to recognise known words and
 * parts of compounds, and to correct misspellings.
 */
import type { Locale } from '~/base/i18n/locales';
import { runAllSteps } from '~/base/kernel/steps';
import { plain, stemOf, wordsOf } from './folding';
import { figuresOf, type IndexFigures } from './index-figures';
import { saysWithout } from './negation';
import { basesOf } from './number';
import type { FactKind } from './word-file';
import type { Lengths } from './word-table';

/** Kinds of facts that the index stores as labels; equipment and other names are only words of product names. */
export type LabelKind = Exclude<FactKind, 'combinations' | 'equipment' | 'names'>;

export interface IndexWords {
  labels: Readonly<Record<LabelKind, readonly string[]>>;
  brands: readonly string[];
  /** Names of products with an active substance; `others` has the names of all other products. */
  medicines: readonly string[];
  others: readonly string[];
  /** Names of all variants that contain a number with a meaning, or a negation. */
  figured?: readonly string[];
}

export interface Vocabulary {
  /** The index's own label for a name in a word file, or null. */
  label(kind: LabelKind, name: string): string | null;
  /** True if the index contains every word of the name. */
  hasWords(name: string): boolean;
  knows(word: string): boolean;
  /** Words of the index that differ only in grammatical number or spelling; the search engine may not know that. */
  alike(word: string): readonly string[];
  /**
   * The words of the index that are singular, plural or diminutive of this noun, the most frequent in product names
   * first; empty for words of medicines.
   */
  forms(word: string): readonly string[];
  /** Categories whose whole name these words are, in singular or plural. */
  departments(words: readonly string[]): readonly string[];
  /** True if a product name contains the word; a label alone does not count. */
  names(word: string): boolean;
  begins(part: string): boolean;
  /** Words of the index that end with this one: `injectienaald` for `naald`. */
  endingWith(word: string): readonly string[];
  /** Words of the index that start with this letter and have such a length. */
  wordsFrom(initial: string, lengths: Lengths): readonly string[];
  isMedicine(word: string): boolean;
  /** True if a product name contains these words next to each other, one of them a negation: `sans latex`. */
  saysWithout(words: readonly string[]): boolean;
  figures: IndexFigures;
  words: ReadonlySet<string>;
}

const shortestEnding = 4;
/** Inflected endings that are ignored, so that `niet steriele` matches names with `niet-steriel`. */
const inflection = /(?<=\p{L}{4})(?:es?|s)$/u;
const mostEndings = 12;
const mostAlike = 4;
const mostForms = 4;

function addWords(to: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    for (const word of wordsOf(name)) if (/\p{L}/u.test(word)) to.add(word);
  }
}

/** Lookup keys of a whole name, with the last word in singular and plural. */
const wholeKeys = (words: readonly string[], locale: Locale): string[] => {
  const [last = '', ...before] = [...words].reverse();
  const head = before.reverse().join('');
  return basesOf(last, locale).map((base) => head + base);
};

/** Number of names or words per step, which takes a few milliseconds. */
const ofOneStep = 500;

/** Counts in how many product names each word occurs. */
function* countWords(names: readonly string[]): Generator<void, Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    if (at % ofOneStep === 0) yield;
    for (const word of wordsOf(name))
      if (/\p{L}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Indexes each word under all of its lookup keys. */
function* underKeys(
  words: Iterable<string>,
  keysOf: (word: string) => readonly string[],
): Generator<void, ReadonlyMap<string, string[]>> {
  const under = new Map<string, string[]>();
  for (const [at, word] of [...words].entries()) {
    if (at % ofOneStep === 0) yield;
    for (const key of keysOf(word)) {
      const there = under.get(key);
      if (there) there.push(word);
      else under.set(key, [word]);
    }
  }
  return under;
}

const reversed = (word: string): string => [...word].reverse().join('');

/** Position of a word in a sorted list, or the position at which it would be inserted. */
function placeOf(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of the index that end with this stem. `reversedStems`: sorted, each with its letters in reverse order. */
function wordsEnding(
  stem: string,
  stems: ReadonlyMap<string, string[]>,
  reversedStems: readonly string[],
): string[] {
  if (stem.length < shortestEnding) return [];
  const end = reversed(stem);
  const found: string[] = [];
  for (let at = placeOf(reversedStems, end); reversedStems[at]?.startsWith(end); at += 1) {
    const other = reversed(reversedStems[at] ?? '');
    if (other.length > stem.length) found.push(...(stems.get(other) ?? []));
  }
  return found.sort().slice(0, mostEndings);
}

/** Finds the words of negations in product names. */
function createNegations(index: IndexWords, locale: Locale): Vocabulary['saysWithout'] {
  const without = [...index.others, ...index.medicines, ...(index.figured ?? [])]
    .filter((name) => saysWithout(name, locale))
    .map((name) => ` ${plain(name)} `);
  const wordsWithout = [...new Set(without.flatMap((name) => name.trim().split(' ')))].sort();
  const isBeginning = (word: string): boolean =>
    wordsWithout[placeOf(wordsWithout, word)]?.startsWith(word) ?? false;
  return (typed) => {
    if (!typed.every((word) => isBeginning(word.replace(inflection, '')))) return false;
    const said = ` ${typed.join(' ')}`;
    const bare = said.replace(inflection, '');
    const stands = (name: string): boolean =>
      name.includes(`${said} `) || (bare !== said && name.includes(bare));
    return without.some(stands);
  };
}

/** A large catalogue has tens of thousands of words, so other requests are served between the steps. */
export function* vocabularyInSteps(index: IndexWords, locale: Locale): Generator<void, Vocabulary> {
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
  const counts = yield* countWords(index.others);
  for (const word of counts.keys()) plainWords.add(word);
  const words = new Set([...substances, ...plainWords]);
  addWords(words, index.brands);
  const named = yield* countWords(index.medicines);
  for (const word of named.keys()) words.add(word);
  const stems = yield* underKeys(words, (word) => [stemOf(word, locale)]);
  const sorted = [...words].sort();
  const initials = yield* underKeys(sorted, (word) => [`${word[0] ?? ''}${word.length}`]);
  const reversedStems = [...stems.keys()].map(reversed).sort();
  const numbers = yield* underKeys(plainWords, (word) => basesOf(word, locale));
  const departments = yield* underKeys(index.labels.categories, (name) =>
    wholeKeys(wordsOf(name), locale),
  );
  const isNamed = (word: string): boolean => counts.has(word) || named.has(word);
  const isMedicine = (word: string): boolean =>
    substances.has(word) || (words.has(word) && !plainWords.has(word));

  return {
    label: (kind, name) => labels.get(kind)?.get(plain(name)) ?? null,
    hasWords: (name) => wordsOf(name).every((word) => !/\p{L}/u.test(word) || words.has(word)),
    knows: (word) => words.has(word) || (word.length > 3 && stems.has(stemOf(word, locale))),
    alike: (word) =>
      word.length > 3
        ? (stems.get(stemOf(word, locale)) ?? []).filter((one) => one !== word).slice(0, mostAlike)
        : [],
    forms: (word) => {
      if (word.length < 3 || isMedicine(word)) return [];
      const all = new Set(basesOf(word, locale).flatMap((base) => numbers.get(base) ?? []));
      const count = (one: string): number => (counts.get(one) ?? 0) + (named.get(one) ?? 0);
      return [...all]
        .filter((one) => !substances.has(one))
        .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))
        .slice(0, mostForms);
    },
    departments: (typed) => [
      ...new Set(wholeKeys(typed, locale).flatMap((key) => departments.get(key) ?? [])),
    ],
    names: isNamed,
    begins: (part) => sorted[placeOf(sorted, part)]?.startsWith(part) ?? false,
    wordsFrom: (initial, { least, most }) =>
      Array.from(
        { length: most - least + 1 },
        (_, more) => initials.get(`${initial}${least + more}`) ?? [],
      ).flat(),
    endingWith: (word) => wordsEnding(stemOf(word, locale), stems, reversedStems),
    isMedicine,
    saysWithout: createNegations(index, locale),
    figures: figuresOf(index.figured ?? []),
    words,
  };
}

export const createVocabulary = (index: IndexWords, locale: Locale): Vocabulary =>
  runAllSteps(vocabularyInSteps(index, locale));
