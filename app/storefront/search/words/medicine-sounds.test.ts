import { describe, expect, it } from 'vitest';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { understand } from '../meaning/understand';
import { createLexicon } from './lexicon';
import { createVocabulary } from './vocabulary';

const words = await builtInByLocale();
const sold: Readonly<Record<Locale, string[]>> = {
  fr: ['Méloxicam', 'Enrofloxacine', 'Furosémide', 'Oméprazole', 'Buprénorphine', 'Prednisolone'],
  nl: ['Meloxicam', 'Enrofloxacine', 'Oxytetracycline', 'Amoxicilline'],
  en: ['Meloxicam', 'Enrofloxacin', 'Marbofloxacin', 'Buprenorphine', 'Butorphanol'],
};

function corrected(locale: Locale, text: string): (string | undefined)[] {
  const labels = {
    indications: [], categories: [], species: [], forms: [], routes: [], ranges: [],
    substances: sold[locale],
  };
  const index = { labels, brands: ['Générique Vet'], medicines: [], others: [] };
  const vocabulary = createVocabulary(index, locale);
  const read = understand(text, { lexicon: createLexicon(words, locale), vocabulary });
  return read.corrected.map((one) => one.read);
}

describe('a medicine read by its sound or its beginning', () => {
  it.each([
    ['fr', 'mailoxicam', 'meloxicam'],
    ['nl', 'mailoxicam', 'meloxicam'],
    ['en', 'mailoxicam', 'meloxicam'],
    ['fr', 'omaiprazole', 'omeprazole'],
    ['fr', 'furosaimide', 'furosemide'],
    ['nl', 'oxitetraciclien', 'oxytetracycline'],
    ['fr', 'enrofloxacilline', 'enrofloxacine'],
    ['nl', 'enrofloxacilline', 'enrofloxacine'],
    ['en', 'enrofloxacillin', 'enrofloxacin'],
    ['en', 'marbofloxacillin', 'marbofloxacin'],
  ] as const)('SRCH-07 the %s medicine name "%s" is read as %s, and reported', (locale, typed, name) => {
    expect(corrected(locale, typed)).toEqual([name]);
  });

  it.each([
    ['en', 'tenoxicam'],
    ['en', 'buprenorphanol'],
    ['nl', 'amoxicycline'],
    ['fr', 'prednisolol'],
    ['nl', 'generiek'],
  ] as const)('SRCH-02 the %s word "%s" is not corrected, because another medicine is as near', (locale, typed) => {
    expect(corrected(locale, typed)).toEqual([]);
  });
});
