const shown = 3;

/** Names of products and categories hold commas of their own: between two of them stands something else. */
export const listed = (names: readonly string[]): string => names.join(' · ');

/**
 * `Apivet · Novizan · Curopex…`: enough of a list of names to say in a sentence what it is about. `end` is the sign
 * that ends the sentence where all of them are named.
 */
export const firstNames = (names: readonly string[], end: '' | '.' = ''): string =>
  listed(names.slice(0, shown)) + (names.length > shown ? '…' : end);
