/**
 * The word files as used for pages in one language: the language's own word file, and the other files for words that it
 * lacks.
 */
import { LRUCache } from 'lru-cache';
import type { Locale } from '~/base/i18n/locales';
import { runStep } from '../meaning/steps';
import { keysOf, plain, rootOf, stemOf } from './folding';
import { createGrammar, type Grammar } from './grammar';
import { createMedicines, type Medicines } from './medicines';
import { createNounNumbers } from './noun-numbers';
import { createPhrases } from './phrases';
import { conceptAt, setOf, type Found, type PreparedWords } from './prepared-words';
import type { ConceptEntry } from './word-file';
import { hasText, hasWord, numbersUnder, textsFrom, type Lengths } from './word-table';

/** What groups of words mean. */
interface Meanings {
  locale: Locale;
  /** The meaning of a group of words; null if no file lists it. */
  find(words: readonly string[]): Found | null;
  /** The meaning of a group of words in this language's file alone; null if that file does not list it. */
  findOwn(words: readonly string[]): Found | null;
  /** The meaning of a group that a file lists in another order: `kat snot` is `snot kat`. */
  findTurned(words: readonly string[]): Found | null;
  /**
   * The positions of words that a file lists as one group, wherever they are in the search text; the longest group
   * first.
   */
  spread(words: readonly string[]): readonly (readonly number[])[];
  /** The meaning of another form of the word that a file lists: `onthoornd` for `onthoornen`. */
  findForm(word: string): Found | null;
  /** The meaning of a word that a file lists only in groups: `verkouden` of `verkouden kat`. */
  findMention(word: string): Found | null;
  /** Single words of this language that start with `beginning` and have such a length, for spelling correction. */
  singleWordsFrom(beginning: string, lengths?: Lengths): Iterable<string>;
  /** True if this language's file lists it as a single word. */
  isOwn(word: string): boolean;
  /** The sizes that a word or number means for the things next to it; empty if it means none. */
  sizesOf(things: readonly string[], said: readonly string[]): readonly string[];
}

/** Everything that the word files say, for pages in one language. */
export type Lexicon = Meanings & Grammar & Medicines;

export type WordsByLocale = Readonly<Record<Locale, PreparedWords>>;

/** Maximum number of words whose concepts are cached; a Dutch compound alone requests dozens. */
const mostRead = 200;

const onlyLetters = /^\p{L}+$/u;

/** Returns a function for the concepts of this language that word files of the other languages mean by these words. */
function createOtherLanguages(byLocale: WordsByLocale, locale: Locale) {
  const own = byLocale[locale];
  // The page's language decides what a word means; only a word that it lacks is looked up in the other files.
  const others = (['fr', 'nl', 'en'] as const).filter((other) => other !== locale);
  const foreign = others.map((other) => {
    const theirs = byLocale[other];
    const ownByTheirs = new Map<number, readonly number[]>();
    /** This language's concepts with the id of a concept of the other language. */
    const ownOf = (number: number): readonly number[] => {
      const known = ownByTheirs.get(number);
      if (known) return known;
      const here = [...numbersUnder(own.ids, conceptAt(theirs, number).id)];
      ownByTheirs.set(number, here);
      return here;
    };
    return { keys: theirs.keys, locale: other, ownOf };
  });
  return (words: readonly string[], exact: string): readonly number[] => {
    if (exact.length < 3) return [];
    for (const other of foreign) {
      let there = numbersUnder(other.keys, exact);
      if (there.length === 0 && exact.length > 4)
        there = numbersUnder(other.keys, keysOf(words, other.locale)[1]);
      const here = [...there].flatMap(other.ownOf);
      if (here.length > 0) return here;
    }
    return [];
  };
}

/** Pairs of positions whose words the file lists as one word: `doos ... instrumenten` is an `instrumentendoos`. */
function joined(words: readonly string[], own: PreparedWords, locale: Locale): number[][] {
  const isWord = (one: string, two: string): boolean =>
    one !== two &&
    onlyLetters.test(one + two) &&
    keysOf([one, two], locale).some((key) => hasWord(own.keys, key));
  return words.flatMap((one, at) =>
    words.flatMap((two, other) =>
      other > at && (isWord(one, two) || isWord(two, one)) ? [[at, other]] : [],
    ),
  );
}

/** The sizes that the word file lists for things. */
function createSizes({ lists }: PreparedWords): Meanings['sizesOf'] {
  const sizes = lists.sizes.map(({ of, by }) => ({
    of: setOf(of),
    by: new Map(Object.entries(by).map(([said, ofSize]) => [plain(said), ofSize])),
  }));
  return (things, said) => {
    const named = [...setOf(things)];
    const table = sizes.find(({ of }) => named.some((thing) => of.has(thing)));
    return said.flatMap((one) => table?.by.get(plain(one)) ?? []);
  };
}

export function createLexicon(byLocale: WordsByLocale, locale: Locale): Lexicon {
  const own = byLocale[locale];
  const medicines = createMedicines(byLocale, locale);
  const phrases = createPhrases(own.groups, locale);
  const read = new LRUCache<number, ConceptEntry>({ max: mostRead });
  function conceptOf(number: number): ConceptEntry {
    const known = read.get(number);
    if (known) return known;
    const concept = conceptAt(own, number);
    read.set(number, concept);
    return concept;
  }
  const inNumbers = createNounNumbers({
    keys: own.keys, conceptOf, locale,
    isNeverInterchangeable: medicines.isNeverInterchangeable,
  });
  function found(numbers: Iterable<number>, isExact: boolean): Found | null {
    const concepts = Array.from(numbers, conceptOf);
    return concepts.length > 0 ? { concepts, core: [], isExact } : null;
  }
  const foundUnder = (key: string): Found | null => found(numbersUnder(own.keys, key), false);

  const foundElsewhere = createOtherLanguages(byLocale, locale);

  function findOwn(words: readonly string[]): Found | null {
    const keys = keysOf(words, locale);
    const [exact, stemmed] = keys;
    const here = numbersUnder(own.keys, exact);
    const straight =
      runStep('numbers of listed nouns', null, () => inNumbers(keys, here)) ?? found(here, true);
    if (straight) return straight;
    return runStep('stems of listed words', null, () =>
      exact.length > 3 ? foundUnder(stemmed) : null,
    );
  }

  const find = (words: readonly string[]): Found | null =>
    findOwn(words) ??
    runStep('words of other languages', null, () =>
      found(foundElsewhere(words, keysOf(words, locale)[0]), false),
    );

  function findTurned(words: readonly string[]): Found | null {
    if (words.length < 2) return null;
    const [first = '', second = ''] = words;
    // The two words in reverse order: the file may list them as one word, such as `elektrodeplakkers`.
    const swap = words.length === 2 ? find([second, first]) : null;
    return swap ?? found(phrases.made(words), false);
  }

  function findForm(word: string): Found | null {
    const root = rootOf(word, locale);
    return root === null ? null : found(numbersUnder(own.roots, root), false);
  }

  const findMention = (word: string): Found | null =>
    found(numbersUnder(own.mentions, stemOf(word, locale)), false);

  return {
    ...createGrammar(own),
    ...medicines,
    locale,
    find,
    findOwn,
    findTurned,
    spread: (words) => (words.length < 2 ? [] : [...phrases.spread(words), ...joined(words, own, locale)]),
    findForm,
    findMention,
    singleWordsFrom: (beginning, lengths) => textsFrom(own.singleWords, beginning, lengths),
    isOwn: (word) => hasText(own.singleWords, word),
    sizesOf: createSizes(own),
  };
}
