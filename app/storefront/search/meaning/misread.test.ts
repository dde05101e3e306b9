/** Search texts that an earlier version misinterpreted, in the languages in which it did. */
import { describe, expect, it } from 'vitest';
import { understandTerms } from '../../../../tests/support/understood-terms';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary, type IndexWords } from '../words/vocabulary';
import { meaningClause, meaningHints } from './meaning-clause.server';

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
const index: Readonly<Record<Locale, Partial<IndexWords['labels']> & { others: string[] }>> = {
  fr: {
    substances: [
      'Phytoménadione (vitamine K1)',
      'Acide ascorbique (vitamine C)',
      'Amoxicilline',
      'Vitamines A, D3 et E',
      'Vitamine E et sélénium',
      'Complexe de vitamines B',
      'Sucralfate',
      'Acide clavulanique',
      'Bénazépril',
      'Spironolactone',
      'Méloxicam',
      'Oxytétracycline',
      'Atipamézole',
      'Imidaclopride',
      'Moxidectine',
      'Kétamine',
      'Ronidazole',
      'Pradofloxacine',
      'Thiamazole',
    ],
    indications: ['Intoxication aux raticides', 'Ulcère gastrique', 'Surpoids et obésité'],
    categories: [
      'Vitamines',
      'Vermifuges pour animaux de compagnie',
      'Antagonistes et antidotes',
      'Alimentation chat',
      'Cathéters veineux',
      'Sutures et agrafes',
    ],
    species: ['Chat', 'Lapin', 'Poule'],
    forms: ['Comprimé'],
    others: [
      'Seringue 2 pièces Luer',
      'Cathéter veineux court',
      'Compresse de gaze stérile',
      'Essuie-mains pliés',
      'Surchaussures',
      'Muselière pour chat',
      'Muselière panier',
      'Vert',
      'Bleu',
      'Rose',
      'Aiguilles à suture réutilisables',
      'Compresse non tissée',
    ],
  },
  nl: {
    substances: [
      'Fytomenadion (vitamine K1)',
      'Ascorbinezuur (vitamine C)',
      'Vitaminen A, D3 en E',
      'Vitamine E en selenium',
      'Atipamezol',
      'Imidacloprid',
      'Moxidectine',
      'Natriumchloride 0,9 %',
      'Amoxicilline',
      'Fludrocortison',
      'Thiamazol',
    ],
    indications: ['Rattenvergiftiging', 'Onderdrukken van de loopsheid'],
    categories: [
      'Ontwormingsmiddelen gezelschapsdieren',
      'Hondenvoeding',
      'Antagonisten en antidota',
    ],
    species: ['Kat', 'Hond', 'Konijn'],
    forms: ['Tablet'],
    ranges: ['Eén eiwitbron'],
    others: ['Perifere veneuze katheter', 'Groen', 'Geel', 'Legkorrels met granen'],
  },
  en: {
    substances: [
      'Phytomenadione (vitamin K1)',
      'Vitamins A, D3 and E',
      'Clavulanic acid',
      'Green-lipped mussel (Perna canaliculus)',
      'Meloxicam',
      'Doxycycline',
      'Clindamycin',
    ],
    indications: ['Vitamin deficiency'],
    categories: ['Vitamins', 'Wormers, pets'],
    species: ['Dog', 'Cat', 'Rabbit'],
    others: ['Nylon muzzle', 'Basket muzzle', 'Cat muzzle', 'IV catheter', 'Green'],
  },
};

function readerOf(locale: Locale) {
  const { others, ...labels } = index[locale];
  const medicines = locale === 'fr' ? ['Motimov suspension buvable'] : [];
  const given = { labels: { ...none, ...labels }, brands: [], medicines, others };
  return {
    lexicon: createLexicon(words, locale),
    vocabulary: createVocabulary(given, locale),
  };
}
const readers = { fr: readerOf('fr'), nl: readerOf('nl'), en: readerOf('en') };
const read = (locale: Locale, text: string) => understandTerms(text, readers[locale]);
const meant = (locale: Locale, text: string): string[] =>
  read(locale, text).terms.flatMap(({ facts }) => Object.values(facts ?? {}).flat());

describe('texts that were once read wrongly', () => {
  it.each([
    ['nl', 'vit k', 'Fytomenadion (vitamine K1)'],
    ['nl', 'vit k hond', 'Fytomenadion (vitamine K1)'],
    ['nl', 'vitk', 'Fytomenadion (vitamine K1)'],
    ['nl', 'vit c', 'Ascorbinezuur (vitamine C)'],
    ['nl', 'vitaminec', 'Ascorbinezuur (vitamine C)'],
    ['nl', 'vit d3', 'Vitaminen A, D3 en E'],
    ['nl', 'vit e', 'Vitamine E en selenium'],
    ['fr', 'vit k', 'Phytoménadione (vitamine K1)'],
    ['fr', 'vit d', 'Vitamines A, D3 et E'],
    ['fr', 'vit a', 'Vitamines A, D3 et E'],
    ['fr', 'vit b6', 'Complexe de vitamines B'],
    ['en', 'vit k', 'Phytomenadione (vitamin K1)'],
    ['en', 'vit a', 'Vitamins A, D3 and E'],
    ['en', 'vit d', 'Vitamins A, D3 and E'],
  ] as const)(
    'SRCH-02 a letter after "vitamin" selects that vitamin (%s "%s")',
    (locale, text, substance) => {
      const { terms, dropped } = read(locale, text);
      expect(terms[0]?.facts?.substances?.[0]).toBe(substance);
      expect(terms[0]?.kind).toBe('substance');
      expect(dropped).toEqual([]);
    },
  );

  it('SRCH-02 "vitamine" without a letter means any vitamin', () => {
    expect(meant('fr', 'vitamine')).toEqual(['Vitamines']);
    expect(meant('en', 'vit')).not.toContain('Vitamins A, D3 and E');
  });

  it.each([
    ['fr', 'antidote mort aux rats', 'Intoxication aux raticides'],
    ['nl', 'rattengif antidoot', 'Rattenvergiftiging'],
    ['nl', 'antidoot rattengif', 'Rattenvergiftiging'],
    ['fr', 'antidote xylazine', 'Atipamézole'],
    ['nl', 'tegengif xylazine', 'Atipamezol'],
    ['fr', 'pansement gastrique', 'Sucralfate'],
    ['fr', 'clavulanate', 'Acide clavulanique'],
    ['en', 'clavulanate', 'Clavulanic acid'],
    ['fr', 'clavulanic', 'Acide clavulanique'],
    ['nl', 'kat pillen', 'Tablet'],
    ['nl', 'kattenpillen', 'Tablet'],
    ['fr', 'fil aiguille courbe', 'Sutures et agrafes'],
  ] as const)(
    'SRCH-07 the search text (%s) "%s" means exactly one fact of the catalogue',
    (locale, text, fact) => {
      expect(meant(locale, text)).toEqual([fact]);
    },
  );

  it('SRCH-07 a big animal is not read as an overweight one (fr)', () => {
    for (const text of ['gros chat', 'chat gros', 'museliere gros chat'])
      expect(meant('fr', text), text).not.toContain('Surpoids et obésité');
    expect(meant('fr', 'chat trop gros')).toContain('Surpoids et obésité');
  });

  it.each([
    ['fr', 'vermifuge lapin'],
    ['fr', 'lapin vermifuge'],
    ['nl', 'konijn ontwormen'],
    ['nl', 'ontwormen konijn'],
    ['en', 'rabbit wormer'],
  ] as const)(
    'SRCH-07 a wormer for rabbits is not read as one for ferrets (%s "%s")',
    (locale, text) => {
      const [term] = read(locale, text).terms;
      expect(term?.facts?.combinations).toBeUndefined();
      expect(term?.facts?.categories).toHaveLength(1);
      expect(term?.animal?.species).toHaveLength(1);
    },
  );

  it.each([
    ['en', 'dog muzzle'],
    ['fr', 'museliere chien'],
  ] as const)('SRCH-07 a muzzle for dogs is not read as one for cats (%s "%s")', (locale, text) => {
    expect(meant(locale, text).join()).not.toMatch(/pour chat|Cat muzzle/);
  });

  it('SRCH-07 a search text of stop words only has no meaning', () => {
    expect(meant('fr', 'le la les')).toEqual([]);
  });

  it.each([
    ['fr', 'Cathéter Vert', 'vert'],
    ['fr', 'cathéters bleus', 'bleu'],
    ['nl', 'groene katheter', 'groen'],
    ['nl', 'gele katheter', 'geel'],
    ['fr', 'cathéter rose', 'rose'],
    ['en', 'green catheter', 'green'],
  ] as const)(
    'SRCH-07 the colour of a catheter only ranks products (%s "%s")',
    (locale, text, colour) => {
      const { terms } = read(locale, text);
      // The size, and not the colour, is required (measure-term.test.ts).
      expect(terms.map(({ isDemanded }) => isDemanded).filter(Boolean)).toHaveLength(2);
      expect(JSON.stringify(terms)).toContain(`"names":["${colour}"]`);
      const clause = meaningClause({ understood: read(locale, text), code: null, every: true });
      expect(JSON.stringify(clause)).toContain(`{"color_option_ids.name":{"query":"${colour}"}}`);
    },
  );

  it.each([
    ['fr', 'qmoxicilline', 'amoxicilline'],
    ['fr', 'mrloxicam', 'meloxicam'],
    ['fr', 'aeringue', 'seringue'],
    ['fr', 'qmoxi', 'amoxi'],
    ['fr', 'chqt', 'chat'],
  ] as const)(
    'SRCH-02 a typing slip is corrected and reported (%s "%s")',
    (locale, typed, right) => {
      expect(read(locale, typed).corrected).toEqual([{ typed, read: right }]);
    },
  );

  it.each([
    // A misspelling that the word file lists does not count as a second medicine that is equally near.
    ['fr', 'meloxcam', 'meloxicam'],
    ['en', 'meloxcam', 'meloxicam'],
    ['en', 'doxcycline', 'doxycycline'],
    ['nl', 'amoxycilin', 'amoxicilline'],
    // Words with the ending of a medicine and a missing, doubled or swapped letter.
    ['fr', 'benazpril', 'benazepril'],
    ['fr', 'pradofloxcaine', 'pradofloxacine'],
    ['en', 'clindammycin', 'clindamycin'],
    ['nl', 'thiamzol', 'thiamazol'],
    // A wrong or missing first letter.
    ['fr', 'eloxicam', 'meloxicam'],
    ['fr', 'emloxicam', 'meloxicam'],
    ['fr', 'etamine', 'ketamine'],
    ['nl', 'ludrocortison', 'fludrocortison'],
    ['fr', 'eringue', 'seringue'],
    // The word file also lists `seringe`, which is equally near.
    ['fr', 'seringeu', 'seringue'],
  ] as const)(
    'SRCH-02 a misspelt name is corrected and reported (%s "%s")',
    (locale, typed, right) => {
      expect(read(locale, typed).corrected).toEqual([{ typed, read: right }]);
    },
  );

  it.each([
    ['fr', 'etamine chien', 'ketamine'],
    ['fr', 'eringue 5 ml', undefined],
    ['fr', 'ouverture chat', undefined],
  ] as const)(
    'SRCH-02 beside other words, a missing first letter is restored only for medicines (%s "%s")',
    (locale, typed, right) => {
      expect(read(locale, typed).corrected[0]?.read).toBe(right);
    },
  );

  it.each(['ornidazole', 'nimorazole', 'tinidazole', 'vedaprofène', 'sparfloxacine'])(
    'SRCH-02 a medicine that is not sold is not read as one that is sold (%s)',
    (typed) => {
      expect(read('fr', typed).corrected).toEqual([]);
      expect(meant('fr', typed)).toEqual([]);
    },
  );

  it.each(['cisapride', 'mifepristone', 'griseofulvine', 'chlorphenamine'])(
    'SRCH-02 a compound is not read by a half that is a word of another language (%s)',
    (typed) => {
      expect(read('nl', typed).corrected).toEqual([]);
    },
  );

  it.each([
    ['fr', 'tenoxicam'],
    ['fr', 'piroxicam'],
    ['fr', 'piles'],
  ] as const)(
    'SRCH-02 a word that resembles another word is not corrected (%s "%s")',
    (locale, typed) => {
      expect(read(locale, typed).corrected).toEqual([]);
      expect(meant(locale, typed)).toEqual([]);
    },
  );

  it.each([
    ['fr', ',eloxica,', 'meloxicam'],
    ['fr', ';eloxica;', 'meloxicam'],
    ['fr', 'seringue 2,l', '2ml'],
    ['fr', 'co,presse', 'compresse'],
  ] as const)(
    'SRCH-02 a comma typed for the letter M of another keyboard layout is read as M ("%s")',
    (locale, text, right) => {
      expect(read(locale, text).corrected.map((one) => one.read)).toEqual([right]);
    },
  );

  it.each(['chat, lapin', 'chat,lapin', 'seringue 2,5 ml'])(
    'SRCH-02 a comma that is no mistyped M stays a comma ("%s")',
    (text) => {
      expect(read('fr', text).corrected).toEqual([]);
    },
  );

  it.each([
    ['nl', 'hond 5 jaar', '5 jaar'],
    ['fr', 'vermifuge chat 8 semaines', '8 semaines'],
    ['en', 'cat 12 yrs muzzle', '12 yrs'],
  ] as const)('SRCH-02 an age is reported as left out (%s "%s")', (locale, text, age) => {
    const understood = read(locale, text);
    expect(understood.dropped).toEqual([age]);
    expect(understood.inNames).not.toMatch(/\d/);
    expect(understood.terms.find(({ typed }) => typed === age)?.isDemanded).toBe(false);
  });

  it('SRCH-02 a number does not match a thread size that only contains it', () => {
    const clause = meaningClause({
      understood: read('fr', 'compresse 2'),
      code: null,
      every: true,
    });
    expect(JSON.stringify(clause)).toContain('{"match_phrase":{"name.plain":{"query":"2/0"}}}');
  });

  it.each([
    ['en', 'c/d cat', 'c/d'],
    ['fr', "hill's w/d", 'w/d'],
    ['nl', 'i/d', 'i/d'],
  ] as const)(
    'SRCH-02 the letters of a diet food are not read as another abbreviation (%s "%s")',
    (locale, text, diet) => {
      const term = read(locale, text).terms.find(({ typed }) => typed === diet);
      expect(term).toBeDefined();
      expect(Object.keys(term?.facts ?? {})).not.toContain('categories');
    },
  );

  it('SRCH-02 an unknown brand stays required next to an animal alone', () => {
    expect(read('fr', 'metacam chat')).toMatchObject({ dropped: [] });
    expect(read('fr', 'metacam vermifuge chat').dropped).toEqual(['metacam']);
  });

  it('SRCH-02 a misspelt muzzle is not read as mussel', () => {
    expect(read('en', 'muzzel').corrected).toEqual([{ typed: 'muzzel', read: 'muzzle' }]);
    expect(meant('en', 'muzzel').join()).not.toMatch(/mussel/);
  });

  it('SRCH-02 a medicine is required next to its container, which only ranks (nl "fysio zakken")', () => {
    const [medicine, bag] = read('nl', 'fysio zakken').terms;
    expect(medicine).toMatchObject({ kind: 'substance', isDemanded: true });
    expect(bag?.isDemanded).toBe(false);
  });

  it('SRCH-07 a word without its last letters finds what the whole word finds', () => {
    expect(read('fr', 'sering').terms[0]?.forms).toContain('seringue');
  });

  it.each([
    ['nl', 'zonder graan hond'],
    ['nl', 'hondenvoer zonder graan'],
  ] as const)('SRCH-07 food without grain is read as a kind of food (%s "%s")', (locale, text) => {
    expect(meant(locale, text)).toContain('Eén eiwitbron · Hond');
    expect(read(locale, text).negated).toEqual([]);
  });

  it('SRCH-07 products with a negated thing come last', () => {
    const understood = read('fr', 'croquettes chat sans poulet');
    expect(understood.unwanted.map(({ typed }) => typed)).toEqual(['poulet']);
    expect(JSON.stringify(meaningHints(understood))).toContain(
      '"must_not":[{"multi_match":{"query":"poulet"',
    );
  });

  it('SRCH-07 a substance alone comes before its combinations', () => {
    const understood = read('fr', 'bénazépril');
    expect(understood.partners).toEqual(['Spironolactone']);
    expect(JSON.stringify(meaningHints(understood))).toContain(
      '"must_not":[{"bool":{"minimum_should_match":1,"should":[{"terms":{"active_principle_option_ids.name.keyword":["Spironolactone"]',
    );
    expect(read('fr', 'bénazépril spironolactone').partners).toEqual([]);
  });

  it('SRCH-03 a product number from a label matches as a code, even next to words', () => {
    const understood = read('fr', 'meloxicam 2470896');
    expect(understood.terms.map(({ kind }) => kind)).toEqual(['substance', 'measure']);
    const clause = JSON.stringify(meaningClause({ understood, code: null, every: true }));
    expect(clause).toContain('{"codes":{"query":"2470896"}}');
    expect(read('fr', 'meloxicam ME650082').dropped).toEqual([]);
  });
});
