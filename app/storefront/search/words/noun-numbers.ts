/** Interprets a noun through the entries of a word file in any form: singular, plural or Dutch diminutive. */
import type { Locale } from '~/base/i18n/locales';
import { keysOf, plain, type LookupKeys } from './folding';
import { basesOf } from './number';
import type { Found } from './prepared-words';
import { factKinds, type ConceptEntry } from './word-file';
import { hasWord, numbersUnder, type WordTable } from './word-table';

const isMedicineOnly = ({ means }: ConceptEntry): boolean =>
  means.substances !== undefined || means.combinations !== undefined;
const isAnimal = ({ means }: ConceptEntry): boolean =>
  Object.keys(means).every((kind) => kind === 'species');

/**
 * True if two concepts may be meant together, because both have facts of one kind. A medicine is never meant by another
 * medicine's words.
 */
const isAkin = (left: ConceptEntry, right: ConceptEntry): boolean =>
  !isMedicineOnly(left) &&
  !isMedicineOnly(right) &&
  isAnimal(left) === isAnimal(right) &&
  factKinds.some((kind) => left.means[kind] && right.means[kind]);

/** Number of first letters that must be equal: singular and plural differ only at the end of a word. */
const sharedBeginning = 2;

/** The words of a concept without spaces, computed on first use. */
const joinedOf = new WeakMap<ConceptEntry, readonly string[]>();

function joinedWords(concept: ConceptEntry): readonly string[] {
  const known = joinedOf.get(concept);
  if (known) return known;
  const joined = concept.words.map((word) => plain(word).replaceAll(' ', ''));
  joinedOf.set(concept, joined);
  return joined;
}

/**
 * If some concept lists this many forms of a noun (singular, plural, diminutive), the noun means that concept. A
 * concept that lists only one form is then meant by that form alone.
 */
const shared = 3;

/** A concept, and how many forms (singular, plural, diminutive) of the noun it lists. */
interface Counted {
  number: number;
  concept: ConceptEntry;
  count: number;
}

/**
 * Of the concepts that list some form of a noun, those that every form of the noun means. `core` holds the concepts
 * with the most forms, or those that list the typed form.
 */
function meantTogether(
  counted: readonly Counted[],
  own: ReadonlySet<number>,
): Pick<Found, 'concepts' | 'core'> {
  const most = Math.max(...counted.map(({ count }) => count));
  const isRare = ({ count }: Counted): boolean => count === 1 && most >= shared;
  const isOwn = ({ number, count }: Counted): boolean =>
    own.size > 0 ? own.has(number) : count === most;
  const meant = new Set(counted.filter(isOwn));
  for (let size = 0; size < meant.size;) {
    size = meant.size;
    for (const one of counted)
      if (!isRare(one) && [...meant].some((other) => isAkin(one.concept, other.concept)))
        meant.add(one);
  }
  const inOrder = counted.filter((one) => meant.has(one));
  const isCore = inOrder.some(isRare) ? (one: Counted) => !isRare(one) : isOwn;
  const core = inOrder.filter(isCore);
  return {
    concepts: inOrder.map(({ concept }) => concept),
    core: core.length < inOrder.length ? core.map(({ concept }) => concept) : [],
  };
}

interface NumberOptions {
  /** Concepts by the lookup keys of their words. */
  keys: WordTable;
  conceptOf(number: number): ConceptEntry;
  locale: Locale;
  /** True for two words that must never be read for one another. */
  isNeverInterchangeable(left: string, right: string): boolean;
}

/**
 * Interprets nouns in singular, plural or diminutive. Returns null if no listed word is a form of the words with
 * these lookup keys. `here` contains the concepts of the words as typed.
 */
export function createNounNumbers({ keys, conceptOf, locale, isNeverInterchangeable }: NumberOptions) {
  /**
   * Returns a test whether a listed word is another form of the typed noun. Pairs of words that must not be confused
   * never match.
   */
  function numberOf(typed: string): (listed: string) => boolean {
    const bases = new Set(basesOf(typed, locale));
    const beginning = typed.slice(0, sharedBeginning);
    return (listed) =>
      listed.startsWith(beginning) &&
      !isNeverInterchangeable(typed, listed) &&
      basesOf(listed, locale).some((base) => bases.has(base));
  }

  return ([joined, stemmed]: LookupKeys, here: Uint32Array): Found | null => {
    const bases = basesOf(joined, locale);
    if (![stemmed, ...bases].some((key) => hasWord(keys, key))) return null;
    const near = [stemmed, ...bases.flatMap((base) => keysOf([base], locale))];
    const alike = near.flatMap((key) => [...numbersUnder(keys, key)]);
    const all = [...new Set([...alike, ...here])];
    if (all.length < 2 && here.length > 0) return null;
    if (all.length === 0) return null;
    const isNumber = numberOf(joined);
    const counted = all.map((number): Counted => {
      const concept = conceptOf(number);
      const same = joinedWords(concept).filter(isNumber);
      return { number, concept, count: new Set(same).size };
    });
    const inFull = counted.filter(({ count }) => count > 0);
    if (inFull.length === 0) return null;
    // A concept that lists the noun only next to stop words ranks behind one that lists the noun alone.
    const isOwnInFull = inFull.some(({ number }) => here.includes(number));
    if (here.length > 0 && !isOwnInFull) return null;
    return { ...meantTogether(inFull, new Set(here)), isExact: true };
  };
}
