/** Combines the short and the long description of a product or category. */
import { plainText } from '~/base/page/untrusted/safe-html.server';
import type { SafeHtml } from '~/base/ui/html';

/** A paragraph at the start of sanitized markup; not one with pictures or links, which contain more than text. */
const firstParagraph = /^\s*<p>((?:(?!<\/?p>|<img|<a ).)*)<\/p>\s*/s;

/** Normalizes a text for comparison: lower case, no full stop at the end. */
const normalizeWords = (words: string): string =>
  words.toLowerCase().replace(/(?<![\s.])[\s.]+$/, '');

const beginsWith = (words: string, start: string): boolean =>
  words.startsWith(start) && !/^[\p{L}\p{N}]/u.test(words.slice(start.length));

/**
 * Removes from the long description what the short one already contains: offices often copy the short one, or its first
 * sentence, to the start of the long one.
 */
export function eachOnce(
  short: string,
  long: SafeHtml | null,
): { short: string; description: SafeHtml | null } {
  if (short === '' || long === null) return { short, description: long };
  let unsaid = normalizeWords(short);
  let rest: string = long;
  for (let found = firstParagraph.exec(rest); found; found = firstParagraph.exec(rest)) {
    const paragraph = normalizeWords(plainText(found[1]));
    const isSentence = /^([.!?:]|$)/.test(unsaid.slice(paragraph.length));
    if (!unsaid.startsWith(paragraph) || !isSentence) break;
    unsaid = unsaid.slice(paragraph.length).replace(/^[\s.!?:]+/, '');
    rest = rest.slice(found[0].length);
  }
  // The next paragraph begins with the short description, or is the same in other markup.
  const words = normalizeWords(plainText(rest));
  if (beginsWith(words, normalizeWords(short))) return { short: '', description: rest as SafeHtml };
  return { short, description: rest === '' ? null : (rest as SafeHtml) };
}
