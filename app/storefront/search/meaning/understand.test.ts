import { describe, expect, it } from 'vitest';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary, type IndexWords } from '../words/vocabulary';
import { understood } from './last-understood';
import { understand } from './understand';
import type { QueryTerm } from './query-term';

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
    ...['Electric dehorner', 'Nitrile examination glove Handskin', 'Surgical blade'],
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
const read = (text: string, locale: Locale) => understand(text, readers[locale]);
const kinds = (text: string, locale: Locale = 'fr') =>
  read(text, locale).terms.map(({ typed, kind }) => `${typed}: ${kind}`);
const only = (text: string, locale: Locale): QueryTerm | undefined => read(text, locale).terms[0];

describe('what was typed, as terms', () => {
  it('SRCH-07 a word of the trade stands for facts of the catalogue, in each language', () => {
    expect(only('vermifuge', 'fr')?.facts?.categories).toContain(
      'Vermifuges pour animaux de compagnie',
    );
    expect(only('ontwormer', 'nl')?.facts?.categories).toContain(
      'Ontwormingsmiddelen gezelschapsdieren',
    );
    expect(only('dewormer', 'en')?.facts?.categories).toContain('Wormers, pets');
  });

  it('SRCH-07 a size stands for itself, whichever word of the product stands beside it', () => {
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
        const size = read(text, locale).terms.find(({ kind }) => kind === 'measure');
        expect([size?.typed, size?.isDemanded], text).toEqual(['m', true]);
      }
    // Only the letter is one: a row of it, or of one that sounds so, is none.
    for (const locale of ['nl', 'fr', 'en'] as const)
      for (const text of ['ssss', 'zzzz', 'mmm', 'll'])
        expect(kinds(text, locale), text).toEqual([`${text}: word`]);
    // Within a name of the word file it only ranks.
    expect(read('virkon s', 'en').terms).toMatchObject([
      { typed: 'virkon s', isDemanded: true },
      { typed: 's', kind: 'measure', isDemanded: false },
    ]);
  });

  it('SRCH-07 a strength has one meaning with a point and with a comma', () => {
    const { lexicon } = readers.fr;
    const meant = (text: string) =>
      lexicon.find(text.split(' '))?.concepts.map(({ means }) => means);
    expect(meant('nacl 7,2 %')).toEqual([
      { substances: [expect.stringContaining('hypertonique')] },
    ]);
    expect(meant('nacl 7.2 %')).toEqual(meant('nacl 7,2 %'));
  });

  it('SRCH-02 the antidote of a medicine is not that medicine', () => {
    const meant = (text: string, locale: Locale) =>
      readers[locale].lexicon.find(text.split(' '))?.concepts.map(({ means }) => means.substances);
    expect(meant('antidote morphine', 'fr')).toEqual([['naloxone']]);
    expect(meant('tegengif diazepam', 'nl')).toEqual([['flumazenil']]);
    expect(meant('medetomidine reversal', 'en')).toEqual([['atipamezole']]);
  });

  it('SRCH-07 how a medicine is given is no other thing beside its abbreviation', () => {
    const vocabulary = createVocabulary(
      {
        labels: { ...labels.en, substances: ['Dexamethasone'], forms: ['Solution for injection'] },
        ...{ brands: [], medicines: [], others: [] },
      },
      'en',
    );
    const { terms } = understand('dex shot', { lexicon: readers.en.lexicon, vocabulary });
    expect(terms[0]?.facts).toEqual({ substances: ['Dexamethasone'] });
    expect(terms[0]?.isDemanded).toBe(true);
  });

  it('SRCH-07 joined, apart and hyphened, plural and singular, with accents and without are one', () => {
    for (const text of ['anti-puces', 'antipuces', 'anti puces', 'ANTI PUCE'])
      expect(read(text, 'fr').terms).toHaveLength(1);
    const naald = only('naald', 'nl')?.facts?.equipment;
    for (const text of ['naalden', 'naaldje', 'naaldjes'])
      expect(only(text, 'nl')?.facts?.equipment).toEqual(naald);
  });

  it('SRCH-07 the longest group of words counts: a combination is not one of its parts', () => {
    expect(only('amoxi-clav', 'fr')?.facts?.combinations).toEqual([
      'Amoxicilline + Acide clavulanique',
    ]);
    // As few groups as will do: not three words apart.
    expect(kinds('pâte vermifuge cheval')).toHaveLength(2);
  });

  it('SRCH-07 figures are read with what they count, however they are written', () => {
    expect(kinds('meloxicam 5mg')).toEqual(['meloxicam: substance', '5mg: strength']);
    expect(only('5cc', 'en')?.ways).toContain('5 ml');
    expect(only('2,5 %', 'fr')?.ways).toContain('25 mg/ml');
    expect(only('3-0', 'nl')?.typed).toBe('3/0');
    expect(only('250 mg', 'en')?.ways).toContain('200 + 50 mg');
    expect(only('0.5ml', 'fr')?.ways).toContain('0,5 ml');
  });

  it('SRCH-07 a Dutch compound is read by its parts, and no other word is taken apart', () => {
    const parts = only('vlooienpipet', 'nl');
    expect(parts?.facts ?? parts?.parts.map(({ typed }) => typed)).toBeTruthy();
    expect(only('nitrilvleugelnaald', 'nl')?.parts.map(({ typed }) => typed)).toEqual([
      'nitril',
      'vleugelnaald',
    ]);
    expect(only('handskin', 'nl')?.parts).toEqual([]);
  });

  it('SRCH-07 one unknown word empties nothing: it is left out and said', () => {
    const { terms, dropped } = read('vermifuge xyzzyq', 'fr');
    expect(dropped).toEqual(['xyzzyq']);
    expect(terms.filter(({ isDemanded }) => isDemanded).map(({ typed }) => typed)).toEqual([
      'vermifuge',
    ]);
    expect(read('xyzzyq', 'fr').dropped).toEqual([]);
    // A figure is no reason to leave the words beside it out: half of the catalogue has one.
    for (const text of ['<script>xyzzyq(1)</script>', 'xyzzyq 12 kg', 'xyzzyq 5 mg'])
      expect(read(text, 'fr').dropped, text).toEqual([]);
  });

  it('SRCH-02 a medicine that the catalogue lacks is demanded, never read as another', () => {
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

  it('SRCH-02 a wrong letter is forgiven in words of the trade, and where one medicine alone is near', () => {
    expect(read('vermifige', 'fr').corrected).toEqual([{ typed: 'vermifige', read: 'vermifuge' }]);
    expect(read('meloxicqm', 'nl').corrected[0]?.read).toBe('meloxicam');
    // Two medicines are as near: neither is shown.
    expect(read('canisol', 'fr').corrected).toEqual([]);
    // Short words have too many neighbours.
    expect(read('rige', 'fr').corrected).toEqual([]);
  });

  it('SRCH-07 words that say nothing are left out, and junk is no term', () => {
    expect(kinds('vermifuge pour le chien')).toEqual(['vermifuge: thing', 'chien: animal']);
    expect(read('  ,;!  ', 'fr').terms).toEqual([]);
    expect(read('pour le', 'fr').terms.length).toBeGreaterThan(0);
  });

  it('SRCH-07 a word of another language is understood where this one does not have it', () => {
    expect(only('hond', 'fr')).toMatchObject({ kind: 'animal', facts: { species: ['Chien'] } });
  });

  it('SRCH-07 a compound that is half known is read by that half, and it is said', () => {
    const { terms, corrected } = read('vlooienverjager', 'nl');
    expect(corrected).toEqual([{ typed: 'vlooienverjager', read: 'vlooien' }]);
    expect(terms[0]?.facts?.indications).toEqual(['Vlooien']);
    // The letter that joins two parts is none of the second.
    expect(read('doktershandschoenen', 'nl').corrected).not.toContainEqual(
      expect.objectContaining({ read: 'shandschoenen' }),
    );
    // A substance is never all that is meant of a longer word.
    expect(read('meloxicamverjager', 'nl').corrected).toEqual([]);
  });

  it('SRCH-07 a part that only says what kind of thing it is shuts nothing out', () => {
    expect(only('vlooienproduct', 'nl')?.parts.map(({ typed }) => typed)).toEqual(['vlooien']);
  });

  it('SRCH-07 words typed without their space are two, where the file has both', () => {
    const parts = only('dewormertablets', 'en')?.parts.map(({ typed }) => typed);
    expect(parts).toEqual(['dewormer', 'tablets']);
    expect(only('xyzzytablets', 'en')?.parts).toEqual([]);
  });

  it('SRCH-07 an animal within a group of words ranks what is found', () => {
    expect(only('vermifuge pour chien', 'fr')?.animal ?? null).toBeNull();
    const group = readers.fr.lexicon.find(['vermifuge', 'cheval']);
    expect(group).not.toBeNull();
    expect(only('vermifuge cheval', 'fr')?.animal?.species).toEqual(['Cheval']);
  });

  it('SRCH-07 a measure that a group of words holds is not lost in it', () => {
    const bare = { lexicon: readers.fr.lexicon, vocabulary: null };
    const termsIn = (text: string) => understand(text, bare).terms;
    for (const text of ['seringue 5 ml', 'seringue 5ml']) {
      expect(termsIn(text).map(({ kind }) => kind)).toEqual(['thing', 'measure']);
      expect(termsIn(text)[1]?.ways).toContain('5 ml');
    }
    // A figure that counts no unit is a part of the name.
    expect(termsIn('robinet 3 voies').map(({ kind }) => kind)).toEqual(['thing']);
  });

  it('SRCH-07 a short word beside others is left out, never bent to one that is known', () => {
    expect(read('tenir vermifuge chien', 'fr').corrected).toEqual([]);
    expect(read('tenir vermifuge chien', 'fr').dropped).toEqual(['tenir']);
    // One letter for two is a mistake, beside others too.
    expect(read('colar dog', 'en').corrected).toEqual([{ typed: 'colar', read: 'collar' }]);
  });

  it.each(['fr', 'nl', 'en'] as const)(
    'SRCH-03 a number of an authority has no words to be read (%s)',
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

  it('P-88 P-92 a text made to be taken apart costs no more than any other', () => {
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

describe('texts that were read last', () => {
  it('SRCH-07 P-77 a text is read once with the same words, and anew with others', () => {
    const { fr } = readers;
    const first = understood('vermifuge chien', fr);
    expect(first).toEqual(understand('vermifuge chien', fr));
    expect(understood('vermifuge chien', { ...fr })).toBe(first);
    const renewed = { ...fr, vocabulary: readerOf('fr').vocabulary };
    expect(understood('vermifuge chien', renewed)).not.toBe(first);
    const refiled = { ...fr, lexicon: createLexicon(words, 'fr') };
    expect(understood('vermifuge chien', refiled)).not.toBe(first);
    const unread = { ...fr, vocabulary: null };
    expect(understood('vermifuge chien', unread)).not.toBe(understood('vermifuge chien', unread));
  });
});
