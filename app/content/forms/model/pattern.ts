/**
 * Runs patterns from the ERP on user input (P-92). RE2 matches without backtracking, so its time is linear in the text
 * for any pattern. RE2 has no look-around and no back-references; only the browser checks such a pattern.
 */
import { RE2JS, RE2JSException } from 're2js';

/**
 * Maximum length of a pattern. RE2 expands bounded repetitions when it compiles a pattern, so length and repetitions
 * are limited.
 */
const maxLength = 200;
const maxUnrolled = 1_000;

export interface TextPattern {
  test(text: string): boolean;
}

/** The maximum number of copies that nested repetitions of a pattern produce. */
function unrolled(source: string): number {
  let product = 1;
  for (const [, least, most] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    product *= Math.max(1, Number(most ?? least ?? 1), Number(least ?? 1));
  return product;
}

/**
 * RE2's `\s` matches ASCII blanks only; a browser's `\s` also matches these spaces, which stand between the digits of
 * French numbers and telephone numbers.
 */
const otherBlanks = /[\u00a0\u202f\u2009]/g;

/** Compiles the pattern to match the whole text, as Form.io does; null when RE2 rejects it. */
export function linearPattern(source: string): TextPattern | null {
  if (source.length > maxLength || unrolled(source) > maxUnrolled) return null;
  try {
    const pattern = RE2JS.compile(`(?:${source})`);
    return {
      test: (text) => pattern.matches(text) || pattern.matches(text.replace(otherBlanks, ' ')),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
