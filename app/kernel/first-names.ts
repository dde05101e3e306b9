const shown = 3;

/** `Apivet, Novizan, Curopex…`: enough of a list of names to say in a sentence what it is about. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, shown).join(', ') + (names.length > shown ? '…' : '');
