/**
 * Words that no word file lists, interpreted through words that a file lists. These tests use a word file of their own,
 * so that new words do not change the result.
 */
import { describe, expect, it } from 'vitest';
import { understandTerms } from '../../../../tests/support/understood-terms';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { prepareWords, type PreparedWords } from '../words/prepared-words';
import { createVocabulary, type IndexWords } from '../words/vocabulary';
import { checkWordFile } from '../words/word-file';

const none: IndexWords['labels'] = {
  substances: [],
  indications: [],
  categories: [],
  species: [],
  forms: [],
  routes: [],
  ranges: [],
};

function fileOf(locale: Locale, given: object): PreparedWords {
  const { file, faults } = checkWordFile(given);
  if (!file) throw new Error(faults.join('; '));
  return prepareWords(file, locale);
}
const empty = (locale: Locale): PreparedWords => fileOf(locale, { concepts: [] });
const concept = (id: string, words: string[], means: object) => ({ id, words, means });

const nl = fileOf('nl', {
  concepts: [
    concept('dehorning', ['onthoornen'], { equipment: ['Onthoorner'] }),
    concept('cold', ['verkouden kat'], { indications: ['Niesziekte'] }),
    concept('snot', ['snot kat'], { indications: ['Niesziekte'] }),
    concept('kitten', ['kitten'], { species: ['Kitten'] }),
    concept('pain', ['zere tablet'], { substances: ['Meloxicam'] }),
    concept('drink', ['drankje'], { equipment: ['Drank'] }),
    concept('syringe', ['spuit'], { equipment: ['Spuit'] }),
    concept('box', ['spuitdoos', 'spuit zonder naald'], { equipment: ['Doos'] }),
    concept('wound', ['wonde'], { indications: ['Wonde'] }),
    concept('cough', ['kat hoest', 'hoest komt op'], { indications: ['Niesziekte'] }),
    concept('old', ['oude'], { indications: ['Wonde'] }),
  ],
  fillers: ['die', 'komt', 'houden', 'na'],
  purposes: ['tegen', 'voor'],
  idle: ['tegen', 'voor', 'de'],
  soft: ['kit', 'oude'],
});
const fr = fileOf('fr', {
  concepts: [concept('worms', ['vermifuger'], { indications: ['Vers ronds'] })],
});
const labels = {
  nl: {
    ...none,
    indications: ['Niesziekte', 'Enterotoxemie', 'Wonde'],
    species: ['Kitten', 'Kat'],
    substances: ['Meloxicam'],
  },
  fr: { ...none, indications: ['Vers ronds'] },
};
const others = ['Onthoorner', 'Drank', 'Spuit', 'Doos', 'Houden'];
const readers = {
  nl: {
    lexicon: createLexicon({ fr: empty('fr'), nl, en: empty('en') }, 'nl'),
    vocabulary: createVocabulary({ labels: labels.nl, brands: [], medicines: [], others }, 'nl'),
  },
  fr: {
    lexicon: createLexicon({ fr, nl: empty('nl'), en: empty('en') }, 'fr'),
    vocabulary: createVocabulary(
      { labels: labels.fr, brands: [], medicines: [], others: [] },
      'fr',
    ),
  },
};
const factsOf = (text: string, locale: 'nl' | 'fr' = 'nl') =>
  understandTerms(text, readers[locale]).terms[0]?.facts ?? null;

describe('a word that no file lists', () => {
  it('SRCH-07 an unlisted word takes the meaning of another form of it that a word file lists', () => {
    expect(factsOf('onthoornd')).toEqual({ equipment: ['Onthoorner'] });
    expect(factsOf('onthoorning')).toEqual({ equipment: ['Onthoorner'] });
    expect(factsOf('vermifugation', 'fr')).toEqual({ indications: ['Vers ronds'] });
    expect(factsOf('onthoornige')).toEqual({ equipment: ['Onthoorner'] });
  });

  it('SRCH-07 an unlisted word takes the meaning of the listed group that contains it, unless another word names the wanted product', () => {
    expect(factsOf('verkouden')).toEqual({ indications: ['Niesziekte'] });
    const { terms, dropped } = understandTerms('verkouden spuit', readers.nl);
    expect(dropped).toEqual(['verkouden']);
    expect(terms.map(({ facts }) => facts)).toEqual([null, { equipment: ['Spuit'] }]);
  });

  it('SRCH-07 an unlisted word takes the meaning of its listed group also next to a word that only affects ranking', () => {
    const { terms } = understandTerms('oude verkouden', readers.nl);
    expect(terms.map(({ facts }) => facts)).toContainEqual({ indications: ['Niesziekte'] });
  });

  it('SRCH-02 an unlisted word never takes the meaning of a listed group of words if that meaning is a substance', () => {
    expect(factsOf('zere tablet')).toEqual({ substances: ['Meloxicam'] });
    expect(factsOf('tablet')).toBeNull();
  });

  it('SRCH-07 two words of a listed group mean the same in reverse order', () => {
    expect(understandTerms('kat snot', readers.nl).terms.map(({ facts }) => facts)).toEqual([
      { indications: ['Niesziekte'] },
    ]);
  });
});

describe('parts of a compound', () => {
  it('SRCH-07 the joining letter of a compound is not also read as part of the next word', () => {
    const [term] = understandTerms('drankjesspuit', readers.nl).terms;
    expect(term?.parts.map(({ typed }) => typed)).toEqual(['drankjes', 'spuit']);
  });

  it('SRCH-07 a listed word is not read as the plural of a word that only ranks', () => {
    expect(understandTerms('kitten', readers.nl).terms[0]?.isDemanded).toBe(true);
  });
});

describe('a phrase', () => {
  const meantBy = (text: string) =>
    understandTerms(text, readers.nl).terms.map(({ facts }) => facts);

  it('SRCH-07 a phrase matches a group of words in the word file, in any order and with other words between', () => {
    for (const text of ['kat hoest', 'hoest kat', 'kat die erg hoest', 'hoest bij de kat'])
      expect(meantBy(text), text).toContainEqual({ indications: ['Niesziekte'] });
    // Neighbouring words are read as a group first; no word is taken out of that group for another one.
    expect(understandTerms('spuit zonder naald kat', readers.nl).terms[0]?.typed).toBe(
      'spuit zonder naald',
    );
  });

  it('SRCH-07 two separate words match a compound that the word file lists as one word', () => {
    expect(meantBy('doos voor een spuit')).toContainEqual({ equipment: ['Doos'] });
  });

  it('SRCH-07 stop words are neither required nor reported as dropped', () => {
    const { terms, dropped } = understandTerms('wonde die houden', readers.nl);
    expect(terms.map(({ typed }) => typed)).toEqual(['wonde']);
    expect(dropped).toEqual([]);
    // A listed group keeps its stop words, and a search text of stop words only is searched as typed.
    expect(meantBy('hoest komt op')).toEqual([{ indications: ['Niesziekte'] }]);
    expect(understandTerms('houden', readers.nl).terms).toHaveLength(1);
  });

  it('SRCH-07 words before a purpose ("voor …") are the wanted product', () => {
    const heads = (text: string) =>
      understandTerms(text, readers.nl).terms.flatMap(({ typed, isHead }) =>
        isHead ? [typed] : [],
      );
    expect(heads('spuit voor de wonde')).toEqual(['spuit']);
    expect(heads('voor de wonde')).toEqual([]);
    expect(heads('spuit wonde')).toEqual([]);
  });

  it('SRCH-02 an unlisted word is not corrected to its own beginning or to a short substance', () => {
    expect(understandTerms('wondeer spuit', readers.nl).corrected).toEqual([]);
  });
});
