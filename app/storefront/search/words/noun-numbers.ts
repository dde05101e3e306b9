/** What a word file means by a noun in any of its numbers: singular, plural or the Dutch diminutive. */
import type { Locale } from '~/base/i18n/locales';
import { keysOf, plain } from './folding';
import { basesOf } from './number';
import type { Found } from './prepared-words';
import { factKinds, type ConceptEntry } from './word-file';
import { hasWord, numbersUnder, type WordTable } from './word-table';

const isMedicineOnly = ({ means }: ConceptEntry): boolean =>
  means.substances !== undefined || means.combinations !== undefined;
const isAnimal = ({ means }: ConceptEntry): boolean =>
  Object.keys(means).every((kind) => kind === 'species');

/** Facts of one kind may be meant together; a medicine is never meant by another one's words. */
const isAkin = (left: ConceptEntry, right: ConceptEntry): boolean =>
  !isMedicineOnly(left) &&
  !isMedicineOnly(right) &&
  isAnimal(left) === isAnimal(right) &&
  factKinds.some((kind) => left.means[kind] && right.means[kind]);

/** No number changes more of a word than its end. */
const sharedBeginning = 2;

/** The words of a concept without their spaces, once they are asked for. */
const joinedOf = new WeakMap<ConceptEntry, readonly string[]>();

function joinedWords(concept: ConceptEntry): readonly string[] {
  const known = joinedOf.get(concept);
  if (known) return known;
  const joined = concept.words.map((word) => plain(word).replaceAll(' ', ''));
  joinedOf.set(concept, joined);
  return joined;
}

/** What so many numbers of a word stand for is the word's meaning, what one of them does is only that one's. */
const shared = 3;

/** A concept and how many numbers of a word it has. */
interface Counted {
  number: number;
  concept: ConceptEntry;
  count: number;
}

/**
 * Of the concepts that have a noun in some number, those that it means in whichever it was typed. First among them are
 * those of most numbers, or else those that have the very one.
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
  /** Concepts under the keys of their words. */
  keys: WordTable;
  conceptOf(number: number): ConceptEntry;
  locale: Locale;
  /** Words that are never read for one another. */
  isNever(left: string, right: string): boolean;
}

/** The reading by numbers: null where the words are no number of a word of the file. `here` is what they mean as typed. */
export function createNounNumbers({ keys, conceptOf, locale, isNever }: NumberOptions) {
  /** Whether a listed word is the typed one in some number; never one that is kept apart from it. */
  function numberOf(typed: string): (listed: string) => boolean {
    const bases = new Set(basesOf(typed, locale));
    const beginning = typed.slice(0, sharedBeginning);
    return (listed) =>
      listed.startsWith(beginning) &&
      !isNever(typed, listed) &&
      basesOf(listed, locale).some((base) => bases.has(base));
  }

  return (words: readonly string[], here: Uint32Array): Found | null => {
    const [joined, stemmed] = keysOf(words, locale);
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
    // A concept that has the word only beside words that say nothing yields to one that has it by itself.
    const isOwnInFull = inFull.some(({ number }) => here.includes(number));
    if (here.length > 0 && !isOwnInFull) return null;
    return { ...meantTogether(inFull, new Set(here)), isExact: true };
  };
}
