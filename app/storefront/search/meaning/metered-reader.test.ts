/** The work of parsing one search text is bounded, whatever an anonymous client sends (P-88). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import { cpuMsOf } from '../../../../tests/support/growth';
import { locales, type Locale } from '~/base/i18n/locales';
import { cleanText } from '../criteria';
import { wordsOf } from '../words/folding';
import { createLexicon } from '../words/lexicon';
import { createVocabulary } from '../words/vocabulary';
import { understandWithinLimit } from './understand-within-limit';
import { createMeteredReader, mostWork } from './metered-reader';
import { understand } from './understand';

const words = await builtInByLocale();
const labels = {
  substances: [],
  indications: [],
  categories: [],
  species: [],
  forms: [],
  routes: [],
  ranges: [],
};

/** A seeded sequence, so that every run has the same texts. */
function createRandom() {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  return <T>(list: readonly T[]): T => {
    const one = list[Math.floor(next() * list.length)];
    if (one === undefined) throw new Error('an empty list');
    return one;
  };
}

const letters = [...'abcdefghilmnoprstuv'];

/** Builds an index with some thousand names, and generators of search texts from its words. */
function worldOf(locale: Locale) {
  const pick = createRandom();
  const lexicon = createLexicon(words, locale);
  const known = [
    ...lexicon.medicines,
    ...[...'scapbmtdr'].flatMap((one) => [...lexicon.singleWordsFrom(one)]),
  ].filter((word) => /^[a-z]{5,}$/.test(word));
  const slip = (word: string): string => {
    const at = 1 + pick(Array.from({ length: word.length - 1 }, (_, place) => place));
    return word.slice(0, at) + pick(letters) + word.slice(at + pick([0, 1]));
  };
  const times = (count: number, one: () => string) => Array.from({ length: count }, one);
  const names = times(4_000, () => `${pick(known)} ${slip(pick(known))}`);
  const worst: Readonly<Record<string, () => string>> = {
    'known words': () => times(20, () => pick(known)).join(' '),
    'mistyped words': () => times(20, () => slip(pick(known))).join(' '),
    'ten words of two': () => times(10, () => slip(slip(pick(known) + pick(known)))).join(' '),
    'words without spaces': () =>
      times(4, () =>
        times(4, () => pick(known))
          .join('')
          .slice(0, 49),
      ).join(' '),
    'mistyped words between separators': () =>
      times(20, () => slip(pick(known))).join(pick(['/', '-', ' x ', '+', ', ', '. '])),
    'figures and units': () =>
      times(20, () => `${pick([5, 22, 500])}${pick(['mg', 'ml', 'x', 'kg', '%'])}`).join(' '),
    'random letters': () => times(20, () => times(9, () => pick(letters)).join('')).join(' '),
  };
  const index = { labels, brands: [], medicines: names.slice(0, 1_000), others: names };
  return { lexicon, vocabulary: createVocabulary(index, locale), worst };
}

/** The search texts of the relevance suite, as customers type them. */
const everyday: string[] = [];
for (const file of ['also-right', 'everyday', 'fresh', 'practice', 'queries', 'spoken'])
  JSON.parse(readFileSync(`tools/relevance/${file}.json`, 'utf8'), (key, value: unknown) => {
    if (['text', 'query', 'typed', 'q'].includes(key) && typeof value === 'string')
      everyday.push(value);
    return value;
  });

describe('work of reading a text', () => {
  it.each(locales)(
    'P-88 SRCH-02 the reader stops the most expensive search texts of 200 characters at its bound (language %s)',
    (locale) => {
      const { lexicon, vocabulary, worst } = worldOf(locale);
      const metered = createMeteredReader(lexicon, vocabulary);
      let cut = 0;
      for (const [what, make] of Object.entries(worst)) {
        const texts = Array.from({ length: 4 }, () => cleanText(make()));
        const works = texts.map((text) => metered.readWithin((reader) => understand(text, reader)));
        const again = texts.map((text) => metered.readWithin((reader) => understand(text, reader)));
        expect(again.map(({ work }) => work)).toEqual(works.map(({ work }) => work));
        cut += works.filter(({ value }) => value === null).length;
        const whole = texts.map((text) =>
          metered.readWithin((reader) => understand(text, reader), Infinity),
        );
        expect(whole.every(({ value }) => value !== null)).toBe(true);
        const msOf = (most: number): string =>
          Math.max(
            ...texts.map((text) =>
              cpuMsOf(() => metered.readWithin((reader) => understand(text, reader), most)),
            ),
          ).toFixed(1);
        process.stdout.write(
          `${locale} ${what}: ${msOf(mostWork)} ms of processor time within the bound, ${msOf(Infinity)} without\n`,
        );
      }
      expect(cut).toBeGreaterThan(6);
    },
  );

  it.each(locales)(
    'SRCH-02 P-88 the reader finishes everyday search texts within its bound (language %s)',
    (locale) => {
      const { lexicon, vocabulary } = worldOf(locale);
      const metered = createMeteredReader(lexicon, vocabulary);
      const some = everyday.filter((_text, at) => at % 40 === 0);
      expect(some.length).toBeGreaterThan(50);
      const unread = some.filter(
        (text) => metered.readWithin((reader) => understand(text, reader)).value === null,
      );
      expect(unread).toEqual([]);
    },
  );

  it('SRCH-02 P-88 a search text that exceeds the bound is searched as typed, with each of its words required', () => {
    const { lexicon, vocabulary, worst } = worldOf('nl');
    const text = cleanText(worst['random letters']?.() ?? '');
    const read = understandWithinLimit(text, { lexicon, vocabulary });
    expect(read.terms.map(({ typed }) => typed)).toEqual(wordsOf(text));
    expect(read.terms.every(({ isDemanded }) => isDemanded)).toBe(true);
    expect(read.inNames).toBe(text);
    expect([read.corrected, read.dropped, read.negated]).toEqual([[], [], []]);
    expect(understandWithinLimit(text, { lexicon, vocabulary })).toBe(read);
  });
});
