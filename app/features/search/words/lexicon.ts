/** The words of the trade as one page's language reads them: its own file, and the others' for words it does not have. */
import type { Locale } from '~/i18n/locales';
import { keysOf, plain, rootOf, stemOf, wordsOf } from './folding';
import { basesOf } from './number';
import { createPhrases, type Phrases } from './phrases';
import { factKinds, type ConceptEntry, type WordFile } from './word-file';

export interface Found {
  concepts: readonly ConceptEntry[];
  /** Those that come first; none where all are meant alike. */
  core: readonly ConceptEntry[];
  /** As it stands in the file, not by its singular or a spelling like it. */
  isExact: boolean;
}

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

/** Shorter words stand in groups of words of too many kinds. */
const shortestMention = 5;
/** What is left beside a part that is exchanged. */
const shortestPartLeft = 3;
/** A word that stands in groups of more concepts than this says none of them. */
const mostMentions = 3;

/** A file made ready: its concepts under the keys of their words. Done once a file, whatever pages read it. */
interface Prepared {
  index: ReadonlyMap<string, readonly string[]>;
  byId: ReadonlyMap<string, ConceptEntry>;
  singleWords: readonly string[];
}
const preparedFiles = new WeakMap<WordFile, Prepared>();

/** What a word is near to that no file has by itself. */
interface Near {
  /** Ids of concepts by the roots of their single words. */
  roots: ReadonlyMap<string, readonly string[]>;
  /** Ids of concepts by the stems of words that stand in their groups of words. */
  mentions: ReadonlyMap<string, readonly string[]>;
}
const nearInFiles = new WeakMap<WordFile, Near>();

type IdsByKey = Map<string, readonly string[]>;

/** `own` holds the concept's id alone: most keys share it, which saves a list for each. */
function putInto(map: IdsByKey, key: string, own: readonly [id: string]): void {
  const there = map.get(key);
  if (!there) map.set(key, own);
  else if (!there.includes(own[0])) map.set(key, [...there, own[0]]);
}

/** The words of a text, and again without those that say nothing. */
function readings(text: string, idle: ReadonlySet<string>): string[][] {
  const all = wordsOf(text);
  const telling = all.filter((one) => !idle.has(one));
  return telling.length > 0 && telling.length < all.length ? [all, telling] : [all];
}

export function prepare(file: WordFile, locale: Locale): Prepared {
  const known = preparedFiles.get(file);
  if (known) return known;
  const index: IdsByKey = new Map();
  const singleWords = new Set<string>();
  const idle = setOf(file.idle);
  for (const { id, words } of file.concepts) {
    const own: [string] = [id];
    for (const word of words) {
      const [all = [], ...telling] = readings(word, idle);
      for (const key of [all, ...telling].flatMap((group) => keysOf(group, locale)))
        putInto(index, key, own);
      if (all.length === 1 && all[0]) singleWords.add(all[0]);
    }
  }
  const byId = new Map(file.concepts.map((concept) => [concept.id, concept]));
  const prepared = { index, byId, singleWords: [...singleWords] };
  preparedFiles.set(file, prepared);
  return prepared;
}

/** Words in groups without those that say nothing. */
function* groupsOf(file: WordFile): Generator<[string, string[]]> {
  const silent = setOf([...file.idle, ...file.fillers]);
  for (const { id, words } of file.concepts)
    for (const word of words) {
      const telling = readings(word, silent).at(-1) ?? [];
      if (telling.length > 1) yield [id, telling];
    }
}

const phrasesInFiles = new WeakMap<WordFile, Phrases>();

/** Done for the first text of several words, as what follows is for the first word that no file has. */
function phrasesIn(file: WordFile, locale: Locale): Phrases {
  const known = phrasesInFiles.get(file);
  if (known) return known;
  const phrases = createPhrases(groupsOf(file), locale);
  phrasesInFiles.set(file, phrases);
  return phrases;
}

/** A shop at rest does without. */
function nearIn(file: WordFile, locale: Locale): Near {
  const known = nearInFiles.get(file);
  if (known) return known;
  const roots: IdsByKey = new Map();
  const mentions: IdsByKey = new Map();
  const idle = setOf(file.idle);
  for (const { id, words } of file.concepts) {
    const own: [string] = [id];
    for (const all of words.flatMap((word) => readings(word, idle))) {
      const [only, ...more] = all;
      const root = only === undefined || more.length > 0 ? null : rootOf(only, locale);
      if (root !== null) putInto(roots, root, own);
      for (const word of more.length > 0 ? all : []) {
        if (word.length >= shortestMention) putInto(mentions, stemOf(word, locale), own);
      }
    }
  }
  const near = { roots, mentions };
  nearInFiles.set(file, near);
  return near;
}

const onlyLetters = /^\p{L}+$/u;
const shortestSwapped = 6;
const joint = /s$/;

/** The same compound with other parts, those with one part changed first. */
function swapped(word: string, groups: readonly (readonly string[])[]): string[] {
  if (word.length < shortestSwapped) return [];
  const ends = (of: string): string[] =>
    groups.flatMap((group) =>
      group.flatMap((end) => {
        if (!of.endsWith(end) || of.length - end.length < shortestPartLeft) return [];
        const head = of.slice(0, -end.length);
        return group.flatMap((other) => [head + other, head.replace(joint, '') + other]);
      }),
    );
  const beginnings = (of: string): string[] =>
    groups.flatMap((group) =>
      group.flatMap((start) => {
        if (!of.startsWith(start) || of.length - start.length < shortestPartLeft) return [];
        return group.map((other) => other + of.slice(start.length));
      }),
    );
  const once = [...ends(word), ...beginnings(word)];
  return [...new Set([...once, ...ends(word).flatMap(beginnings)])].filter((one) => one !== word);
}

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
  concept: ConceptEntry;
  count: number;
}

/**
 * Of the concepts that have a noun in some number, those that it means in whichever it was typed. First among them are
 * those of most numbers, or else those that have the very one.
 */
function meantTogether(
  counted: readonly Counted[],
  own: ReadonlySet<string>,
): Pick<Found, 'concepts' | 'core'> {
  const most = Math.max(...counted.map(({ count }) => count));
  const isRare = ({ count }: Counted): boolean => count === 1 && most >= shared;
  const isOwn = ({ concept, count }: Counted): boolean =>
    own.size > 0 ? own.has(concept.id) : count === most;
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

const says = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

const setOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => plain(word)));

export function createLexicon(files: WordFiles, locale: Locale): Lexicon {
  const file = files[locale];
  const idle = setOf(file.idle);
  const soft = setOf(file.soft);
  const fillers = setOf(file.fillers);
  const purposes = setOf(file.purposes);
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
  const own = prepare(file, locale);
  // A word counts in the language of the page; only one that this language does not have is looked up in the others.
  const others = (['fr', 'nl', 'en'] as const).filter((other) => other !== locale);
  const foreign = others.map((other) => ({ other, ...prepare(files[other], other) }));
  function found(ids: readonly string[], isExact: boolean): Found | null {
    const concepts = ids.flatMap((id) => own.byId.get(id) ?? []);
    return concepts.length > 0 ? { concepts, core: [], isExact } : null;
  }

  /** What the file means by a noun in any number; null where it is no number of a word of the file. */
  function inNumbers(words: readonly string[], ids: readonly string[]): Found | null {
    const [joined, stemmed] = keysOf(words, locale);
    const bases = basesOf(joined, locale);
    if (![stemmed, ...bases].some((key) => own.index.has(key))) return null;
    const keys = [stemmed, ...bases.flatMap((base) => keysOf([base], locale))];
    const alike = keys.flatMap((key) => own.index.get(key) ?? []);
    const all = [...new Set([...alike, ...ids])];
    if (all.length < 2 && ids.length > 0) return null;
    if (all.length === 0) return null;
    const isNumber = numberOf(joined);
    const counted = all.flatMap((id): Counted[] => {
      const concept = own.byId.get(id);
      const same = concept ? joinedWords(concept).filter(isNumber) : [];
      return concept ? [{ concept, count: new Set(same).size }] : [];
    });
    const inFull = counted.filter(({ count }) => count > 0);
    if (inFull.length === 0) return null;
    // A concept that has the word only beside words that say nothing yields to one that has it by itself.
    const isOwnInFull = inFull.some(({ concept }) => ids.includes(concept.id));
    if (ids.length > 0 && !isOwnInFull) return null;
    return { ...meantTogether(inFull, new Set(ids)), isExact: true };
  }

  /** Whether a listed word is the typed one in some number; never one that is kept apart from it. */
  function numberOf(typed: string): (listed: string) => boolean {
    const bases = new Set(basesOf(typed, locale));
    const beginning = typed.slice(0, sharedBeginning);
    return (listed) =>
      listed.startsWith(beginning) &&
      !never.has(`${typed}|${listed}`) &&
      basesOf(listed, locale).some((base) => bases.has(base));
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
    // A word that the file itself has is no other form of one that only helps: `kitten` is not several of `kit`.
    isSoft: (word) => soft.has(word) || (!own.index.has(word) && soft.has(stemOf(word, locale))),
    isMedicine: (word) =>
      medicines.has(word) || (word.length >= 7 && endings.some((ending) => word.endsWith(ending))),
    medicines,
    isNever: (left, right) => never.has(`${left}|${right}`),
    areKeptApart: (left, right) => {
      const [asked, other] = [plain(left), plain(right)];
      return [...never].some((pair) => {
        const [one = '', two = ''] = pair.split('|');
        return says(asked, one) && !says(asked, two) && says(other, two);
      });
    },
  };
}
