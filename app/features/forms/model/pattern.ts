/**
 * Patterns that the office writes are tried on what anybody types. One that repeats a repetition or an
 * alternative can run for ever on a short text, and would hold up everybody's pages.
 */
const maxLength = 200;
/** A group that holds a repetition or an alternative and is itself repeated, a reference back, or a look around. */
const runaway =
  /\((?:[^()\\]|\\.)*(?:[*+|]|\{\d*,)(?:[^()\\]|\\.)*\)(?:[*+?]|\{)|\\[1-9k]|\(\?(?!:)/;
const nestedGroups = /\([^)]*\(/;
/** Each repetition may try every length anew. */
const maxRepetitions = 3;
const repetition = /[*+]|\{\d*,\}/g;

/** The pattern over the whole text, as Form.io means it; null when it is broken or might not end. */
export function safePattern(source: string): RegExp | null {
  if (source.length > maxLength || runaway.test(source) || nestedGroups.test(source)) return null;
  if ((source.match(repetition) ?? []).length > maxRepetitions) return null;
  for (const flags of ['u', '']) {
    try {
      return new RegExp(`^(?:${source})$`, flags);
    } catch {
      // Older spellings are no pattern of Unicode's kind; what is none at all is left to the browser.
    }
  }
  return null;
}
