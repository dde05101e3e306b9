const mostShown = 3;

/** Separates names with ` · `, because names of products and categories contain commas. */
export const joinNames = (names: readonly string[]): string => names.join(' · ');

/**
 * Lists the first three names for use in a sentence: `Apivet · Novizan · Curopex…`. `end` is the punctuation that ends
 * the list when no name is omitted.
 */
export const firstNames = (names: readonly string[], end: '' | '.' = ''): string =>
  joinNames(names.slice(0, mostShown)) + (names.length > mostShown ? '…' : end);
