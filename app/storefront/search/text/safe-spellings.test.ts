import { describe, expect, it } from 'vitest';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import { locales, type Locale } from '~/base/i18n/locales';
import { understand } from '../meaning/understand';
import { safelyCorrected } from '../typing/autocomplete.server';
import { plain } from '../words/folding';
import { createLexicon } from '../words/lexicon';
import { nearestWord } from '../words/spelling-guard';
import { createVocabulary } from '../words/vocabulary';
import { isSafelySimilar, wordsToResemble } from './no-hits.server';
import { mayBecome, safeSpellings, unknownWords } from './safe-spellings';

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

/** A reader for an index that contains only the given names, as medicines or as other products. */
function readerOf(locale: Locale, names: { medicines?: string[]; others?: string[] }) {
  const { medicines = [], others = [] } = names;
  const vocabulary = createVocabulary({ labels, brands: [], medicines, others }, locale);
  return { lexicon: createLexicon(words, locale), vocabulary };
}

const phraseOf = (text: string, other: string) => ({
  hits: [],
  total: 0,
  totalRelation: 'eq' as const,
  aggregations: {},
  incomplete: false,
  withheld: false,
  suggest: {
    suggestion: [{ offset: 0, length: text.length, options: [{ text: other }] }],
  },
});

const pairs = locales.flatMap((locale) =>
  words[locale].lists.never.flatMap(([left, right]) => [
    { locale, asked: left, other: right },
    { locale, asked: right, other: left },
  ]),
);

describe('spellings that may be suggested', () => {
  it('SRCH-02 each language’s word file lists pairs of words that must not be confused', () => {
    for (const locale of locales)
      expect(pairs.filter((pair) => pair.locale === locale).length).toBeGreaterThan(100);
  });

  it.each(['medicines', 'others'] as const)(
    'SRCH-02 neither word of a listed pair is read as, corrected to or offered for the other (%s)',
    (kind) => {
      for (const locale of locales) {
        const own = pairs.filter((pair) => pair.locale === locale);
        const reader = readerOf(locale, { [kind]: own.map(({ other }) => other) });
        for (const { asked, other } of own) {
          const about = `${locale} ${asked} → ${other}`;
          const [typed, offered] = [plain(asked), plain(other)];
          expect(safeSpellings([other], asked, reader), about).toEqual([]);
          expect(safelyCorrected(phraseOf(asked, other), asked, reader), about).toBeNull();
          expect(nearestWord(typed, reader.lexicon, reader.vocabulary), about).not.toBe(offered);
          expect(mayBecome(typed, offered, reader), about).toBe(false);
          expect(understand(asked, reader).corrected, about).toEqual([]);
          const resembling = wordsToResemble(asked, reader);
          expect(isSafelySimilar(other, asked, resembling, reader), about).toBe(false);
        }
        // The index contains only one word of the pair, and the customer types the other.
        for (const { asked, other } of own) {
          const alone = readerOf(locale, { [kind]: [other] });
          const about = `${locale} ${asked} → ${other}, alone`;
          expect(safeSpellings([other], asked, alone), about).toEqual([]);
          expect(safelyCorrected(phraseOf(asked, other), asked, alone), about).toBeNull();
          expect(isSafelySimilar(other, asked, wordsToResemble(asked, alone), alone), about).toBe(
            false,
          );
        }
      }
    },
  );

  it('SRCH-02 no spelling is suggested until the index terms have loaded', () => {
    const unread = { lexicon: createLexicon(words, 'fr'), vocabulary: null };
    const ready = readerOf('fr', { others: ['Écorneur électrique'] });
    const answer = phraseOf('ecorneor', 'ecorneur');
    expect(safelyCorrected(answer, 'ecorneor', ready)).toBe('ecorneur');
    expect(safelyCorrected(answer, 'ecorneor', unread)).toBeNull();
    expect(safeSpellings(['ecorneur'], 'ecorneor', unread)).toEqual([]);
    expect(unknownWords('ecorneor', unread)).toEqual([]);
    expect(wordsToResemble('ecorneor', unread)).toEqual([]);
  });

  it.each([
    ['fr', 'prednisonne', 'Prednisolone Sennevalis'],
    ['fr', 'prednisonne', 'Prednisolonne'],
    ['nl', 'prednisonn', 'Prednisolon'],
    ['en', 'prednissone', 'Prednisolone'],
  ] as const)(
    'SRCH-02 the (%s) medicine %s, which the index lacks, is not read as %s',
    (locale, typed, name) => {
      const reader = readerOf(locale, { medicines: [name] });
      expect(nearestWord(typed, reader.lexicon, reader.vocabulary)).toBeNull();
      expect(understand(typed, reader).corrected).toEqual([]);
    },
  );

  it('SRCH-02 a brand that is not sold is not read as a word that begins differently', () => {
    const reader = readerOf('fr', { others: ['Fontaine'] });
    expect(understand('frontline', reader).corrected).toEqual([]);
    expect(safeSpellings(['fontaine'], 'frontline', reader)).toEqual([]);
    expect(safelyCorrected(phraseOf('frontline', 'fontaine'), 'frontline', reader)).toBeNull();
    expect(safelyCorrected(phraseOf('fonntane', 'fontaine'), 'fonntane', reader)).toBe('fontaine');
  });

  it('SRCH-02 similar names are offered only for unknown words, and never if the search text contains a medicine', () => {
    const reader = readerOf('fr', {
      medicines: ['Doxamyl 5 mg', 'Canicol'],
      others: ['Tapis chauffant', 'Panier 5 mg'],
    });
    expect(wordsToResemble('tapiss', reader)).toEqual(['tapiss']);
    expect(isSafelySimilar('Tapis chauffant', 'tapiss', ['tapiss'], reader)).toBe(true);
    for (const text of ['prednisone 5 mg', 'pentobarbital', 'tapiss canicol', 'tapiss 5 mg'])
      expect(wordsToResemble(text, reader), text).toEqual([]);
    expect(isSafelySimilar('Doxamyl 5 mg', 'doxamil', ['doxamil'], reader)).toBe(false);
    expect(isSafelySimilar('Panier 5 mg', 'xxxxx', ['xxxxx'], reader)).toBe(false);
  });
});
