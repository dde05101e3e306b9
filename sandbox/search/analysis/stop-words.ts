/** Function words per language for the filter `stop` (`_french_`, `_dutch_`, `_english_`): short lists of our own. */
const FRENCH =
  'à au aux avec ce ces dans de des du en et eux il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ou où par pas pour qu que qui sa se ses son sur ta te tes tu un une vos votre vous est sont été être';
const DUTCH =
  'aan af al als bij dan dat de der deze die dit door dus een en er ge geen had heb hebben heeft het hier hij hun ik in is je kan maar me meer men met mijn naar niet nog nu of om ons ook op over te tot u uit van veel voor was wat we wel werd wie wij wil worden wordt zal ze zich zij zijn zo zonder zou';
const ENGLISH =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with';

const LISTS: Readonly<Record<string, string>> = {
  _french_: FRENCH,
  _dutch_: DUTCH,
  _english_: ENGLISH,
};

export function stopWords(name: string): ReadonlySet<string> | null {
  const list = LISTS[name];
  return list === undefined ? null : new Set(list.split(' '));
}
