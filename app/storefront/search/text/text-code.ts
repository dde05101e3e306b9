/**
 * A code and nothing else: groups of up to three letters, then digits (`BE-V007008`, `EU/2/06/061/001`, `ARD 46346`).
 * Its letters are no words, whatever a word file makes of `be`; more of them at once are (`meloxicam 2470896`).
 */
export const isWholeCode = (text: string): boolean =>
  /^(?:\p{L}{1,3}(?:[ ./_-]+|(?=\d))){1,3}\d[\d./_-]*$/u.test(text) &&
  text.replace(/\D/g, '').length >= 5 &&
  /\d$/.test(text);

/**
 * Does what was typed look like a code (SKU, EAN, CNK, supplier code)? Letters and digits with at most a few
 * separators, a digit among them, long enough not to be a quantity.
 */
export function codeIn(text: string): string | null {
  if (text.length > 40 || !/^[\p{L}\p{N}][\p{L}\p{N} ./_-]*$/u.test(text)) return null;
  const code = text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const digits = code.replace(/\D/g, '').length;
  // Words with a number in them ("amoxicilline 250") have more letters than a code has.
  const letters = code.length - digits;
  return code.length >= 4 && digits >= 2 && letters <= Math.max(6, digits) ? code : null;
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * What a number may be the digits of, where its letters were left out (`650082` of `ME650082`): it with one letter or two
 * before it. None for a number as short as a strength or as long as an EAN.
 */
export const withLetters = (code: string): readonly string[] =>
  /^\d{5,8}$/.test(code)
    ? ['', ...letters].flatMap((first) => letters.map((second) => first + second + code))
    : [];
