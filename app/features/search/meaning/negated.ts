/**
 * What a text says is not wanted. It is left out of the search and said to be: a search for it would show the very thing,
 * and no list of facts is complete enough to promise its absence.
 */
import type { Lexicon } from '../words/lexicon';
import { freeOf, isFree, isJoining, negationAt } from '../words/negation';
import type { Vocabulary } from '../words/vocabulary';
import type { QueryTerm } from './query-term';

interface Reader {
  lexicon: Lexicon;
  vocabulary: Vocabulary | null;
}
export type ReadTerm = (words: readonly string[]) => QueryTerm | null;

export interface Negated {
  /** The words that are searched. */
  kept: readonly string[];
  /** As they were typed, each with the word that negates it: `sans cortisone`. */
  negated: readonly string[];
  /** What they mean, each without the word that negates it. */
  unwanted: readonly QueryTerm[];
}

const longestGroup = 3;

const isMedicine = ({ kind, facts }: QueryTerm): boolean =>
  kind === 'substance' ||
  Object.keys(facts ?? {}).every((one) =>
    ['substances', 'combinations', 'categories'].includes(one),
  );

/** How many words from here on are one thing that the trade knows; none where a name or a file has them negated. */
function sizeAt(
  words: readonly string[],
  at: number,
  negation: { words: readonly string[]; isWeak: boolean },
  reader: Reader,
  readTerm: ReadTerm,
): number {
  const { lexicon, vocabulary } = reader;
  for (let size = Math.min(longestGroup, words.length - at); size > 0; size -= 1) {
    const group = words.slice(at, at + size);
    const term = readTerm(group);
    const isNamed =
      lexicon.find([...negation.words, ...group]) !== null ||
      vocabulary?.saysWithout([...negation.words, ...group]) === true;
    if (isNamed) return 0;
    const isWeaklyNegated = term !== null && (isMedicine(term) || term.kind === 'animal');
    if (term?.facts && (!negation.isWeak || isWeaklyNegated)) return size;
    if (size === 1 && lexicon.isMedicine(group[0] ?? '')) return size;
  }
  return 0;
}

interface Span {
  /** The place after all that is negated; the same place where nothing is. */
  end: number;
  /** The words of each thing that is. */
  things: readonly (readonly string[])[];
}

/** All that is negated from here on. */
function negatedAt(words: readonly string[], at: number, reader: Reader, readTerm: ReadTerm): Span {
  const { lexicon } = reader;
  const found = negationAt(words, at, lexicon.locale);
  if (!found) return { end: at, things: [] };
  // `plaques sans poils` is a complaint that a file has as a whole.
  if (lexicon.spread(words).some((places) => places.includes(at))) return { end: at, things: [] };
  const negation = { words: words.slice(at, at + found.size), isWeak: found.isWeak };
  const things: string[][] = [];
  let end = at;
  let next = at + found.size;
  for (;;) {
    while (next < words.length && lexicon.isIdle(words[next] ?? '')) next += 1;
    const size = sizeAt(words, next, negation, reader, readTerm);
    if (size === 0) return { end, things };
    end = next + size;
    things.push(words.slice(next, end));
    if (!isJoining(words[end] ?? '', lexicon.locale)) return { end, things };
    next = end + 1;
  }
}

/** `cortisonevrij`, `steroid free`. */
function freeAt(words: readonly string[], at: number, reader: Reader, readTerm: ReadTerm): Span {
  const { lexicon, vocabulary } = reader;
  const [word = '', next = ''] = words.slice(at, at + 2);
  const isThing = (of: string): boolean => (readTerm([of])?.facts ?? null) !== null;
  if (isFree(next, lexicon.locale)) {
    const group = [word, next];
    const isNamed = lexicon.find(group) !== null || vocabulary?.saysWithout(group) === true;
    return !isNamed && isThing(word) ? { end: at + 2, things: [[word]] } : { end: at, things: [] };
  }
  const bare = freeOf(word, lexicon.locale);
  const isKnown = lexicon.find([word]) !== null || vocabulary?.knows(word) === true;
  return bare !== null && !isKnown && isThing(bare)
    ? { end: at + 1, things: [[bare]] }
    : { end: at, things: [] };
}

export function withoutNegated(
  words: readonly string[],
  reader: Reader,
  readTerm: ReadTerm,
): Negated {
  const kept: string[] = [];
  const negated: string[] = [];
  const unwanted: QueryTerm[] = [];
  for (let at = 0; at < words.length;) {
    const before = negatedAt(words, at, reader, readTerm);
    const { end, things } = before.end > at ? before : freeAt(words, at, reader, readTerm);
    unwanted.push(...things.flatMap((group) => readTerm(group) ?? []));
    if (end > at) negated.push(words.slice(at, end).join(' '));
    else kept.push(words[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return { kept, negated, unwanted };
}
