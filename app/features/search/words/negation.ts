/** The words by which a text says what it is not about: `sans cortisone`, `niet voor katten`, `steroid-free`. */
import type { Locale } from '~/i18n/locales';

interface Negations {
  /** Before what is not wanted, whatever that is. */
  before: readonly string[];
  /** The same, but part of many complaints (`geen eetlust`): only before a medicine, or an animal and its meat. */
  weak: readonly string[];
  /** Between two things that are not wanted. */
  joining: readonly string[];
  /** After it, as a word or as the end of one. */
  after: readonly string[];
}

const negations: Readonly<Record<Locale, Negations>> = {
  fr: {
    before: ['sans', 'sauf', 'hormis', 'excepte', 'pas pour', 'pas chez'],
    weak: ['pas de', 'pas d', 'aucun', 'aucune'],
    joining: ['et', 'ou', 'ni'],
    after: [],
  },
  nl: {
    before: ['zonder', 'behalve', 'uitgezonderd', 'niet voor', 'niet bij'],
    weak: ['geen'],
    joining: ['en', 'of', 'noch'],
    after: ['vrij', 'vrije'],
  },
  en: {
    before: ['without', 'except', 'excluding', 'not for', 'not in'],
    weak: ['no'],
    joining: ['and', 'or', 'nor'],
    after: ['free'],
  },
};

const stands = (phrase: string, words: readonly string[], at: number): boolean =>
  phrase.split(' ').every((word, place) => words[at + place] === word);

/** How many words negate what follows them, here; `isWeak` where only a medicine or an animal is negated so. */
export function negationAt(
  words: readonly string[],
  at: number,
  locale: Locale,
): { size: number; isWeak: boolean } | null {
  const { before, weak } = negations[locale];
  const found = [...before, ...weak].find((phrase) => stands(phrase, words, at));
  return found === undefined
    ? null
    : { size: found.split(' ').length, isWeak: weak.includes(found) };
}

export const isJoining = (word: string, locale: Locale): boolean =>
  negations[locale].joining.includes(word);

/** The word without an end that negates it (`cortisonevrij`), or null. */
export function freeOf(word: string, locale: Locale): string | null {
  const end = negations[locale].after.find((one) => word.endsWith(one) && word !== one);
  return end === undefined ? null : word.slice(0, -end.length);
}

export const isFree = (word: string, locale: Locale): boolean =>
  negations[locale].after.includes(word);

/** Names that say what a product is without: `Gant chirurgical sans latex`. */
export const saysWithout = (name: string, locale: Locale): boolean =>
  [...negations[locale].before, ...negations[locale].after].some((word) =>
    name.toLowerCase().includes(word),
  );
