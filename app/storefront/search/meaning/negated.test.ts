import { describe, expect, it } from 'vitest';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary } from '../words/vocabulary';
import { meaningClause, meaningHints } from './meaning-clause.server';
import { understand } from './understand';

const words = await builtInByLocale();
const facts: Readonly<Record<Locale, { substance: string; category: string; animal: string }>> = {
  fr: { substance: 'Amoxicilline', category: 'Corticoïdes', animal: 'Chat' },
  nl: { substance: 'Amoxicilline', category: 'Corticosteroïden', animal: 'Kat' },
  en: { substance: 'Amoxicillin', category: 'Corticosteroids', animal: 'Cat' },
};
const names: Readonly<Record<Locale, string[]>> = {
  fr: [
    'Gouttes auriculaires',
    "Gant d'examen sans poudre",
    'Comprimé vermifuge',
    "Gant d'examen en latex",
    'Compresse de gaze non stérile',
  ],
  nl: [
    'Oordruppels',
    'Handschoen zonder poeder',
    'Latexvrije handschoen',
    'Tablet',
    'Latex onderzoekshandschoen',
    'Niet-steriel gaaskompres',
  ],
  en: [
    'Ear drops',
    'Glove without powder',
    'Latex-free glove',
    'Tablet',
    'Latex examination glove',
    'Three-part syringe, Luer lock',
    'Gauze swab, non-sterile',
  ],
};

function read(text: string, locale: Locale) {
  const { substance, category, animal } = facts[locale];
  const labels = {
    substances: [substance, 'Prednisolone', 'Prednisolon'],
    indications: [],
    categories: [category],
    species: [animal],
    forms: ['Poudre', 'Poeder', 'Powder'],
    routes: [],
    ranges: [],
  };
  const index = { labels, brands: [], medicines: [], others: names[locale] };
  const vocabulary = createVocabulary(index, locale);
  return understand(text, { lexicon: createLexicon(words, locale), vocabulary });
}

describe('negated words', () => {
  it.each([
    ['fr', 'gouttes auriculaires sans cortisone', 'sans cortisone', 'cortisone'],
    [
      'fr',
      'gouttes sans cortisone ni amoxicilline',
      'sans cortisone ni amoxicilline',
      'amoxicilline',
    ],
    ['fr', 'comprimé pas pour chat', 'pas pour chat', 'chat'],
    ['fr', 'gouttes pas de cortisone', 'pas de cortisone', 'cortisone'],
    ['nl', 'oordruppels zonder cortisone', 'zonder cortisone', 'cortisone'],
    ['nl', 'tablet niet voor katten', 'niet voor katten', 'katten'],
    ['nl', 'cortisonevrije oordruppels', 'cortisonevrije', 'cortisone'],
    ['en', 'ear drops without cortisone', 'without cortisone', 'cortisone'],
    ['en', 'tablet not for cats', 'not for cats', 'cats'],
    ['en', 'steroid-free ear drops', 'steroid free', 'steroid'],
    ['en', 'ear drops no amoxicillin', 'no amoxicillin', 'amoxicillin'],
    ['en', 'tablet no cats', 'no cats', 'cats'],
    // No product is for fish as an animal; fish occurs as the meat in food.
    ['fr', 'comprimé mais pas de poisson', 'pas de poisson', 'poisson'],
    ['fr', 'comprimé jamais de poisson', 'jamais de poisson', 'poisson'],
    ['nl', 'tablet niet met vis', 'niet met vis', 'vis'],
    ['nl', 'tablet liever geen vis', 'liever geen vis', 'vis'],
    ['nl', 'tablet behalve vis', 'behalve vis', 'vis'],
    ['en', 'tablet but not fish', 'not fish', 'fish'],
    ['en', 'tablet other than fish', 'other than fish', 'fish'],
    // A negated word may be another form of a listed word, half of it, or a misspelling of it.
    ['fr', 'gouttes auriculaires non cortisonique', 'non cortisonique', 'cortisonique'],
    ['nl', 'oordruppels niet cortisonehoudend', 'niet cortisonehoudend', 'cortisonehoudend'],
    ['en', 'ear drops without cortisonne', 'without cortisonne', 'cortisonne'],
    // Next to an article, the text can negate any word of product names.
    ['fr', 'gants pas en latex', 'pas en latex', 'latex'],
    ['fr', 'gants mais pas de latex', 'pas de latex', 'latex'],
    ['nl', 'handschoenen geen latex', 'geen latex', 'latex'],
    ['nl', 'handschoenen niet van latex', 'niet van latex', 'latex'],
    ['en', 'gloves not latex', 'not latex', 'latex'],
    ['en', 'not latex gloves', 'not latex', 'latex'],
    ['en', 'syringe not luer lock', 'not luer lock', 'luer'],
    // Neither the word files nor the index contain the word, but it is negated.
    ['fr', 'comprimé sans parfum', 'sans parfum', 'parfum'],
    ['en', 'tablet sugar-free', 'sugar free', 'sugar'],
  ] as const)(
    'SRCH-07 a negated thing is left out of the search and reported (%s "%s")',
    (locale, text, negated, word) => {
      const { terms, negated: said, inNames } = read(text, locale);
      expect(said).toEqual([negated]);
      expect(terms.map(({ typed }) => typed).join(' ')).not.toContain(word);
      expect(terms.length).toBeGreaterThan(0);
      expect(inNames).not.toContain(word);
    },
  );

  it.each([
    ['fr', 'gant sans poudre'],
    ['nl', 'handschoen zonder poeder'],
    ['nl', 'latexvrije handschoen'],
    ['en', 'glove without powder'],
    ['en', 'latex-free glove'],
    // The grammatical ending of the word does not matter.
    ['nl', 'niet-steriele kompressen'],
    ['fr', 'compresses non stériles'],
  ] as const)(
    'SRCH-07 a negation that product names contain is searched (%s "%s")',
    (locale, text) => {
      expect(read(text, locale).negated).toEqual([]);
    },
  );

  it.each([
    ['fr', 'chat ne mange pas'],
    ['fr', 'plaques sans poils chat'],
    ['nl', 'kat geen eetlust'],
    ['en', 'cat no appetite'],
    ['fr', 'truc pour pas que le chat se lèche'],
    ['en', 'calf not breathing'],
    ['en', 'glove not fitting'],
  ] as const)(
    'SRCH-07 a complaint that contains a negation is searched as it is (%s "%s")',
    (locale, text) => {
      expect(read(text, locale).negated).toEqual([]);
    },
  );

  it('SRCH-07 a search text that only negates lists products with the negated thing last', () => {
    const understood = read('sans cortisone', 'fr');
    expect(understood.terms).toEqual([]);
    expect(understood.negated).toEqual(['sans cortisone']);
    expect(understood.unwanted.map(({ typed }) => typed)).toEqual(['cortisone']);
    const clause = JSON.stringify(meaningClause({ understood, code: null, every: true }));
    // Products with the medicine come after other medicines.
    expect(clause).toContain('"exists":{"field":"active_principle_option_ids.id"}');
  });

  it('SRCH-07 products whose names negate the unwanted thing do not count as having it', () => {
    const understood = read('gloves not latex', 'en');
    expect(understood.lacking).toEqual(['latex free']);
    expect(JSON.stringify(meaningHints(understood))).toContain(
      '{"match_phrase":{"name.plain":{"query":"latex free"}}}',
    );
  });

  it('SRCH-07 a negated animal ("not for cats") matches products by their species', () => {
    const [unwanted] = read('comprimé pas pour chat', 'fr').unwanted;
    expect(unwanted).toMatchObject({ kind: 'thing', facts: { species: ['Chat'] } });
  });

  it('SRCH-07 a dose per kilogram is reported and excludes no product', () => {
    const [, dose] = read('comprimé 0,5 mg/kg', 'fr').terms;
    expect(dose).toMatchObject({ isDose: true, isDemanded: false, written: '0,5 mg/kg' });
  });
});
