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
    if (term?.facts && (!negation.isWeak || isMedicine(term))) return size;
    if (size === 1 && lexicon.isMedicine(group[0] ?? '')) return size;
  }
  return 0;
}

/** The place after all that is negated from here on, or the same place where nothing is. */
function endOfNegated(
  words: readonly string[],
  at: number,
  reader: Reader,
  readTerm: ReadTerm,
): number {
  const { lexicon } = reader;
  const found = negationAt(words, at, lexicon.locale);
  if (!found) return at;
  // `plaques sans poils` is a complaint that a file has as a whole.
  if (lexicon.spread(words).some((places) => places.includes(at))) return at;
  const negation = { words: words.slice(at, at + found.size), isWeak: found.isWeak };
  let end = at;
  let next = at + found.size;
  for (;;) {
    while (next < words.length && lexicon.isIdle(words[next] ?? '')) next += 1;
    const size = sizeAt(words, next, negation, reader, readTerm);
    if (size === 0) return end;
    end = next + size;
    if (!isJoining(words[end] ?? '', lexicon.locale)) return end;
    next = end + 1;
  }
}

/** `cortisonevrij`, `steroid free`: how many words. */
function freeAt(words: readonly string[], at: number, reader: Reader, readTerm: ReadTerm): number {
  const { lexicon, vocabulary } = reader;
  const [word = '', next = ''] = words.slice(at, at + 2);
  const isThing = (of: string): boolean => (readTerm([of])?.facts ?? null) !== null;
  if (isFree(next, lexicon.locale)) {
    const group = [word, next];
    const isNamed = lexicon.find(group) !== null || vocabulary?.saysWithout(group) === true;
    return !isNamed && isThing(word) ? 2 : 0;
  }
  const bare = freeOf(word, lexicon.locale);
  const isKnown = lexicon.find([word]) !== null || vocabulary?.knows(word) === true;
  return bare !== null && !isKnown && isThing(bare) ? 1 : 0;
}

export function withoutNegated(
  words: readonly string[],
  reader: Reader,
  readTerm: ReadTerm,
): Negated {
  const kept: string[] = [];
  const negated: string[] = [];
  for (let at = 0; at < words.length;) {
    const end = Math.max(
      endOfNegated(words, at, reader, readTerm),
      at + freeAt(words, at, reader, readTerm),
    );
    if (end > at) negated.push(words.slice(at, end).join(' '));
    else kept.push(words[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return { kept, negated };
}
