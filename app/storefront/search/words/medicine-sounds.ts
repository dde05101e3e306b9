/**
 * The one medicine that sounds like an unknown word (`mailoxicam`), or that starts like it if the word has another
 * medicine's ending (`enrofloxacilline`). Null if a second medicine is near, because many names of medicines look
 * alike.
 */
import type { Lexicon } from './lexicon';
import { areOneName, asSold, distance, hasSecond } from './spelling-guard';
import type { Vocabulary } from './vocabulary';

/** Groups of letters with the same sound, as the three languages write names of substances. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/[ae]i|[ao]e|ay/g, 'e'],
  [/e?au/g, 'o'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/c(?=[eiy])|z/g, 's'],
  [/ch|ck|qu|[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/y|ie/g, 'i'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
  [/e$/, ''],
];
const soundOf = (word: string): string =>
  sounds.reduce((heard, [letters, sound]) => heard.replace(letters, sound), word);

/**
 * Minimum number of first letters that must match: fewer letters start several names (`amoxicycline` would match by
 * `amoxici`).
 */
const shortestBeginning = 8;
const beginningOf = (word: string): string => word.slice(0, shortestBeginning);
/**
 * A second medicine counts as near up to this number of different letters: a name blended from two may mean either
 * (`buprenorphanol`).
 */
const mostOfSecond = 4;
/** Maximum difference in length between two spellings of one sound. */
const mostMore = 4;

interface Names {
  all: readonly string[];
  bySound: ReadonlyMap<string, readonly string[]>;
  byBeginning: ReadonlyMap<string, readonly string[]>;
}

function groupNames(names: readonly string[], keyOf: (name: string) => string) {
  const groups = new Map<string, string[]>();
  for (const name of names) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name]);
  return groups;
}

/** Caches the sounds of all names per vocabulary and lexicon: computing them takes longer than the rest of a search. */
const known = new WeakMap<Vocabulary, WeakMap<Lexicon, Names>>();

function namesOf(lexicon: Lexicon, vocabulary: Vocabulary): Names {
  const before = known.get(vocabulary)?.get(lexicon);
  if (before) return before;
  // Uses only those words of the catalogue that have the ending of a medicine: `generiek` is not `Générique`.
  const sold = [...vocabulary.words].filter(
    (name) => vocabulary.isMedicine(name) && lexicon.isMedicine(name),
  );
  const all = [...new Set([...lexicon.medicines, ...sold])];
  const byBeginning = groupNames(
    all.filter((name) => name.length >= shortestBeginning),
    beginningOf,
  );
  const names = { all, bySound: groupNames(all, soundOf), byBeginning };
  known.set(vocabulary, (known.get(vocabulary) ?? new WeakMap()).set(lexicon, names));
  return names;
}

export function findMedicineBySound(
  typed: string,
  lexicon: Lexicon,
  vocabulary: Vocabulary,
): string | null {
  const { all, bySound, byBeginning } = namesOf(lexicon, vocabulary);
  const isOther = (name: string): boolean => name !== typed && !lexicon.isNeverInterchangeable(typed, name);
  /**
   * The only medicine among these names, which may be several names of one medicine; null if there are several
   * medicines.
   */
  const only = (like: readonly string[] = []): string | null => {
    const [first, ...others] = like.filter(isOther);
    const isOne = first !== undefined && others.every((one) => areOneName(one, first, lexicon));
    return isOne ? first : null;
  };
  const ifSold = (name: string): string | null => {
    const read = asSold(name, lexicon, vocabulary);
    return vocabulary.words.has(read) ? read : null;
  };
  const isAsLong = (name: string): boolean => Math.abs(name.length - typed.length) <= mostMore;
  const heard = only(bySound.get(soundOf(typed))?.filter(isAsLong));
  if (heard !== null) return hasSecond(typed, heard, lexicon, vocabulary) ? null : ifSold(heard);
  if (!lexicon.isMedicine(typed)) return null;
  const begun = only(byBeginning.get(beginningOf(typed)));
  if (begun === null) return null;
  const isSecond = (name: string): boolean =>
    isOther(name) &&
    distance(typed, name, mostOfSecond) <= mostOfSecond &&
    !areOneName(name, begun, lexicon);
  return all.some(isSecond) ? null : ifSold(begun);
}
