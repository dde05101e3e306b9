/** Folding of texts for comparison: people omit accents and capitals when they type. */

export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '');

/** Lower case without accents, so that `Liège` is found as `liege`. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase();

/** A key for names that differ only in case and spaces; accents stay significant. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('fr');
