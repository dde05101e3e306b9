/** Removes accents, so that texts can be compared although people omit accents when they type. */

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Lower case without accents, for comparisons: `Liège` and `liege` are equal. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase();

/** Comparison key for names that differ only in case and spaces; accents stay significant. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('fr');
