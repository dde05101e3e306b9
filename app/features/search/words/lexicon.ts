/** The words of the trade as one page's language reads them: its own file, and the others' for words it does not have. */
import type { Locale } from '~/i18n/locales';
import { keysOf, plain, rootOf, stemOf, wordsOf } from './folding';
import { createNounNumbers } from './noun-numbers';
import { nearIn, phrasesIn, prepare, setOf, type Found } from './prepared-words';
import { swapped } from './swapped-parts';
import type { WordFile } from './word-file';

export interface Lexicon {
  locale: Locale;
  /** What a group of words means; null for a group that no file has. */
  find(words: readonly string[]): Found | null;
  /** What a group of words means that a file has in another order: `kat snot` is `snot kat`. */
  findTurned(words: readonly string[]): Found | null;
  /** The places of words that a file has as one group, wherever they stand here; the longest group first. */
  spread(words: readonly string[]): readonly (readonly number[])[];
  /** Another form of a word that a file has: `onthoornd` for `onthoornen`. */
  findForm(word: string): Found | null;
  /** A word that a file has in groups of words only: `verkouden` of `verkouden kat`. */
  findMention(word: string): Found | null;
  /**
   * A compound that a file has with another beginning or end of the same meaning: `röntgenschort` for `röntgenjas`,
   * `kattenweegschaal` for `poezenweegschaal`. With the word that was found.
   */
  findSwapped(word: string): { word: string; found: Found } | null;
  /** Single words of this language, for spelling. */
  singleWords: readonly string[];
  isAlone(words: readonly string[]): boolean;
  isIdle(word: string): boolean;
  /** Says nothing where no group of words has it. */
  isFiller(word: string): boolean;
  isSoft(word: string): boolean;
  /** Stands between a thing and what it is for. */
  isPurpose(word: string): boolean;
  /** Stands between a thing and when it is wanted. */
  isCircumstance(word: string): boolean;
  /** A name of a substance or medicine, or a word that ends like one. */
  isMedicine(word: string): boolean;
  /** Those names of all files, whether the catalogue has them or not. */
  medicines: ReadonlySet<string>;
  /** Never read or offered for one another. */
  isNever(left: string, right: string): boolean;
  /** One text says the one of such a pair, the other the other. */
  areKeptApart(left: string, right: string): boolean;
}

export type WordFiles = Readonly<Record<Locale, WordFile>>;

/** A word that stands in groups of more concepts than this says none of them. */
const mostMentions = 3;

const onlyLetters = /^\p{L}+$/u;

const says = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

export function createLexicon(files: WordFiles, locale: Locale): Lexicon {
  const file = files[locale];
  const idle = setOf(file.idle);
  const soft = setOf(file.soft);
  const fillers = setOf(file.fillers);
  const purposes = setOf(file.purposes);
  const circumstances = setOf(file.circumstances);
  const alone = new Set(file.alone.map((word) => wordsOf(word).join('')));
  const medicines = setOf(Object.values(files).flatMap((one) => one.medicines));
  const endings = [...new Set(file.medicineEndings.map(plain))];
  const never = new Set(
    Object.values(files)
      .flatMap((one) => one.never)
      .flatMap(([left, right]) => [
        `${plain(left)}|${plain(right)}`,
        `${plain(right)}|${plain(left)}`,
      ]),
  );
  const isIdle = (word: string): boolean => idle.has(word);
  const isNever = (left: string, right: string): boolean => never.has(`${left}|${right}`);
  const own = prepare(file, locale);
  const inNumbers = createNounNumbers({ prepared: own, locale, isNever });
  // A word counts in the language of the page; only one that this language does not have is looked up in the others.
  const others = (['fr', 'nl', 'en'] as const).filter((other) => other !== locale);
  const foreign = others.map((other) => ({ other, ...prepare(files[other], other) }));
  function found(ids: readonly string[], isExact: boolean): Found | null {
    const concepts = ids.flatMap((id) => own.byId.get(id) ?? []);
    return concepts.length > 0 ? { concepts, core: [], isExact } : null;
  }

  function find(words: readonly string[]): Found | null {
    const [exact, stemmed] = keysOf(words, locale);
    const here = own.index.get(exact);
    if (here) return inNumbers(words, here) ?? found(here, true);
    const number = inNumbers(words, []);
    if (number) return number;
    const alike = exact.length > 3 ? own.index.get(stemmed) : undefined;
    if (alike) return found(alike, false);
    if (exact.length < 3) return null;
    for (const { other, index } of foreign) {
      const [, key] = keysOf(words, other);
      const there = index.get(exact) ?? (exact.length > 4 ? index.get(key) : undefined);
      const theirs = there ? found(there, false) : null;
      if (theirs) return theirs;
    }
    return null;
  }

  function findTurned(words: readonly string[]): Found | null {
    if (words.length < 2) return null;
    const [first = '', second = ''] = words;
    // The other way round they may be written as one word in the file: `elektrodeplakkers`.
    const swap = words.length === 2 ? find([second, first]) : null;
    return swap ?? found(phrasesIn(file, locale).made(words), false);
  }

  /** Pairs of places whose words the file has as one: `doos ... instrumenten` is an `instrumentendoos`. */
  function joined(words: readonly string[]): number[][] {
    const isWord = (one: string, two: string): boolean =>
      one !== two &&
      onlyLetters.test(one + two) &&
      keysOf([one, two], locale).some((key) => own.index.has(key));
    return words.flatMap((one, at) =>
      words.flatMap((two, other) =>
        other > at && (isWord(one, two) || isWord(two, one)) ? [[at, other]] : [],
      ),
    );
  }

  function findForm(word: string): Found | null {
    const root = rootOf(word, locale);
    const alike = root === null ? undefined : nearIn(file, locale).roots.get(root);
    return alike ? found(alike, false) : null;
  }

  function findMention(word: string): Found | null {
    const mentioned = nearIn(file, locale).mentions.get(stemOf(word, locale)) ?? [];
    return mentioned.length <= mostMentions ? found(mentioned, false) : null;
  }

  const swaps = file.parts.map((group) => group.map(plain));

  function findSwapped(word: string): { word: string; found: Found } | null {
    for (const other of swapped(word, swaps)) {
      const [exact, stemmed] = keysOf([other], locale);
      const ids = own.index.get(exact) ?? own.index.get(stemmed);
      const there = ids ? found(ids, false) : null;
      if (there) return { word: other, found: there };
    }
    return null;
  }

  return {
    locale,
    find,
    findTurned,
    spread: (words) =>
      words.length < 2 ? [] : [...phrasesIn(file, locale).spread(words), ...joined(words)],
    findSwapped,
    findForm,
    findMention,
    singleWords: own.singleWords,
    isAlone: (words) => alone.has(words.join('')),
    isIdle,
    isFiller: (word) => fillers.has(word),
    isPurpose: (word) => purposes.has(word),
    isCircumstance: (word) => circumstances.has(word),
    // A word that the file itself has is no other form of one that only helps: `kitten` is not several of `kit`.
    isSoft: (word) => soft.has(word) || (!own.index.has(word) && soft.has(stemOf(word, locale))),
    isMedicine: (word) =>
      medicines.has(word) || (word.length >= 7 && endings.some((ending) => word.endsWith(ending))),
    medicines,
    isNever,
    areKeptApart: (left, right) => {
      const [asked, other] = [plain(left), plain(right)];
      return [...never].some((pair) => {
        const [one = '', two = ''] = pair.split('|');
        return says(asked, one) && !says(asked, two) && says(other, two);
      });
    },
  };
}
