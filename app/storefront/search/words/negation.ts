/** The words that negate a part of a search text: `sans cortisone`, `niet voor katten`, `steroid-free`. */
import type { Locale } from '~/base/i18n/locales';

interface Negations {
  /** Words that negate any word that follows. */
  before: readonly string[];
  /** Words that negate the following animal: the product must not be for it. */
  beforeAnimal: readonly string[];
  /**
   * Words that occur in many complaints (`geen eetlust`), so they negate only a medicine, or an animal and its meat.
   */
  weak: readonly string[];
  /**
   * Words that occur in even more complaints (`calf not breathing`), so they negate only a substance, or an animal and
   * its meat.
   */
  weakest: readonly string[];
  /** Words that connect two negated things, such as "or". */
  joining: readonly string[];
  /** Words or endings that negate the word before them: `steroid free`, `cortisonevrij`. */
  after: readonly string[];
}

const negations: Readonly<Record<Locale, Negations>> = {
  fr: {
    before: [
      'sans', 'sauf', 'hormis', 'excepte', 'autre que', 'autres que',
      'pas avec', 'pas au', 'pas aux', 'pas a la',
    ],
    beforeAnimal: ['pas pour', 'pas chez'],
    weak: [
      'pas en',
      'pas de',
      'pas d',
      'pas du',
      'pas des',
      'aucun',
      'aucune',
      'jamais de',
      'jamais d',
    ],
    weakest: ['pas', 'jamais', 'non'],
    joining: ['et', 'ou', 'ni'],
    after: [],
  },
  nl: {
    before: ['zonder', 'behalve', 'uitgezonderd', 'anders dan', 'niet met', 'niet van'],
    beforeAnimal: ['niet voor', 'niet bij'],
    weak: ['niet uit', 'niet in', 'liever geen', 'geen'],
    weakest: ['liever niet', 'niet', 'nooit'],
    joining: ['en', 'of', 'noch'],
    after: ['vrij', 'vrije'],
  },
  en: {
    before: [
      'without',
      'except',
      'excluding',
      'other than',
      'anything but',
      'not with',
      'not made of',
    ],
    beforeAnimal: ['not for', 'not in'],
    weak: ['no'],
    weakest: ['not', 'never', 'non'],
    joining: ['and', 'or', 'nor'],
    after: ['free'],
  },
};

const stands = (phrase: string, words: readonly string[], at: number): boolean =>
  phrase.split(' ').every((word, place) => words[at + place] === word);

export interface Negation {
  /** Number of words that the negation itself has. */
  size: number;
  /** True if the negation applies only to a medicine or an animal. */
  isWeak: boolean;
  /** True if the negation applies only to a substance or an animal. */
  isWeakest: boolean;
  /** True if the negation excludes products for the animal, not only products that contain its meat. */
  isFor: boolean;
}

/** The negation at this position, or null. */
export function negationAt(words: readonly string[], at: number, locale: Locale): Negation | null {
  const { before, beforeAnimal, weak, weakest } = negations[locale];
  const found = [...beforeAnimal, ...before, ...weak, ...weakest].find((phrase) =>
    stands(phrase, words, at),
  );
  if (found === undefined) return null;
  const isWeakest = weakest.includes(found);
  return {
    size: found.split(' ').length, isWeakest, isWeak: isWeakest || weak.includes(found),
    isFor: beforeAnimal.includes(found),
  };
}

export const isJoining = (word: string, locale: Locale): boolean =>
  negations[locale].joining.includes(word);

/** The word without a negating ending (`cortisonevrij`), or null. */
export function freeOf(word: string, locale: Locale): string | null {
  const end = negations[locale].after.find((one) => word.endsWith(one) && word !== one);
  return end === undefined ? null : word.slice(0, -end.length);
}

export const isFree = (word: string, locale: Locale): boolean =>
  negations[locale].after.includes(word);

/** Phrases by which product names say that a thing is left out: `sans aiguille`, `non stérile`, `latex free`. */
export function sayingsWithout(word: string, locale: Locale): string[][] {
  const { before, weakest, after } = negations[locale];
  const single = [...before, ...weakest].filter((one) => !one.includes(' '));
  return [...single.map((one) => [one, word]), ...after.map((one) => [word, one])];
}

/** True for a product name that says what the product lacks: `Gant chirurgical sans latex`. */
export const saysWithout = (name: string, locale: Locale): boolean => {
  const { before, weakest, after } = negations[locale];
  const small = name.toLowerCase();
  return [...before, ...weakest, ...after].some((word) => small.includes(word));
};
