/** Sizes that colours and numbers mean for the things next to them, and numbers that are percentages. */
import { describe, expect, it } from 'vitest';
import { understandTerms } from '../../../../tests/support/understood-terms';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary, type IndexWords } from '../words/vocabulary';
import { meaningHints } from './meaning-clause.server';

const words = await builtInByLocale();
const none: IndexWords['labels'] = {
  substances: [],
  indications: [],
  categories: [],
  species: [],
  forms: [],
  routes: [],
  ranges: [],
};
const index = {
  fr: {
    substances: ['Glucose', 'Xylazine'],
    others: [
      'Aiguille hypodermique à usage unique',
      'Cathéter veineux court',
      'Sonde de Foley silicone',
      'Seringue 3 pièces Luer',
      'Seringue à insuline avec aiguille',
      'Fil nylon monofilament',
      '⅜ triangulaire',
      '½ ronde',
      'jaune',
      'vert',
      'rose',
      'rouge',
      'noir',
    ],
    categories: ['Sutures et agrafes', 'Aiguilles'],
  },
  nl: {
    substances: [],
    others: [
      'Injectienaald voor eenmalig gebruik',
      'Perifere veneuze katheter',
      'Glijmiddel',
      'Driedelige spuit Luer',
      '⅜ snijdend',
      '½ rond',
      'geel',
      'groen',
    ],
    categories: ['Hechtmateriaal'],
  },
  en: {
    substances: [],
    others: ['Disposable hypodermic needle', 'IV catheter', 'Three-part syringe, Luer', 'green'],
    categories: ['Sutures and staples'],
  },
} satisfies Record<Locale, { substances: string[]; others: string[]; categories: string[] }>;

function read(locale: Locale, text: string) {
  const { substances, others, categories } = index[locale];
  const labels = { ...none, substances, categories };
  const vocabulary = createVocabulary({ labels, brands: [], medicines: [], others }, locale);
  return understandTerms(text, { lexicon: createLexicon(words, locale), vocabulary });
}

describe('a colour that names the size of an article, such as a needle', () => {
  it.each([
    ['fr', 'aiguille verte', '21G'],
    ['fr', 'aiguille jaune', '20G'],
    ['fr', 'éguille jaune', '20G'],
    ['fr', 'aiguilles noires', '22G'],
    ['fr', 'aiguille grise', '27G'],
    ['fr', 'aiguille rose', '18G'],
    ['fr', 'cathéter jaune', '24G'],
    ['fr', 'cathéter vert', '18G'],
    ['fr', 'sonde de foley noire', 'Ch 10'],
    ['fr', 'seringue insuline rouge', 'U-40'],
    ['nl', 'groene naald', '21G'],
    ['nl', 'naald zwart', '22G'],
    ['nl', 'gele naalden', '20G'],
    ['nl', 'katheter geel', '24G'],
    ['nl', 'gele katheter', '24G'],
    ['nl', 'injectienaald blauw', '23G'],
    ['en', 'green needle', '21G'],
    ['en', 'brown needles', '26G'],
    ['en', 'white needle', '16G / 19G'],
    ['en', 'pink catheter', '20G'],
    ['en', 'orange catheter', '14G'],
  ] as const)(
    'SRCH-07 a colour means a needle size, whether the index has the colour or not: %s "%s" is read as %s',
    (locale, text, size) => {
      const { terms, corrected, dropped } = read(locale, text);
      expect(corrected.map((one) => one.read)).toEqual([size]);
      expect(dropped).toEqual([]);
      const [first = ''] = size.split(' / ');
      const letters = first.toLowerCase().replace('-', ' ');
      const ways = terms.find(({ correctedTo }) => correctedTo !== null)?.ways ?? [];
      expect(ways).toContain(letters);
      expect(terms.filter(({ isDemanded }) => isDemanded)).toHaveLength(2);
    },
  );

  it('SRCH-07 a colour means a size even next to other numbers', () => {
    expect(read('fr', 'aiguilles vertes 40 mm').corrected).toEqual([
      { typed: 'vertes', read: '21G' },
    ]);
  });

  it('SRCH-07 next to a size, a matching colour only ranks, and a contradicting colour is reported as left out', () => {
    const agreed = read('fr', 'aiguille 21G verte');
    expect([agreed.corrected, agreed.dropped]).toEqual([[], []]);
    expect(agreed.terms.find(({ typed }) => typed === 'verte')?.isDemanded).toBe(false);
    expect(read('en', '20G green needle').dropped).toEqual(['green']);
  });

  it('SRCH-07 a colour next to any other thing remains a colour', () => {
    expect(read('fr', 'fil noir').corrected).toEqual([]);
    expect(read('nl', 'geel').corrected).toEqual([]);
  });

  it('SRCH-02 Dutch "geel" (yellow) is not read as gel', () => {
    expect(JSON.stringify(read('nl', 'katheter geel').terms)).not.toContain('Glijmiddel');
  });
});

describe('a syringe by its volume', () => {
  it.each([
    ['en', '3 cc syringe', '2.5 ml'],
    ['fr', 'seringue 3 ml', '2,5 ml'],
    ['nl', 'spuit 3cc', '2,5 ml'],
    ['en', '12 ml syringe', '10 ml'],
    ['en', '6 ml syringe', '5 ml'],
  ] as const)(
    'SRCH-07 a syringe volume also matches the nearest size, which is reported: %s "%s" as %s',
    (locale, text, size) => {
      const { corrected, terms } = read(locale, text);
      expect(corrected[0]?.read).toContain(size);
      expect(terms.flatMap(({ ways }) => ways)).toContain(size);
    },
  );
});

describe('a bare number next to a medicine', () => {
  it('SRCH-07 a number without unit ranks products as a percentage next to a medicine, but not next to a tool', () => {
    const lifted = (text: string) =>
      meaningHints(read('fr', text)).filter((hint) => JSON.stringify(hint).includes('20 mg/ml'));
    expect(lifted('xylazine 2')).toHaveLength(1);
    expect(lifted('seringue 2')).toHaveLength(0);
  });

  it('SRCH-07 a number without unit next to a medicine also matches as a percentage', () => {
    expect(read('fr', 'glucosé 30').terms.flatMap(({ ways }) => ways)).toContain('300 mg/ml');
    expect(read('fr', 'xylazine 2').terms.flatMap(({ ways }) => ways)).toContain('20 mg/ml');
    expect(read('fr', 'xylazine 2').terms[1]?.ways[0]).toBe('2');
    expect(read('fr', 'xylazine 200').terms.flatMap(({ ways }) => ways)).not.toContain(
      '2000 mg/ml',
    );
    expect(read('fr', 'seringue 2').terms.flatMap(({ ways }) => ways)).not.toContain('20 mg/ml');
  });
});

describe('the needle of a thread', () => {
  it.each([
    ['fr', 'fil 4/0 aiguille triangulaire', 'triangulaire'],
    ['fr', 'fil 2/0 aiguille ronde', 'ronde'],
    ['nl', 'hechtdraad 3/0 snijdende naald', 'snijdend'],
    ['nl', 'hechtdraad 2/0 ronde naald', 'rond'],
  ] as const)(
    'SRCH-07 a search for a thread requires the shape of its needle: %s "%s"',
    (locale, text, point) => {
      const { terms, dropped } = read(locale, text);
      expect(dropped).toEqual([]);
      expect(terms.find(({ facts }) => facts?.names)?.facts?.names).toEqual([point]);
      expect(terms.every(({ isDemanded }) => isDemanded)).toBe(true);
    },
  );
});
