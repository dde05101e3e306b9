/** Words whose meaning depends on their neighbours: misspelt, split in two, in another language, or with articles. */
import { describe, expect, it } from 'vitest';
import { understandTerms } from '../../../../tests/support/understood-terms';
import { builtInByLocale } from '../../../../tests/support/built-in-words';
import type { Locale } from '~/base/i18n/locales';
import { createLexicon } from '../words/lexicon';
import { createVocabulary, type IndexWords } from '../words/vocabulary';

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
    substances: ['Borogluconate de calcium', 'Amoxicilline'],
    indications: ['Diarrhée', 'Otite externe'],
    categories: [
      'AINS',
      'Antiparasitaires',
      'Antibiotiques injectables',
      'Cages et transport',
      'Vermifuges pour animaux de compagnie',
      'Vermifuges chien',
      'Solutés de perfusion',
    ],
    species: ['Chien', 'Chiot', 'Bovin'],
    forms: [
      'Comprimé',
      'Pâte orale',
      'Solution pour perfusion',
      'Suspension buvable',
      'Suspension auriculaire',
      'Solution injectable',
    ],
    ranges: ['Chiot', 'Junior'],
    others: [
      'Caisse de transport',
      'Pince de Kocher',
      'Éponge hémostatique de gélatine',
      'Coupe-griffes',
    ],
  },
  nl: {
    substances: ['Calciumboorgluconaat'],
    indications: ['Otitis externa', 'Conjunctivitis'],
    categories: ["NSAID's", 'Hechtmateriaal', 'Infuusvloeistoffen', 'Ontworming hond'],
    species: ['Rund', 'Hond', 'Pup'],
    forms: [
      'Oordruppels',
      'Oogdruppels',
      'Oogzalf',
      'Zalf',
      'Orale suspensie',
      'Oplossing voor infusie',
      'Tablet',
    ],
    ranges: ['Puppy'],
    others: ['Kattenbak', 'Verband'],
  },
  en: {
    substances: ['Calcium borogluconate'],
    indications: ['Otitis externa', 'Itching'],
    categories: ['NSAIDs', 'Infusion fluids', 'Wormers, dogs'],
    species: ['Cattle', 'Dog'],
    forms: ['Ear drops', 'Oral suspension', 'Cutaneous spray', 'Solution for infusion', 'Tablet'],
    others: ['Foam dressing', 'Bag'],
  },
};

function read(locale: Locale, text: string) {
  const { others, ...labels } = index[locale];
  const given = { labels: { ...none, ...labels }, brands: [], medicines: [], others };
  return understandTerms(text, {
    lexicon: createLexicon(words, locale),
    vocabulary: createVocabulary(given, locale),
  });
}
const meant = (locale: Locale, text: string): string[] =>
  read(locale, text).terms.flatMap(({ facts }) => Object.values(facts ?? {}).flat());

describe('words whose meaning depends on their neighbours', () => {
  it.each([
    ['fr', 'griffe coupée trop court'],
    ['nl', 'hart horen tijdens narcose'],
    ['nl', 'tepel zit dicht'],
    ['en', 'lamb with stiff legs'],
    ['en', 'scratch on eye'],
  ] as const)('SRCH-02 understand makes no correction in the %s text "%s"', (locale, text) => {
    expect(read(locale, text).corrected).toEqual([]);
  });

  it('SRCH-02 a missing silent h is corrected', () => {
    expect(read('fr', 'emostatique').corrected).toEqual([
      { typed: 'emostatique', read: 'hemostatique' },
    ]);
  });

  it.each([
    ['nl', 'chiot ontwormen', 'Hond'],
    ['en', 'hond wormer', 'Dog'],
  ] as const)(
    'SRCH-07 understand recognises an animal named in another language: %s "%s"',
    (locale, text, animal) => {
      const animals = read(locale, text).terms.flatMap(({ facts, animal: within }) => [
        ...(facts?.species ?? []),
        ...(within?.species ?? []),
      ]);
      expect(animals.length === 0 ? meant(locale, text).join() : animals.join()).toMatch(
        new RegExp(animal, 'iu'),
      );
    },
  );

  it.each([
    ['fr', 'amoxicilline cpr', 'Comprimé'],
    ['fr', 'amoxicilline susp. buv.', 'Suspension buvable'],
    ['nl', 'oordr. hond', 'Oordruppels'],
    ['en', 'oral susp. dog', 'Oral suspension'],
  ] as const)(
    'SRCH-07 understand recognises an abbreviated dosage form: %s "%s"',
    (locale, text, form) => {
      expect(meant(locale, text)).toContain(form);
      expect(read(locale, text).dropped).toEqual([]);
    },
  );
});
