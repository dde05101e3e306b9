/**
 * Patterns that the ERP writes are tried on what visitors type (P-92). RE2 matches without backtracking:
 * its time grows with the text alone, whatever the pattern is. Look-around and references back do not exist
 * there; such a pattern is left to the browser.
 */
import { RE2JS, RE2JSException } from 're2js';

/** A bounded repetition is unrolled when it is compiled. */
const maxLength = 200;
const maxUnrolled = 1_000;

export interface TextPattern {
  test(text: string): boolean;
}

/** How many copies of an atom nested repetitions ask for together, at most. */
function unrolled(source: string): number {
  let product = 1;
  for (const [, least, most] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    product *= Math.max(1, Number(most ?? least ?? 1), Number(least ?? 1));
  return product;
}

/** RE2's `\s` matches ASCII blanks only; a browser's matches those that French numbers and phones put between digits. */
const otherBlanks = /[\u00a0\u202f\u2009]/g;

/** The pattern over the whole text, as Form.io means it; null when RE2 does not take it. */
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
