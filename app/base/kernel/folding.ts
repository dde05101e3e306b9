/** How texts are compared that people type: what they leave out is left out. */

export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '');

/** Lower case without accents, so that `Liège` is found as `liege`. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase();

/** One name for what differs in capitals and spaces alone; accents tell names apart. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('fr');
