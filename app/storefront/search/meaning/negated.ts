/**
 * Finds what a search text negates. The shop reports the negated words and does not search them, because a search would
 * show exactly these products. Labels of the index are too incomplete to promise that a product lacks something.
 */
import { freeOf, isFree, isJoining, negationAt, type Negation } from '../words/negation';
import { formTerm, groupTerm, type Reader } from './group-term';
import { plainTerm, type NamedTerm } from './query-term';
import { wordTerm } from './word-term';

interface Negated {
  /** The words of the search text that are not negated, and are searched. */
  kept: readonly string[];
  /** The negated phrases as typed, each with its negation: `sans cortisone`. */
  negated: readonly string[];
  /** The negated things as terms, without the negation. */
  unwanted: readonly NamedTerm[];
}

const longestGroup = 3;

/**
 * The meaning of a negated group in the word files. For a single word also the meaning of another form of the word, or
 * of what it contains: `cortisonique`, `cortisonehoudend`.
 */
function meantBy(group: readonly string[], reader: Reader): NamedTerm | null {
  const [word = '', ...more] = group;
  const term = groupTerm(group, reader);
  if (term || more.length > 0 || reader.vocabulary?.knows(word) !== false) return term;
  const bare = word.replace(/houdende?$/, '');
  const read = formTerm(bare, reader) ?? groupTerm([bare], reader) ?? wordTerm(word, true, reader);
  return read.facts && !read.isMention ? read : null;
}

const isMedicine = ({ kind, facts }: NamedTerm): boolean =>
  kind === 'substance' ||
  Object.keys(facts ?? {}).every((one) =>
    ['substances', 'combinations', 'categories'].includes(one),
  );

/** True for an animal that the word files list. Even if nothing is sold for it, it may be the meat in food: `vis`. */
const isListedAnimal = (word: string, { lexicon }: Reader): boolean =>
  lexicon.find([word])?.concepts.some(({ means }) => means.species !== undefined) === true;

const isWord = (word: string): boolean => /^\p{L}{3,}$/u.test(word);

/** True for an article: not a complaint, an animal or a medicine. */
const isArticle = ({ facts }: NamedTerm): boolean =>
  facts !== null &&
  Object.keys(facts).every((kind) =>
    ['equipment', 'categories', 'ranges', 'names', 'forms', 'routes'].includes(kind),
  );

function isArticleBy(group: readonly string[], reader: Reader): boolean {
  const term = meantBy(group, reader);
  return term !== null && isArticle(term);
}

const shortestBeginning = 5;
/** True if product names contain the word or a longer form of it: `elastisch` of `elastische`. */
const isOfNames = (word: string, { vocabulary }: Reader): boolean =>
  vocabulary !== null &&
  isWord(word) &&
  (vocabulary.forms(word).some(vocabulary.names) ||
    (word.length >= shortestBeginning && vocabulary.begins(word)));

/**
 * True if an article stands before or after the negation. Then any word of product names can be negated, because it is
 * not a complaint: `gloves not latex`.
 */
function isOfArticle(words: readonly string[], at: number, next: number, reader: Reader): boolean {
  const { lexicon } = reader;
  const telling = words
    .slice(0, at)
    .filter((word) => !lexicon.isStopWord(word) && !lexicon.isStopWordOutsideGroups(word));
  const groups = [
    ...[1, 2, 3].map((size) => telling.slice(-size)),
    ...[1, 2].map((size) => words.slice(next + 1, next + 1 + size)),
  ];
  return groups.some((group) => group.length > 0 && isArticleBy(group, reader));
}

/**
 * Number of words from position `at` on that are one negated thing. Zero if a product name or a word file contains them
 * with the negation.
 */
function sizeAt(
  words: readonly string[],
  at: number,
  negation: Pick<Negation, 'isWeak' | 'isWeakest'> & {
    words: readonly string[];
    isOfArticle: boolean;
  },
  reader: Reader,
): number {
  const { lexicon, vocabulary } = reader;
  for (let size = Math.min(longestGroup, words.length - at); size > 0; size -= 1) {
    const group = words.slice(at, at + size);
    const term = meantBy(group, reader);
    // A negation directly before an article does not negate it: `not latex gloves` asks for gloves.
    if (
      negation.isWeak &&
      size > 1 &&
      at === negation.words.length &&
      isArticleBy(group.slice(-1), reader)
    )
      continue;
    const isNamed =
      lexicon.find([...negation.words, ...group]) !== null ||
      vocabulary?.saysWithout([...negation.words, ...group]) === true;
    if (isNamed) return 0;
    const isWeaklyNegated =
      term !== null &&
      (term.kind === 'animal' ||
        (negation.isOfArticle && isArticle(term)) ||
        (negation.isWeakest ? term.facts?.substances !== undefined : isMedicine(term)));
    if (term?.facts && (!negation.isWeak || isWeaklyNegated)) return size;
  }
  const [word = ''] = words.slice(at, at + 1);
  if (lexicon.isMedicine(word) || isListedAnimal(word, reader)) return 1;
  if (negation.isOfArticle && isOfNames(word, reader)) return 1;
  // A strong negation such as `sans` negates the next word even if it is unknown.
  return !negation.isWeak && vocabulary !== null && isWord(word) ? 1 : 0;
}

interface Span {
  /** The position after everything that is negated; the start position if nothing is. */
  end: number;
  /** The words of each negated thing. */
  things: readonly (readonly string[])[];
  isFor: boolean;
}
const nothing = (at: number): Span => ({ end: at, things: [], isFor: false });

/** Finds everything that a negation at this position negates. */
function negatedAt(words: readonly string[], at: number, reader: Reader): Span {
  const { lexicon } = reader;
  const found = negationAt(words, at, lexicon.locale);
  if (!found) return nothing(at);
  // The negation is part of a listed complaint, such as `plaques sans poils`, so it negates nothing.
  if (lexicon.spread(words).some((places) => places.includes(at))) return nothing(at);
  const negation = {
    ...found,
    words: words.slice(at, at + found.size),
    isOfArticle: isOfArticle(words, at, at + found.size, reader),
  };
  const { isFor } = found;
  const things: string[][] = [];
  let end = at;
  let next = at + found.size;
  for (;;) {
    // A weak negation does not skip stop words: `pour pas que le chien se lèche` is about the dog.
    if (!found.isWeak)
      while (next < words.length && lexicon.isStopWord(words[next] ?? '')) next += 1;
    const size = sizeAt(words, next, negation, reader);
    if (size === 0) return { end, things, isFor };
    end = next + size;
    things.push(words.slice(next, end));
    if (!isJoining(words[end] ?? '', lexicon.locale)) return { end, things, isFor };
    next = end + 1;
  }
}

/** Finds a negation that follows its word: `cortisonevrij`, `steroid free`. */
function freeAt(words: readonly string[], at: number, reader: Reader): Span {
  const { lexicon, vocabulary } = reader;
  const [word = '', next = ''] = words.slice(at, at + 2);
  const isThing = (of: string): boolean =>
    (meantBy([of], reader)?.facts ?? null) !== null || isListedAnimal(of, reader);
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

/**
 * The negated group as a query term: by its meaning, or by its words in product names. Null if it has no meaning and
 * product names lack its words.
 */
function unwantedTerm(group: readonly string[], reader: Reader) {
  const [word = ''] = group;
  const term = meantBy(group, reader);
  const { vocabulary } = reader;
  if (term || !vocabulary) return term;
  return vocabulary.knows(word) || isOfNames(word, reader)
    ? { ...plainTerm(word), forms: vocabulary.forms(word) }
    : null;
}

export function withoutNegated(words: readonly string[], reader: Reader): Negated {
  const kept: string[] = [];
  const negated: string[] = [];
  const unwanted: NamedTerm[] = [];
  for (let at = 0; at < words.length;) {
    const before = negatedAt(words, at, reader);
    const { end, things, isFor } = before.end > at ? before : freeAt(words, at, reader);
    const terms = things.flatMap((group) => unwantedTerm(group, reader) ?? []);
    unwanted.push(...terms.map((term) => (isFor ? { ...term, kind: 'thing' as const } : term)));
    if (end > at) negated.push(words.slice(at, end).join(' '));
    else kept.push(words[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return { kept, negated, unwanted };
}
