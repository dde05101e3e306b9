/**
 * The run-time form of a word file. The build converts the built-in word files (tools/build.ts). The shop converts an
 * operator's word file in steps, and serves other requests in between.
 */
import type { Locale } from '~/base/i18n/locales';
import { runAllSteps } from '~/base/kernel/steps';
import { keysOf, plain, rootOf, stemOf, wordsOf } from './folding';
import { prepareGroups, type Groups } from './phrases';
import { factKinds, type ConceptEntry, type WordFile, type WordLists } from './word-file';
import {
  sortedTexts,
  textAt,
  textList,
  wordTable,
  type TextList,
  type WordTable,
} from './word-table';

/**
 * Minimum length of a word that may stand for the groups that contain it: shorter words occur in groups of too many
 * kinds.
 */
const shortestMention = 5;
/** A word that occurs in the groups of more concepts than this means none of these concepts. */
const mostMentions = 3;

export const setOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => plain(word)));

/** The meaning of a group of words: the concepts that list it. */
export interface Found {
  concepts: readonly ConceptEntry[];
  /** The concepts that rank first; empty if all rank equally. */
  core: readonly ConceptEntry[];
  /** True if the word file lists the group as typed, not only its singular or a similar spelling. */
  isExact: boolean;
}

/**
 * The run-time form of a word file. Concepts are numbered in the order of the file. It is plain data, because the build
 * writes it to a file.
 */
export interface PreparedWords {
  locale: Locale;
  lists: WordLists;
  /** Each concept as JSON, parsed on demand, because few concepts are ever needed. */
  concepts: TextList;
  ids: WordTable;
  /** Concepts by the lookup keys of their words. */
  keys: WordTable;
  /** The words that the file lists singly, in ascending order. */
  singleWords: TextList;
  groups: Groups;
  /** Concepts by the roots of the words that they list singly. */
  roots: WordTable;
  /** Concepts by the stems of the words in their groups. */
  mentions: WordTable;
  /** The labels that the concepts mean, without duplicates: `species: Chat`. */
  labels: readonly string[];
}

export const conceptAt = ({ concepts }: PreparedWords, number: number): ConceptEntry =>
  JSON.parse(textAt(concepts, number)) as ConceptEntry;

/**
 * True for a letter at the end of a listed word, which is part of the name: without its `A`, `vitamine A` would be any
 * vitamin.
 */
const isLastLetter = (words: readonly string[], at: number): boolean =>
  at > 0 && words.slice(at).every((word) => word.length === 1);

/** The words of a listed text, and the same without its stop words. */
function readings(text: string, silent: ReadonlySet<string>): string[][] {
  const all = wordsOf(text);
  const telling = all.filter((one, at) => !silent.has(one) || isLastLetter(all, at));
  return telling.length > 0 && telling.length < all.length ? [all, telling] : [all];
}

/** Numbers of concepts by word, in ascending order. */
type Numbers = Map<string, number[]>;

function put(to: Numbers, word: string, concept: number): void {
  const there = to.get(word);
  if (!there) to.set(word, [concept]);
  else if (there.at(-1) !== concept) there.push(concept);
}

/** Number of concepts per step, which takes a few milliseconds. */
const ofOneStep = 100;

export function* prepareInSteps(file: WordFile, locale: Locale): Generator<void, PreparedWords> {
  const { concepts, ...lists } = file;
  const [idle, silent] = [setOf(file.idle), setOf([...file.idle, ...file.fillers])];
  const keys: Numbers = new Map();
  const roots: Numbers = new Map();
  const mentions: Numbers = new Map();
  const singleWords = new Set<string>();
  const labels = new Set<string>();
  const groups: [concept: number, words: string[]][] = [];
  for (const [number, { words, means }] of concepts.entries()) {
    if (number % ofOneStep === 0) yield;
    for (const kind of factKinds)
      for (const label of means[kind] ?? []) labels.add(`${kind}: ${label}`);
    for (const word of words) {
      const read = readings(word, idle);
      for (const key of read.flatMap((group) => keysOf(group, locale))) put(keys, key, number);
      const [[single, ...more] = []] = read;
      if (single && more.length === 0) singleWords.add(single);
      for (const group of read) {
        const root = group.length === 1 && group[0] ? rootOf(group[0], locale) : null;
        if (root !== null) put(roots, root, number);
        if (group.length < 2) continue;
        for (const one of group)
          if (one.length >= shortestMention) put(mentions, stemOf(one, locale), number);
      }
      const telling = readings(word, silent).at(-1) ?? [];
      if (telling.length > 1) groups.push([number, telling]);
    }
  }
  yield;
  for (const [stem, numbers] of mentions) if (numbers.length > mostMentions) mentions.delete(stem);
  const prepared = {
    locale, lists, labels: [...labels],
    concepts: textList(concepts.map((concept) => JSON.stringify(concept))),
    ids: wordTable(new Map(concepts.map(({ id }, number) => [id, [number]]))),
    singleWords: sortedTexts(singleWords),
  };
  yield;
  const table = wordTable(keys);
  yield;
  return {
    ...prepared, keys: table, groups: prepareGroups(groups, locale),
    roots: wordTable(roots), mentions: wordTable(mentions),
  };
}

/** Converts a word file in one step, for callers without waiting requests, such as the build. */
export const prepareWords = (file: WordFile, locale: Locale): PreparedWords =>
  runAllSteps(prepareInSteps(file, locale));
