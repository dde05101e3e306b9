/**
 * Light plural stemming per language, so that singular and plural find each other. Differs from the published stemmers
 * of the same names: on a real node other words may match too. So tests of exact stemming run on the real node only
 * (contract/search.md 7.3). Input is lower-cased.
 */
import { foldAccents } from './fold';

type Stemmer = (word: string) => string;

const SHORTEST = 3;
const HAS_DIGIT = /\d/;

function withoutDoubledEnd(word: string): string {
  const last = word.at(-1);
  return last !== undefined && word.length > SHORTEST && word.at(-2) === last
    ? word.slice(0, -1)
    : word;
}

/**
 * Minimum length of a French word for the full stemming; from a shorter word only a plural letter at the end is
 * removed.
 */
const SHORTEST_FRENCH = 5;

function french(word: string): string {
  let stem = word;
  if (stem.endsWith('eaux')) return stem.slice(0, -1);
  if (stem.endsWith('aux') && stem.length > 4) return `${stem.slice(0, -2)}l`;
  if (stem.endsWith('s') || stem.endsWith('x')) stem = stem.slice(0, -1);
  if (stem.length < SHORTEST_FRENCH) return stem;
  if (stem.endsWith('e')) stem = stem.slice(0, -1);
  return withoutDoubledEnd(stem);
}

const LONG_VOWEL = /(aa|ee|oo|uu)([^aeiou])$/;

function dutch(word: string): string {
  let stem = word;
  if (stem.endsWith('oeien')) return stem.slice(0, -3);
  if (stem.endsWith('heden')) return `${stem.slice(0, -4)}id`;
  if (stem.endsWith('en') && stem.length > 4) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !stem.endsWith('ss') && stem.length > 4) stem = stem.slice(0, -1);
  stem = withoutDoubledEnd(stem);
  if (stem.endsWith('v')) stem = `${stem.slice(0, -1)}f`;
  if (stem.endsWith('z')) stem = `${stem.slice(0, -1)}s`;
  return stem.replace(LONG_VOWEL, (_all, vowels: string, end: string) => vowels.charAt(0) + end);
}

function english(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && !word.endsWith('is')) return word.slice(0, -1);
  return word;
}

function guarded(stem: Stemmer): Stemmer {
  return (word) => {
    const folded = foldAccents(word);
    return folded.length <= SHORTEST || HAS_DIGIT.test(folded) ? folded : stem(folded);
  };
}

const STEMMERS: Readonly<Record<string, Stemmer>> = {
  light_french: guarded(french),
  french: guarded(french),
  dutch: guarded(dutch),
  english: guarded(english),
  /** No-op: the tokenizer already drops `'s`. */
  possessive_english: (word) => word,
};

export function stemmer(language: string): Stemmer | null {
  return STEMMERS[language] ?? null;
}
