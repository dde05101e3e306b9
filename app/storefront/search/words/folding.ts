/**
 * Normalises words for comparison: lower case without accents. The lookup keys of a word are equal for all its
 * spellings (joined, apart or hyphened; singular and plural; British and American). Lookup keys only select an entry of
 * a word file or a word of the index; the search itself uses the word.
 */
import { LRUCache } from 'lru-cache';
import type { Locale } from '~/base/i18n/locales';

/** Matches elided articles before a word, which are removed: `l'oreille`, `d’eau`. */
const leaning = /(^|[^\p{L}\p{N}])(?:l|d|n|m|t|s|j|c|qu)['’](?=\p{L})/giu;

const onlyLetters = /^[a-z]+(?: [a-z]+)*$/;

/** The text in lower case without accents, words separated by single spaces; numbers keep their punctuation. */
export function plain(text: string): string {
  const small = text.toLowerCase();
  // Fast path: most of the thousands of words in a word file consist of letters and need no further folding.
  return onlyLetters.test(small) ? small : folded(text);
}

/** Decimals of the fractions that are single characters. */
const parts: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

/** Matches names of diet foods such as `c/d`. Its letters joined or apart mean something else (`CD`, `DD`). */
const diet = /(?<![\p{L}\p{N}/])(\p{L})\/(d)(?![\p{L}\p{N}/])/gu;

const folded = (text: string): string =>
  text
    .replace(leaning, '$1')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/n['’]t(?!\p{L})/gu, 'nt')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/['’](?=s(?:[^\p{L}]|$))/gu, '')
    .replace(
      /(\d?)[ \u00a0]?([½¼¾])/g,
      (_all, whole: string, part: string) => `${whole || '0'}${parts[part] ?? ''} `,
    )
    .replace(/(^|\s)(\d{1,2}) 1\/2(?![\d/])/g, '$1$2.5')
    .replace(/(^|[^\p{L}\p{N}.,])[.,](?=\d)/gu, '$10.')
    .replace(/(^|\s)(\d{1,3})[ \u00a0\u202f]000(?!\d)/g, '$1$2000')
    .replace(/(^|\s)(?:n[°º]|nr|no|num|numero|nummer|number)[.\s]*(?=\d)/g, '$1')
    .replace(/(\d)\s*[x×]\s*(?=\d)/gu, '$1x')
    .replace(/(^|\s)([a-z])\.([a-z])\.(?:([a-z])\.)?/g, '$1$2$3$4')
    .replace(/(^|\s)(\d{1,2})-0(?=\s|$)/g, '$1$2/0')
    .replace(/(\d)\s*%/g, '$1 % ')
    .replace(/[^\p{L}\p{N}.,/%+]+/gu, ' ')
    .replace(diet, '$1\u0000$2')
    .replace(/(\p{L})[.,/+]+(?=\p{L})/gu, '$1 ')
    .replace(/\u0000/g, '/')
    .replace(/(^|\s)[.,/+]+|(?<![.,/+])[.,/+]+(?=\s|$)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

export const wordsOf = (text: string): string[] => plain(text).split(' ').filter(Boolean);

const french = (word: string): string => {
  if (word.length < 4) return word;
  if (word.endsWith('aux') && word.length > 5) return `${word.slice(0, -3)}al`;
  return word.replace(/[sx]$/, '').replace(/^(.{3,})e$/, '$1');
};

const english = (word: string): string => {
  const even = word
    .replace(/ae|oe(?=[admnrt]|s[aeiot])/g, 'e')
    .replace(/ph/g, 'f')
    .replace(/our/g, 'or')
    // British spelling of `sterilizer` and `analyze`. The rule must not turn `muzzel` into mussel.
    .replace(/(?<=[iy])z(?=[aei])/g, 's');
  if (even.length < 4) return even;
  if (even.endsWith('ies')) return `${even.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(even)) return even.slice(0, -2);
  return /[^su]s$/.test(even) ? even.slice(0, -1) : even;
};

/**
 * The stem of a Dutch word. Doubled letters count once, so that `naald` matches `naalden`, `kat` matches `katten`, and
 * `schaar` matches `scharen`.
 */
const dutch = (word: string): string => {
  // The only word that a double vowel distinguishes from another: `geel` is not `gel`.
  if (word === 'geel' || word === 'gele') return 'geel';
  const even = word
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/x/g, 'ks')
    .replace(/c(?!h)/g, 'k')
    .replace(/y/g, 'i')
    .replace(/ae/g, 'e');
  const short =
    even.length < 4
      ? even
      : even
          .replace(/inkjes?$/, 'ing')
          .replace(/ien$/, 'ie')
          .replace(/^(.{3,}?)(?:etje|tje|pje|kje|je)s?$/, '$1')
          .replace(/^(.{2,}[^e])e?n$/, (whole, stem: string) =>
            whole.endsWith('en') ? stem : whole,
          )
          .replace(/([^s])s$/, '$1');
  return short
    .replace(/(.)\1+/g, '$1')
    .replace(/v$/, 'f')
    .replace(/z$/, 's');
};

const stemmers: Readonly<Record<Locale, (word: string) => string>> = {
  fr: french,
  nl: dutch,
  en: english,
};

/**
 * The stem of a word. A single letter stays, because it is a name: Dutch `vit K` is not `vit C`. A row of letters is
 * not reduced to a size (`zzzz`, `ssss`).
 */
function cutStem(word: string, locale: Locale): string {
  if (!/^\p{L}{2,}$/u.test(word)) return word;
  const stem = stemmers[locale](word);
  return stem.length < 2 ? word : stem;
}

/** Cache size in words: parsing a search text requests the stem of each of its words some hundreds of times. */
const mostStems = 5_000;
const lastStems: Readonly<Record<Locale, LRUCache<string, string>>> = {
  fr: new LRUCache({ max: mostStems }),
  nl: new LRUCache({ max: mostStems }),
  en: new LRUCache({ max: mostStems }),
};

export function stemOf(word: string, locale: Locale): string {
  const known = lastStems[locale].get(word);
  if (known !== undefined) return known;
  const stem = cutStem(word, locale);
  lastStems[locale].set(word, stem);
  return stem;
}

/** Endings of related forms of a word: the agent, the activity, the result. */
const formEndings: Readonly<Record<Locale, RegExp>> = {
  fr: /(?:isations?|ations?|ateurs?|atrices?|ements?|ages?|euses?|eurs?|ants?|antes?|iques?|icales?|icaux|ical|aires?|eux|ies?|ees?|er|es?|s)$/,
  nl: /(?:ingen|ing|aars?|ers?|sels?|ende?|eerd|erd|end|ische?|achtige?|ige?|ie|en|de?|te?)$/,
  en: /(?:isations?|izations?|ations?|ions?|ments?|ings?|icals?|ics?|ers?|ors?|ous|is|ed|es?|s)$/,
};
const shortestRoot = 5;

/** The root that all forms of a word share (`vermifuger`, `vermifugation`); null if too little would remain. */
export function rootOf(word: string, locale: Locale): string | null {
  if (!/^\p{L}+$/u.test(word)) return null;
  const root = stemOf(word.replace(formEndings[locale], ''), locale);
  return root.length < shortestRoot ? null : root;
}

/** `7,2` and `7.2` are the same number. */
const decimal = /(?<=\d),(?=\d)/g;

const withPoint = (text: string): string =>
  text.includes(',') ? text.replace(decimal, '.') : text;

export type LookupKeys = readonly [exact: string, stemmed: string];

/** The lookup keys of a group of words, the more exact first: as written, then by stems. Spaces never count. */
export function keysOf(words: readonly string[], locale: Locale): LookupKeys {
  const exact = withPoint(words.join(''));
  const stemmed = words.map((word) => withPoint(stemOf(word, locale))).join('');
  return [exact, `~${stemmed}`];
}
