const shown = 3;

/**
 * `Apivet, Novizan, Curopex…`: enough of a list of names to say in a sentence what it is about. `end` is the sign
 * that ends the sentence where all of them are named.
 */
export const firstNames = (names: readonly string[], end: '' | '.' = ''): string =>
  names.slice(0, shown).join(', ') + (names.length > shown ? '…' : end);
