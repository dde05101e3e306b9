/**
 * Nouns of sold things (equipment, food, departments) in every number and spelling that a practice may type, generated
 * from the word files. A noun whose spellings find different products reveals a gap in the vocabulary.
 */
import { plain } from '../../app/storefront/search/words/folding';
import type { ConceptEntry, WordFile } from '../../app/storefront/search/words/word-file';
import type { Lang } from '../../sandbox/world';

export interface Noun {
  locale: Lang;
  /** Forms of the noun, singular first. */
  forms: readonly string[];
}

const isThing = ({ means }: ConceptEntry): boolean =>
  (means.equipment ?? means.categories ?? means.ranges) !== undefined &&
  means.substances === undefined &&
  means.combinations === undefined;
const isNoun: Readonly<Record<Lang, RegExp>> = {
  // Excludes words that look like plurals, verbs or adjectives, because these have no other grammatical number.
  nl: /^(?!.*(?:en|s|je|ig|isch|lijk|end)$)\p{L}{4,}$/u,
  fr: /^(?!.*(?:s|x|z|er|ir|ant)$)\p{L}{4,}$/u,
  en: /^(?!.*(?:s|ing|ed|ic|al)$)\p{L}{4,}$/u,
};

const long = /(?:aa|ee|oo|uu|ie|oe|eu|ui|ij|ei|au|ou)$/;
const weak = /e[lmnr]$/;

function dutch(word: string): string[] {
  const [last = ''] = word.slice(-1);
  const before = word.slice(0, -1);
  if (/[aeiou]$/.test(word)) return word.endsWith('e') ? [`${word}s`, `${word}tje`] : [];
  const isLong = long.test(before);
  const isShort = /[^aeiou][aeiou]$/.test(before) && !weak.test(word);
  const small =
    isShort && /[lmnr]$/.test(word)
      ? `${word}${last}etje`
      : /[lnrw]$/.test(word) && (isLong || weak.test(word))
        ? `${word}tje`
        : word.endsWith('m')
          ? `${word}pje`
          : word.endsWith('ng')
            ? null
            : `${word}je`;
  const voiced = last === 'f' && isLong ? 'v' : last === 's' && isLong ? 'z' : last;
  const open = /(?:aa|ee|oo|uu)$/.test(before) ? before.slice(0, -1) : before;
  const plural = weak.test(word)
    ? `${word}s`
    : isLong
      ? `${open}${voiced}en`
      : `${word}${isShort ? last : ''}en`;
  return [plural, ...(small === null ? [] : [small, `${small}s`])];
}

const numbersOf: Readonly<Record<Lang, (word: string) => string[]>> = {
  nl: dutch,
  fr: (word) => [
    word.endsWith('al')
      ? `${word.slice(0, -1)}ux`
      : `${word}${/(?:au|eu)$/.test(word) ? 'x' : 's'}`,
  ],
  en: (word) => [
    /[^aeiou]y$/.test(word)
      ? `${word.slice(0, -1)}ies`
      : `${word}${/(?:x|ch|sh)$/.test(word) ? 'es' : 's'}`,
  ],
};

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');

/** A two-word noun in three spellings: joined, apart and hyphenated. */
function spaced(words: readonly string[]): string[][] {
  return words.flatMap((text) => {
    const parts = text.toLowerCase().split(/[\s-]+/);
    return parts.length === 2 && parts.every((part) => /^\p{L}{3,}$/u.test(part))
      ? [[parts.join(' '), parts.join('-'), parts.join('')]]
      : [];
  });
}

/** Each noun once, with its singular and plural forms, with and without accents. */
export function nounsOf(file: WordFile, locale: Lang): Noun[] {
  const seen = new Set<string>();
  const words = file.concepts.filter(isThing).flatMap((concept) => concept.words);
  const nouns = words
    .map((word) => word.toLowerCase())
    .filter((word) => isNoun[locale].test(word) && !seen.has(plain(word)) && seen.add(plain(word)));
  const inNumbers = nouns.map((noun) => {
    const forms = [noun, ...numbersOf[locale](noun)];
    return { locale, forms: [...new Set([...forms, ...forms.map(bare)])] };
  });
  const apart = spaced(words).map((forms) => ({ locale, forms }));
  return [...inNumbers, ...apart];
}
