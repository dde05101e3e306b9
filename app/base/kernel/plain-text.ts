/**
 * A number as people paste it from letters and web pages, in the signs of a keyboard: full-width digits, dashes of
 * every length and blanks that cannot be seen are what they stand for. For reading numbers and codes, never for names.
 */
export const plainText = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Cf}/gu, '')
    .trim();

/** Something can be read there: dashes, dots and blanks that cannot be seen are no name and no number. */
export const isLegible = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
