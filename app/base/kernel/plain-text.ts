/**
 * Normalizes a number or code pasted from messages and web pages to keyboard characters: full-width digits, dashes of
 * any length and invisible characters. Use it for numbers and codes, never for names.
 */
export const plainText = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Cf}/gu, '')
    .trim();

/**
 * Whether a text contains a letter or digit. Dashes, dots and invisible characters alone are neither a name nor a
 * number.
 */
export const isLegible = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
