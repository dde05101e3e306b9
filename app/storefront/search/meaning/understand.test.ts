import { describe, expect, it } from 'vitest';
import { understandTerms } from '../../../../tests/support/understood-terms';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary, type IndexWords } from '../words/vocabulary';
import { understandWithinLimit } from './understand-within-limit';

const words = await builtInByLocale();

const labels: Readonly<Record<Locale, IndexWords['labels']>> = {
  fr: {
    substances: ['Amoxicilline', 'Acide clavulanique', 'Prednisolone', 'Méloxicam'],
    indications: ['Vers ronds', 'Puces', 'Otite externe'],
    categories: ['Vermifuges cheval', 'Vermifuges pour animaux de compagnie'],
    species: ['Chien', 'Chat', 'Cheval'],
    forms: ['Comprimé', 'Pâte orale'],
    routes: ['Orale'],
    ranges: ['Rénal'],
  },
  nl: {
    substances: ['Amoxicilline', 'Clavulaanzuur', 'Prednisolon', 'Meloxicam'],
    indications: ['Vlooien', 'Spoelwormen'],
    categories: ['Ontwormingsmiddelen gezelschapsdieren', 'Ontwormingsmiddelen grote huisdieren'],
    species: ['Hond', 'Kat', 'Paard'],
    forms: ['Spot-on oplossing', 'Tablet'],
    routes: ['Oraal'],
    ranges: ['Nier'],
  },
  en: {
    substances: ['Amoxicillin', 'Clavulanic acid', 'Prednisolone', 'Meloxicam'],
    indications: ['Fleas', 'Roundworms'],
    categories: ['Wormers, pets', 'Wormers, large animals'],
    species: ['Dog', 'Cat', 'Horse'],
    forms: ['Tablet'],
    routes: ['Oral'],
    ranges: ['Renal'],
  },
};
const names = {
  fr: ['Écorneur électrique', "Gant d'examen en nitrile Handskin", 'Aiguille hypodermique'],
  nl: ['Elektrische onthoorner', 'Nitril onderzoekshandschoen Handskin', 'Vleugelnaald', 'Pipet'],
  en: [
    'Electric dehorner',
    'Nitrile examination glove Handskin',
    'Surgical blade',
    'Peroxymonosulphate powder',
  ],
};

function readerOf(locale: Locale) {
  const index = { labels: labels[locale], brands: ['Handskin'], medicines: ['Canicol', 'Canisil'] };
  const others = [...names[locale], 'Handskin S', 'Handskin M'];
  const vocabulary = createVocabulary({ ...index, others }, locale);
  return { lexicon: createLexicon(words, locale), vocabulary };
}
const readers = { fr: readerOf('fr'), nl: readerOf('nl'), en: readerOf('en') };
const read = (text: string, locale: Locale) => understandTerms(text, readers[locale]);
const kinds = (text: string, locale: Locale = 'fr') =>
  read(text, locale).terms.map(({ typed, kind }) => `${typed}: ${kind}`);
const only = (text: string, locale: Locale) => read(text, locale).terms[0];

describe('search text read as terms', () => {
  it('SRCH-07 a term of the trade means facts of the catalogue, in each language', () => {
    expect(only('vermifuge', 'fr')?.facts?.categories).toContain(
      'Vermifuges pour animaux de compagnie',
    );
    expect(only('ontwormer', 'nl')?.facts?.categories).toContain(
      'Ontwormingsmiddelen gezelschapsdieren',
    );
    expect(only('dewormer', 'en')?.facts?.categories).toContain('Wormers, pets');
  });

  it('SRCH-07 a size is a required term, whichever product word is next to it', () => {
    const asked = {
      nl: [
        'handschoen M',
        'handschoenen M',
        'nitriel handschoenen maat M',
        'M nitril handschoenen',
      ],
      fr: ['gant M', 'gants M', 'gants nitriles taille M', 'M gants nitrile'],
      en: ['glove M', 'gloves M', 'nitril gloves size M', 'M nitrile gloves'],
    };
    for (const locale of ['nl', 'fr', 'en'] as const)
      for (const text of asked[locale]) {
        const size = read(text, locale).terms.find(({ kind }) => kind === 'size');
        expect([size?.typed, size?.isDemanded], text).toEqual(['m', true]);
      }
    // Only a single letter is a size; several letters in a row are not.
    for (const locale of ['nl', 'fr', 'en'] as const)
      for (const text of ['ssss', 'zzzz', 'mmm', 'll'])
        expect(kinds(text, locale), text).toEqual([`${text}: word`]);
  });

  it('SRCH-07 a strength means the same with a point and with a comma', () => {
    const { lexicon } = readers.fr;
    const meant = (text: string) =>
      lexicon.find(text.split(' '))?.concepts.map(({ means }) => means);
    expect(meant('nacl 7,2 %')).toEqual([
      { substances: [expect.stringContaining('hypertonique')] },
    ]);
    expect(meant('nacl 7.2 %')).toEqual(meant('nacl 7,2 %'));
  });

  it('SRCH-02 the antidote of a medicine is not read as that medicine', () => {
    const meant = (text: string, locale: Locale) =>
      readers[locale].lexicon.find(text.split(' '))?.concepts.map(({ means }) => means.substances);
    expect(meant('antidote morphine', 'fr')).toEqual([['naloxone']]);
    expect(meant('tegengif diazepam', 'nl')).toEqual([['flumazenil']]);
    expect(meant('medetomidine reversal', 'en')).toEqual([['atipamezole']]);
  });

  it('SRCH-07 a dosage form next to an abbreviated medicine is not read as a second product', () => {
    const vocabulary = createVocabulary(
      {
        labels: { ...labels.en, substances: ['Dexamethasone'], forms: ['Solution for injection'] },
        brands: [],
        medicines: [],
        others: [],
      },
      'en',
    );
    const { terms } = understandTerms('dex shot', { lexicon: readers.en.lexicon, vocabulary });
    expect(terms[0]?.facts).toEqual({ substances: ['Dexamethasone'] });
    expect(terms[0]?.isDemanded).toBe(true);
  });

  it('SRCH-07 joined, separate, hyphenated, singular, plural and accented spellings give the same terms', () => {
    for (const text of ['anti-puces', 'antipuces', 'anti puces', 'ANTI PUCE'])
      expect(read(text, 'fr').terms).toHaveLength(1);
    const naald = only('naald', 'nl')?.facts?.equipment;
    for (const text of ['naalden', 'naaldje', 'naaldjes'])
      expect(only(text, 'nl')?.facts?.equipment).toEqual(naald);
  });

  it('SRCH-07 the longest listed group of words is used, so a combination is not read as one of its parts', () => {
    expect(only('amoxi-clav', 'fr')?.facts?.combinations).toEqual([
      'Amoxicilline + Acide clavulanique',
    ]);
    // The search text is cut into as few groups as possible, not into three single words.
    expect(kinds('pâte vermifuge cheval')).toHaveLength(2);
  });

  it('SRCH-07 numbers are read with their units in any notation', () => {
    expect(kinds('meloxicam 5mg')).toEqual(['meloxicam: substance', '5mg: strength']);
    expect(only('5cc', 'en')?.ways).toContain('5 ml');
    expect(only('2,5 %', 'fr')?.ways).toContain('25 mg/ml');
    expect(only('3-0', 'nl')?.typed).toBe('3/0');
    expect(only('250 mg', 'en')?.ways).toContain('200 + 50 mg');
    expect(only('0.5ml', 'fr')?.ways).toContain('0,5 ml');
  });

  it('SRCH-07 a Dutch compound is read by its parts, and no other word is split', () => {
    const parts = only('vlooienpipet', 'nl');
    expect(parts?.facts ?? parts?.parts.map(({ typed }) => typed)).toBeTruthy();
    expect(only('nitrilvleugelnaald', 'nl')?.parts.map(({ typed }) => typed)).toEqual([
      'nitril',
      'vleugelnaald',
    ]);
    expect(only('handskin', 'nl')?.parts).toEqual([]);
  });

  it('SRCH-07 one unknown word is left out and reported, so the result is not empty', () => {
    const { terms, dropped } = read('vermifuge xyzzyq', 'fr');
    expect(dropped).toEqual(['xyzzyq']);
    expect(terms.filter(({ isDemanded }) => isDemanded).map(({ typed }) => typed)).toEqual([
      'vermifuge',
    ]);
    expect(read('xyzzyq', 'fr').dropped).toEqual([]);
    // A number is no reason to leave out the unknown words next to it, because half of the catalogue contains a number.
    for (const text of ['<script>xyzzyq(1)</script>', 'xyzzyq 12 kg', 'xyzzyq 5 mg'])
      expect(read(text, 'fr').dropped, text).toEqual([]);
  });

  it('SRCH-02 a medicine that the catalogue lacks stays required and is never read as another', () => {
    for (const [text, locale] of [
      ['prednisone', 'en'],
      ['pentobarbital', 'fr'],
      ['ampicilline', 'nl'],
    ] as const) {
      const { terms, dropped, corrected } = read(`${text} kat`, locale);
      expect(terms[0], text).toMatchObject({ kind: 'substance', isDemanded: true, ways: [] });
      expect([dropped, corrected]).toEqual([[], []]);
    }
    expect(read('canicol', 'fr').corrected).toEqual([]);
  });

  it('SRCH-02 a wrong letter is corrected in terms of the trade, and in a medicine name if no second medicine is near', () => {
    expect(read('vermifige', 'fr').corrected).toEqual([{ typed: 'vermifige', read: 'vermifuge' }]);
    expect(read('meloxicqm', 'nl').corrected[0]?.read).toBe('meloxicam');
    // Two medicines are equally near, so neither is shown.
    expect(read('canisol', 'fr').corrected).toEqual([]);
    // Short words are not corrected: they resemble too many others.
    expect(read('rige', 'fr').corrected).toEqual([]);
  });

  it('SRCH-07 stop words are left out, and punctuation gives no term', () => {
    expect(kinds('vermifuge pour le chien')).toEqual(['vermifuge: thing', 'chien: animal']);
    expect(read('  ,;!  ', 'fr').terms).toEqual([]);
    expect(read('pour le', 'fr').terms.length).toBeGreaterThan(0);
  });

  it('SRCH-07 a word that the page’s language lacks is read in another language', () => {
    expect(only('hond', 'fr')).toMatchObject({ kind: 'animal', facts: { species: ['Chien'] } });
  });

  it('SRCH-07 a part of a compound that only names the kind of product is left out', () => {
    expect(only('vlooienproduct', 'nl')?.parts.map(({ typed }) => typed)).toEqual(['vlooien']);
  });

  it('SRCH-07 words typed without a space are split if the word file lists both', () => {
    const parts = only('dewormertablets', 'en')?.parts.map(({ typed }) => typed);
    expect(parts).toEqual(['dewormer', 'tablets']);
    expect(only('xyzzytablets', 'en')?.parts).toEqual([]);
  });

  it('SRCH-07 an animal inside a group of words is read as the animal of the term', () => {
    expect(only('vermifuge pour chien', 'fr')?.animal ?? null).toBeNull();
    const group = readers.fr.lexicon.find(['vermifuge', 'cheval']);
    expect(group).not.toBeNull();
    expect(only('vermifuge cheval', 'fr')?.animal?.species).toEqual(['Cheval']);
  });

  it('SRCH-07 a measure inside a group of words is also read as a term', () => {
    const bare = { lexicon: readers.fr.lexicon, vocabulary: null };
    const termsIn = (text: string) => understandTerms(text, bare).terms;
    for (const text of ['seringue 5 ml', 'seringue 5ml']) {
      expect(termsIn(text).map(({ kind }) => kind)).toEqual(['thing', 'measure']);
      expect(termsIn(text)[1]?.ways).toContain('5 ml');
    }
    // A number without a unit inside a listed name is part of the name.
    expect(termsIn('robinet 3 voies').map(({ kind }) => kind)).toEqual(['thing']);
  });

  it('SRCH-07 a short unknown word next to other words is left out, not corrected', () => {
    expect(read('tenir vermifuge chien', 'fr').corrected).toEqual([]);
    expect(read('tenir vermifuge chien', 'fr').dropped).toEqual(['tenir']);
    // A single letter typed for a double one is corrected even next to other words.
    expect(read('colar dog', 'en').corrected).toEqual([{ typed: 'colar', read: 'collar' }]);
  });

  it.each(['fr', 'nl', 'en'] as const)(
    'SRCH-03 a registration number is not split into words (%s)',
    (locale) => {
      for (const code of ['BE-V007008', 'be-v007008', 'BE V 007008', 'EU/2/06/061/001']) {
        const { terms, dropped } = read(code, locale);
        expect([terms.map(({ typed, facts }) => [typed, facts]), dropped], code).toEqual([
          [[code, null]],
          [],
        ]);
      }
      expect(read('os 250 mg', locale).terms.length).toBeGreaterThan(1);
    },
  );

  it('P-88 P-92 a search text designed to be split many times costs no more than any other', () => {
    const long = ['gant'.repeat(50), 'handschoen'.repeat(20), 'kattenvoederbak'.repeat(13)];
    const many = ['handschoen'.repeat(6), 'hondenmand'.repeat(6), 'spuitspuitspuit'.repeat(4)];
    for (const text of [...long.map((one) => one.slice(0, 200)), many.join(' ')]) {
      const spent = [1, 2, 3].map(() => {
        const before = process.cpuUsage();
        read(text, 'nl');
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      });
      expect(Math.min(...spent), text).toBeLessThan(100);
    }
  });
});

describe('cache of parsed texts', () => {
  it('SRCH-07 P-77 a search text is parsed once per vocabulary, and again when the vocabulary changes', () => {
    const { fr } = readers;
    const first = understandWithinLimit('vermifuge chien', fr);
    expect(first).toEqual(understandTerms('vermifuge chien', fr));
    expect(understandWithinLimit('vermifuge chien', { ...fr })).toBe(first);
    const renewed = { ...fr, vocabulary: readerOf('fr').vocabulary };
    expect(understandWithinLimit('vermifuge chien', renewed)).not.toBe(first);
    const refiled = { ...fr, lexicon: createLexicon(words, 'fr') };
    expect(understandWithinLimit('vermifuge chien', refiled)).not.toBe(first);
    const unread = { ...fr, vocabulary: null };
    expect(understandWithinLimit('vermifuge chien', unread)).not.toBe(
      understandWithinLimit('vermifuge chien', unread),
    );
  });
});
