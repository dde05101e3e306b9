/**
 * Singular, plural and Dutch diminutive of one noun: `handschoen`, `handschoenen`, `handschoentjes`. Stricter than the
 * stems of `folding.ts`, which only select an entry of a word file. A search for one of these forms finds the others
 * too, so `bot` and `boot` stay different.
 */
import type { Locale } from '~/base/i18n/locales';

const onlyLetters = /^\p{L}+$/u;
/** Minimum length of a noun with an ending: shorter words have none to remove (`gel`, `pen`). */
const shortestNoun = 4;
const shortestBase = 3;

/** The singular of a Dutch stem: a long vowel before a final consonant is written twice, `schar(en)` is `schaar`. */
const closed = (base: string): string =>
  base
    .replace(/(^|[^aeiou])([aeou])([^aeiouwxy])$/, '$1$2$2$3')
    .replace(/v$/, 'f')
    .replace(/z$/, 's');

function dutchPlural(word: string): string[] {
  const own = /[^s]s$/.test(word) ? [word.slice(0, -1)] : [];
  if (!word.endsWith('en')) return own;
  if (word.endsWith('ien')) return [...own, word.slice(0, -1)];
  const base = /^(.+[^aeo])en$/.exec(word)?.[1];
  if (base === undefined) return own;
  const isDoubled = /([^aeiou])\1$/.test(base);
  return [...own, isDoubled ? base.slice(0, -1) : closed(base)];
}

/**
 * The nouns of which a Dutch word may be the diminutive. `spuit-je` and `stoel-tje` end alike, so both readings are
 * returned.
 */
function dutchDiminutive(word: string): string[] {
  const base = /je?s?$/.test(word) ? /^(.+)jes?$/.exec(word)?.[1] : undefined;
  if (base === undefined) return [];
  return [
    word.replace(/s$/, ''),
    base,
    ...(base.endsWith('ink') ? [`${base.slice(0, -1)}g`] : []),
    ...(base.endsWith('mp') ? [base.slice(0, -1)] : []),
    ...(/(?:[elnrw]|[aeiou]{2}|ij)t$/.test(base) ? [base.slice(0, -1)] : []),
    ...(/[^aeiou](?:a|o)(?:a|o)t$/.test(base) ? [base.slice(0, -2)] : []),
    ...(/([bdgklmnprt])\1et$/.test(base) ? [base.slice(0, -3)] : []),
    ...(base.endsWith('nget') ? [base.slice(0, -2)] : []),
  ];
}

const basesIn: Readonly<Record<Locale, (word: string) => string[]>> = {
  nl: (word) => {
    const small = dutchDiminutive(word);
    return small.length > 0 ? small : dutchPlural(word);
  },
  fr: (word) => [
    ...(/aux$/.test(word) ? [`${word.slice(0, -2)}l`] : []),
    ...(/[sx]$/.test(word) ? [word.slice(0, -1)] : []),
  ],
  en: (word) => [
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...(word.endsWith('ves') ? [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`] : []),
    ...(/(?:s|x|ch|sh)es$/.test(word) ? [word.slice(0, -2)] : []),
    ...(/[^su]s$/.test(word) ? [word.slice(0, -1)] : []),
  ],
};

/** The word, and the words of which it may be a plural or a diminutive. */
export function basesOf(word: string, locale: Locale): string[] {
  if (word.length < shortestNoun || !onlyLetters.test(word)) return [word];
  const bases = basesIn[locale](word).filter((base) => base.length >= shortestBase);
  return [...new Set([word, ...bases])];
}
