/** Interprets a group of words of the search text with the word files and the index terms. */
import { plain, wordsOf } from '../words/folding';
import type { Lexicon } from '../words/lexicon';
import { basesOf } from '../words/number';
import type { Found } from '../words/prepared-words';
import { distance } from '../words/spelling-guard';
import type { Vocabulary } from '../words/vocabulary';
import { factsOf, termKindOf } from './facts-of';
import { runStep } from './steps';
import { plainTerm, type Facts, type NamedTerm, type NameKind } from './query-term';

export interface Reader {
  lexicon: Lexicon;
  vocabulary: Vocabulary | null;
}

/**
 * The animal that one word, or two neighbouring words, name. Two words come first, because a guinea pig is not a pig.
 */
export function animalAmong(
  words: readonly string[],
  { lexicon, vocabulary }: Reader,
): Facts | null {
  const pairs = words.slice(1).map((word, at) => [words[at] ?? '', word]);
  for (const name of [...pairs, ...words.map((word) => [word])]) {
    const means = lexicon.find(name)?.concepts.map((concept) => concept.means) ?? [];
    const facts = factsOf(means, vocabulary);
    if (facts && termKindOf(facts) === 'animal') return facts;
  }
  return null;
}

/** The query term that a group of words means; null if the catalogue has nothing that the group means. */
export function readGroup(words: readonly string[], reader: Reader) {
  const { lexicon } = reader;
  const straight = lexicon.find(words);
  const found =
    straight ?? runStep('groups in another order', null, () => lexicon.findTurned(words));
  const meant = found && meantTerm(words, found, reader);
  return meant && { ...meant, isTurned: straight === null };
}

/**
 * True for articles that are defined by equipment or category alone, not by contents or indication. Only these have
 * compounds of their own kind.
 */
const isGoods = ({ equipment, categories, ...others }: Facts): boolean =>
  (equipment ?? categories) !== undefined && Object.keys(others).length === 0;

/** Restores the spaces of a group that was typed as one word which the index does not contain: `curvedneedle`. */
function spaced(words: readonly string[], found: Found, vocabulary: Vocabulary | null) {
  const [typed = '', ...more] = words;
  if (more.length > 0 || !vocabulary || vocabulary.knows(typed)) return words;
  const listed = found.concepts
    .flatMap((concept) => concept.words.map(wordsOf))
    .find((group) => group.length > 1 && group.join('') === typed);
  return listed ?? words;
}

const shortestListed = 5;

/** True for a word without its last letters: `sering` of `seringue`. */
const isCutOff = (base: string, listed: string): boolean =>
  listed.startsWith(base) && listed.length - base.length <= 2;

/**
 * The index forms of a concept's word, if the customer typed a misspelling of that word which the word file also lists:
 * `seringe`.
 */
function formsOfListed(word: string, found: Found, { lexicon, vocabulary }: Reader) {
  if (!vocabulary || word.length < shortestListed) return [];
  const bases = basesOf(word, lexicon.locale).filter((base) => base.length >= shortestListed);
  const right = found.concepts
    .flatMap((concept) => concept.words.map(plain))
    .find(
      (listed) =>
        vocabulary.names(listed) &&
        bases.some((base) => distance(base, listed, 1) <= 1 || isCutOff(base, listed)),
    );
  return right === undefined ? [] : vocabulary.forms(right);
}

/**
 * The typed words as the index spells them. Names of substances stay as typed, and an animal has a label of its own.
 */
export function inIndex(
  words: readonly string[],
  kind: NameKind,
  found: Found | null,
  reader: Reader,
) {
  const { vocabulary, lexicon } = reader;
  if (!vocabulary || kind === 'substance' || kind === 'animal' || kind === 'size') return {};
  const joined = words.join('');
  const own = runStep('numbers of indexed nouns', [], () => vocabulary.forms(joined));
  const isListed = own.length === 0 && found !== null && words.length === 1;
  const forms = isListed
    ? runStep('index spellings of listed words', [], () => formsOfListed(joined, found, reader))
    : own;
  const stands = words.length > 1 ? words : [...forms, joined];
  return {
    forms: forms.filter((form) => !lexicon.isNeverInterchangeable(joined, form)),
    departments: runStep('whole names of departments', [], () => vocabulary.departments(words)),
    isUnnamed: !stands.some((word) => vocabulary.names(word)),
  };
}

function meantTerm(words: readonly string[], found: Found, { lexicon, vocabulary }: Reader) {
  const facts = factsOf(
    found.concepts.map(({ means }) => means),
    vocabulary,
  );
  if (!facts) return null;
  const usual = factsOf(
    found.core.length > 0
      ? found.core.map((concept) => concept.usual ?? concept.means)
      : found.concepts.map((concept) => concept.usual),
    vocabulary,
  );
  const kind = termKindOf(facts);
  const typed = words.join(' ');
  const written = runStep('groups without spaces', words, () => spaced(words, found, vocabulary));
  const animal = runStep('animals in groups', null, () =>
    written.length > 1 ? animalAmong(written, { lexicon, vocabulary }) : null,
  );
  const isDemanded = !lexicon.isRankingOnly(typed);
  const term: NamedTerm = {
    ...plainTerm(typed),
    ...inIndex(written, kind, found, { lexicon, vocabulary }),
    written: written.join(' '),
    tails: words.length === 1 && isGoods(facts) ? tailsOf(typed, { lexicon, vocabulary }) : [],
    kind,
    facts,
    usual,
    animal,
    isExact: found.isExact,
    isKnown: true,
    isDemanded,
  };
  return { term, isExact: found.isExact };
}

/**
 * The query term for a word that no file lists by itself. Null for a substance, which needs its whole name, and for a
 * word that only means an animal.
 */
export function nearTerm(word: string, found: Found | null, reader: Reader): NamedTerm | null {
  const near = found && meantTerm([word], found, reader)?.term;
  return near && near.kind !== 'substance' && near.kind !== 'animal' ? near : null;
}
/** The query term for a word of which a file lists another form, such as the plural. */
export function formTerm(word: string, reader: Reader): NamedTerm | null {
  const found = reader.lexicon.findForm(word);
  return found && (meantTerm([word], found, reader)?.term ?? null);
}

export const groupTerm = (words: readonly string[], reader: Reader): NamedTerm | null =>
  readGroup(words, reader)?.term ?? null;

export function tailsOf(word: string, { lexicon, vocabulary }: Reader): readonly string[] {
  return runStep('indexed words that end alike', [], () =>
    lexicon.locale === 'nl' && vocabulary ? vocabulary.endingWith(word) : [],
  );
}
