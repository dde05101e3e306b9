/** A word file made ready for reading: each part once a file, all of them when the shop starts (reader.server.ts). */
import type { Locale } from '~/i18n/locales';
import { keysOf, plain, rootOf, stemOf, wordsOf } from './folding';
import { createPhrases, type Phrases } from './phrases';
import type { ConceptEntry, WordFile } from './word-file';

/** Shorter words stand in groups of words of too many kinds. */
const shortestMention = 5;

export const setOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => plain(word)));

/** What a group of words means. */
export interface Found {
  concepts: readonly ConceptEntry[];
  /** Those that come first; none where all are meant alike. */
  core: readonly ConceptEntry[];
  /** As it stands in the file, not by its singular or a spelling like it. */
  isExact: boolean;
}

/** A file made ready: its concepts under the keys of their words. Done once a file, whatever pages read it. */
export interface Prepared {
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

/** For texts of several words, as what follows is for words that no file has. */
export function phrasesIn(file: WordFile, locale: Locale): Phrases {
  const known = phrasesInFiles.get(file);
  if (known) return known;
  const phrases = createPhrases(groupsOf(file), locale);
  phrasesInFiles.set(file, phrases);
  return phrases;
}

export function nearIn(file: WordFile, locale: Locale): Near {
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
