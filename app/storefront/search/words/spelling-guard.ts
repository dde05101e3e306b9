/**
 * Finds the word that a misspelling may have meant. It returns a medicine only if no second medicine is as near,
 * because the shop never offers one medicine for another.
 */
import { plain, stemOf } from './folding';
import type { Lexicon } from './lexicon';
import type { Vocabulary } from './vocabulary';
import type { ConceptEntry } from './word-file';

const shortest = 5;
const shortestTwiceWrong = 8;
/**
 * Maximum number of letters by which spellings of one name differ. A word file may list other medicines of the same use
 * under a name; these differ by more.
 */
const mostOfSpelling = 2;

type Rows = [before: Uint16Array, last: Uint16Array, next: Uint16Array];
let rows: Rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)];

/**
 * Three rows of the edit-distance table, reused for every pair of words. No call starts another while it fills them.
 */
function rowsOf(length: number): Rows {
  if (rows[0].length < length)
    rows = [new Uint16Array(2 * length), new Uint16Array(2 * length), new Uint16Array(2 * length)];
  return rows;
}

/**
 * Edit distance of two words: the number of letters to insert, delete, replace or swap, up to `most`; beyond that, any
 * larger number. It is called with thousands of names per word. So it compares only letters that are at most `most`
 * positions apart, and stops when the distance must exceed `most`.
 */
export function distance(left: string, right: string, most: number): number {
  const far = most + 1;
  if (Math.abs(left.length - right.length) > most) return far;
  let [before, last, next] = rowsOf(right.length + 1);
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  let leastOfLast = 0;
  for (let row = 1; row <= left.length; row += 1) {
    const start = Math.max(1, row - most);
    const end = Math.min(right.length, row + most);
    // Letters beyond these are too many positions apart.
    next[start - 1] = start > 1 ? far : row;
    if (row + most <= right.length) last[row + most] = far;
    let least = row;
    const letter = left.charCodeAt(row - 1);
    const letterBefore = row > 1 ? left.charCodeAt(row - 2) : -1;
    for (let column = start; column <= end; column += 1) {
      const other = right.charCodeAt(column - 1);
      const isSwap =
        column > 1 && letter === right.charCodeAt(column - 2) && letterBefore === other;
      const letters = Math.min(
        (last[column] ?? far) + 1,
        (next[column - 1] ?? far) + 1,
        (last[column - 1] ?? far) + (letter === other ? 0 : 1),
        isSwap ? (before[column - 2] ?? far) + 1 : far,
      );
      next[column] = letters;
      if (letters < least) least = letters;
    }
    if (least > most && leastOfLast > most) return far;
    leastOfLast = least;
    [before, last, next] = [last, next, before];
  }
  return last[right.length] ?? far;
}

/** The number of letters of a typed word that may be wrong; longer words may have two. */
const mostWrong = (typed: string): number => (typed.length >= shortestTwiceWrong ? 2 : 1);

/** The number of wrong letters. Different spellings of one sound count as one mistake: Dutch `amoxycilin`. */
function lettersWrong(typed: string, word: string, most: number, { locale }: Lexicon): number {
  const wrong = distance(typed, word, most);
  if (wrong !== 2 || most < 2) return wrong;
  return distance(stemOf(typed, locale), stemOf(word, locale), 1) <= 1 ? 1 : wrong;
}

/**
 * True if the wrong letters allow a correction. With two wrong letters, the first two letters must be right:
 * `frontline` is a brand, not `fontaine`.
 */
export const isSpeltLike = (typed: string, word: string, wrong: number): boolean =>
  wrong <= 1 || (wrong === 2 && typed.slice(0, 2) === word.slice(0, 2));

/** The nearest known word. Null if the typed word is too short, nothing is near, or two medicines are equally near. */
export function nearestWord(
  typed: string,
  lexicon: Lexicon,
  vocabulary: Vocabulary | null,
  most = mostWrong(typed),
): string | null {
  if (typed.length < shortest || !/^\p{L}+$/u.test(typed) || lexicon.isMedicine(typed)) return null;
  const near = new Map<string, number>();
  const initial = typed[0] ?? '';
  // A word of another length has more wrong letters.
  const lengths = {
    least: Math.max(typed.length - most, shortest - 1),
    most: typed.length + most,
  };
  for (const words of [
    lexicon.singleWordsFrom(initial, lengths),
    vocabulary?.wordsFrom(initial, lengths) ?? [],
  ]) {
    for (const word of words) {
      const wrong = lettersWrong(typed, word, most, lexicon);
      if (wrong <= most && isSpeltLike(typed, word, wrong) && !lexicon.isNeverInterchangeable(typed, word))
        near.set(word, wrong);
    }
  }
  const isMedicine = (word: string): boolean =>
    (vocabulary?.isMedicine(word) ?? false) ||
    lexicon.isMedicine(word) ||
    isListedMedicine(word, lexicon);
  // Word files also list misspellings. Of two equally near words, the one that the index contains is the right
  // spelling.
  const isMissing = (word: string): boolean => vocabulary?.knows(word) === false;
  const ranked = [...near].sort(
    ([left, a], [right, b]) =>
      a - b ||
      Number(isMedicine(left)) - Number(isMedicine(right)) ||
      Number(isMissing(left)) - Number(isMissing(right)) ||
      left.localeCompare(right),
  );
  const [best] = ranked;
  if (!best) return null;
  const [word, wrong] = best;
  if (isNearOther(typed, word, wrong, lexicon)) return null;
  if (!isMedicine(word)) return wrong <= 1 || word.length >= shortestTwiceWrong ? word : null;
  if (wrong > 1) return null;
  const asNear = ranked.filter(
    ([one, other]) => other === wrong && isMedicine(one) && !areOneName(one, word, lexicon),
  );
  return asNear.length === 0 ? asSold(word, lexicon, vocabulary) : null;
}

const meantBy = (word: string, lexicon: Lexicon): readonly ConceptEntry[] =>
  lexicon.find([word])?.concepts ?? [];

const isOfMedicine = ({ means }: ConceptEntry): boolean =>
  Object.keys(means).every((kind) => kind === 'substances' || kind === 'combinations');

/** True if a word file lists it as a medicine, even by a misspelling of its name: `meloxycam`. */
const isListedMedicine = (word: string, lexicon: Lexicon): boolean =>
  lexicon.isOwn(word) && meantBy(word, lexicon).every(isOfMedicine);

/** True for two spellings of one medicine, which do not count as two equally near medicines. */
export function areOneName(left: string, right: string, lexicon: Lexicon): boolean {
  if (oneOf(left, right)) return true;
  if (lexicon.isNeverInterchangeable(left, right)) return false;
  const [one, other] = [left, right].map((word) => meantBy(word, lexicon));
  return (
    one !== undefined &&
    one.length > 0 &&
    one.every(isOfMedicine) &&
    one.map(({ id }) => id).join() === other?.map(({ id }) => id).join()
  );
}

/** Tests whether some word matches, as `some` of an array does, but without building an array of thousands of words. */
function someOf(words: Iterable<string>, isMeant: (word: string) => boolean): boolean {
  for (const word of words) if (isMeant(word)) return true;
  return false;
}

/** True if a second medicine, sold or only listed, is one letter away. Then no word is corrected to the first one. */
export function hasSecond(
  typed: string,
  word: string,
  lexicon: Lexicon,
  vocabulary: Vocabulary,
): boolean {
  const isAsNear = (name: string): boolean =>
    name !== typed && distance(typed, name, 1) <= 1 && !areOneName(name, word, lexicon);
  return (
    someOf(lexicon.medicines, isAsNear) ||
    someOf(vocabulary.words, (name) => isAsNear(name) && vocabulary.isMedicine(name))
  );
}

/**
 * The name of the same medicine that the index contains, so that the shop never reports a misspelling as the reading.
 */
export function asSold(word: string, lexicon: Lexicon, vocabulary: Vocabulary | null): string {
  if (!vocabulary || vocabulary.words.has(word)) return word;
  const listed = meantBy(word, lexicon).flatMap((concept) => concept.words.map(plain));
  return (
    listed.find(
      (one) =>
        vocabulary.words.has(one) &&
        distance(word, one, mostOfSpelling) <= mostOfSpelling &&
        areOneName(one, word, lexicon),
    ) ?? word
  );
}

/** True if a medicine that the catalogue may lack is as near to the typed word: `prednisonne` is not prednisolone. */
const isNearOther = (typed: string, word: string, wrong: number, lexicon: Lexicon): boolean =>
  someOf(
    lexicon.medicines,
    (name) =>
      name.length >= shortest - 1 &&
      name[0] === typed[0] &&
      lettersWrong(typed, name, mostWrong(typed), lexicon) <= wrong &&
      !areOneName(name, word, lexicon),
  );

/** True for spellings of one name: `amoxicilline` and `amoxicillines`. */
const oneOf = (left: string, right: string): boolean =>
  left.startsWith(right.slice(0, -1)) || right.startsWith(left.slice(0, -1));
