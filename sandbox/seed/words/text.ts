/** Helpers for three-language texts. */
import type { Lang, Text } from '../../world';

export const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
export const NBSP = '\u00a0';

export function text(make: (lang: Lang) => string): Text {
  return { fr: make('fr'), nl: make('nl'), en: make('en') };
}

/** The same text in every language: names of brands, codes. */
export function same(word: string): Text {
  return { fr: word, nl: word, en: word };
}

export function capitalise(word: string): string {
  // Dutch capitalises both letters of the digraph: IJzer.
  if (word.startsWith('ij')) return `IJ${word.slice(2)}`;
  const [first = ''] = word;
  return first.toLocaleUpperCase() + word.slice(first.length);
}

const PROPER = /^(Cushing|Addison|Aujeszky|Lyme|Marek|Gumboro|Newcastle|Johne|Q )/;

/** A label inside a sentence: starts in lower case unless it is a name or an abbreviation. */
export function inSentence(label: string): string {
  if (PROPER.test(label) || !/^\p{Lu}[^\p{Lu}]/u.test(label)) return label;
  const [first = ''] = label;
  return first.toLocaleLowerCase() + label.slice(first.length);
}

export function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .toLowerCase();
}

export function slug(words: string): string {
  return fold(words)
    .replace(/½/g, '1-2')
    .replace(/⅜/g, '3-8')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
}

/** Replaces `{placeholders}`; leaves unknown ones visible, so that tests detect them. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-zA-Z_]+)\}/g, (mark, name: string) => values[name] ?? mark);
}

const AND: Text = { fr: 'et', nl: 'en', en: 'and' };

/** List with a conjunction, such as `chiens, chats et lapins`. */
export function listed(words: readonly string[], lang: Lang): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${AND[lang]} ${last}`;
}

/** French `de` before a vowel or a mute h becomes `d'`. */
export function frenchDe(words: string): string {
  return /^[aeiouyhàâéèêëîïôœ]/i.test(words) ? `d'${words}` : `de ${words}`;
}

export function escapeHtml(words: string): string {
  return words
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
