/**
 * True if the search text is a product code and nothing else: groups of up to three letters, then digits (`BE-V007008`,
 * `EU/2/06/061/001`, `ARD 46346`). Its letters are not words, even if a word file lists `be`. Longer groups of letters
 * are words (`meloxicam 2470896`).
 */
export const isWholeCode = (text: string): boolean =>
  /^(?:\p{L}{1,3}(?:[ ./_-]+|(?=\d))){1,3}\d[\d./_-]*$/u.test(text) &&
  text.replace(/\D/g, '').length >= 5 &&
  /\d$/.test(text);

/**
 * The search text as a product code, or null if it does not look like one (SKU, EAN, CNK, supplier code). A code has
 * letters and digits with a few separators, contains digits, and is too long to be a quantity.
 */
export function codeIn(text: string): string | null {
  if (text.length > 40 || !/^[\p{L}\p{N}][\p{L}\p{N} ./_-]*$/u.test(text)) return null;
  const code = text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const digits = code.replace(/\D/g, '').length;
  // Words followed by a number ("amoxicilline 250") have more letters than a code has.
  const letters = code.length - digits;
  return code.length >= 4 && digits >= 2 && letters <= Math.max(6, digits) ? code : null;
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * The codes that a number may belong to if their letters were omitted (`650082` of `ME650082`): the number with each
 * combination of one or two letters before it. Empty for a number as short as a strength or as long as an EAN.
 */
export const withLetters = (code: string): readonly string[] =>
  /^\d{5,8}$/.test(code)
    ? ['', ...letters].flatMap((first) => letters.map((second) => first + second + code))
    : [];
