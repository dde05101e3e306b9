/**
 * What a text says is not wanted. It is left out of the search and said to be: a search for it would show the very thing,
 * and no list of facts is complete enough to promise its absence.
 */
import type { Lexicon } from '../words/lexicon';
import { freeOf, isFree, isJoining, negationAt, type Negation } from '../words/negation';
import type { Vocabulary } from '../words/vocabulary';
import { plainTerm, type QueryTerm } from './query-term';

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

/** An animal for which nothing is sold still has its meat in food: `vis`. */
const isListedAnimal = (word: string, { lexicon }: Reader): boolean =>
  lexicon.find([word])?.concepts.some(({ means }) => means.species !== undefined) === true;

const isWord = (word: string): boolean => /^\p{L}{3,}$/u.test(word);

/** How many words from here on are one thing that is negated; none where a name or a file has them negated. */
function sizeAt(
  words: readonly string[],
  at: number,
  negation: Pick<Negation, 'isWeak' | 'isWeakest'> & { words: readonly string[] },
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
    const isWeaklyNegated =
      term !== null &&
      (term.kind === 'animal' ||
        (negation.isWeakest ? term.facts?.substances !== undefined : isMedicine(term)));
    if (term?.facts && (!negation.isWeak || isWeaklyNegated)) return size;
  }
  const [word = ''] = words.slice(at, at + 1);
  if (lexicon.isMedicine(word) || isListedAnimal(word, reader)) return 1;
  // Whatever `sans` stands before is not wanted, known or not.
  return !negation.isWeak && vocabulary !== null && isWord(word) ? 1 : 0;
}

interface Span {
  /** The place after all that is negated; the same place where nothing is. */
  end: number;
  /** The words of each thing that is. */
  things: readonly (readonly string[])[];
  isFor: boolean;
}
const nothing = (at: number): Span => ({ end: at, things: [], isFor: false });

/** All that is negated from here on. */
function negatedAt(words: readonly string[], at: number, reader: Reader, readTerm: ReadTerm): Span {
  const { lexicon } = reader;
  const found = negationAt(words, at, lexicon.locale);
  if (!found) return nothing(at);
  // `plaques sans poils` is a complaint that a file has as a whole.
  if (lexicon.spread(words).some((places) => places.includes(at))) return nothing(at);
  const negation = { ...found, words: words.slice(at, at + found.size) };
  const { isFor } = found;
  const things: string[][] = [];
  let end = at;
  let next = at + found.size;
  for (;;) {
    // `pour pas que le chien se lèche` is about the dog.
    if (!found.isWeak) while (next < words.length && lexicon.isIdle(words[next] ?? '')) next += 1;
    const size = sizeAt(words, next, negation, reader, readTerm);
    if (size === 0) return { end, things, isFor };
    end = next + size;
    things.push(words.slice(next, end));
    if (!isJoining(words[end] ?? '', lexicon.locale)) return { end, things, isFor };
    next = end + 1;
  }
}

/** `cortisonevrij`, `steroid free`. */
function freeAt(words: readonly string[], at: number, reader: Reader, readTerm: ReadTerm): Span {
  const { lexicon, vocabulary } = reader;
  const [word = '', next = ''] = words.slice(at, at + 2);
  const isThing = (of: string): boolean =>
    (readTerm([of])?.facts ?? null) !== null || isListedAnimal(of, reader);
  if (isFree(next, lexicon.locale)) {
    const group = [word, next];
    const isNamed = lexicon.find(group) !== null || vocabulary?.saysWithout(group) === true;
    const isSaid = isThing(word) || (vocabulary !== null && isWord(word));
    return !isNamed && isSaid ? { end: at + 2, things: [[word]], isFor: false } : nothing(at);
  }
  const bare = freeOf(word, lexicon.locale);
  const isKnown = lexicon.find([word]) !== null || vocabulary?.knows(word) === true;
  return bare !== null && !isKnown && isThing(bare)
    ? { end: at + 1, things: [[bare]], isFor: false }
    : nothing(at);
}

/** What is not wanted, as names have it where no file says what it is; null where they do not have it either. */
function unwantedTerm(group: readonly string[], { vocabulary }: Reader, readTerm: ReadTerm) {
  const [word = ''] = group;
  const term = readTerm(group);
  if (term) return term;
  return vocabulary?.knows(word) ? { ...plainTerm(word), forms: vocabulary.forms(word) } : null;
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
    const { end, things, isFor } = before.end > at ? before : freeAt(words, at, reader, readTerm);
    const terms = things.flatMap((group) => unwantedTerm(group, reader, readTerm) ?? []);
    unwanted.push(...terms.map((term) => (isFor ? { ...term, kind: 'thing' as const } : term)));
    if (end > at) negated.push(words.slice(at, end).join(' '));
    else kept.push(words[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return { kept, negated, unwanted };
}
