/** What a group of words means in this catalogue, by the word files and the words of the index. */
import { plain, wordsOf } from '../words/folding';
import type { Lexicon } from '../words/lexicon';
import { basesOf } from '../words/number';
import type { Found } from '../words/prepared-words';
import { distance } from '../words/spelling-guard';
import type { Vocabulary } from '../words/vocabulary';
import { factsOf, termKindOf } from './facts-of';
import { plainTerm, type Facts, type QueryTerm, type TermKind } from './query-term';

export interface Reader {
  lexicon: Lexicon;
  vocabulary: Vocabulary | null;
  /** The whole text, with its words that say nothing. */
  text?: readonly string[];
}

/** The animal that one of these words names by itself, or two of them together: a guinea pig is no pig. */
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

/** A group of words of the trade, or null where the catalogue has none of what they mean. */
export function readGroup(words: readonly string[], reader: Reader) {
  const { lexicon, text = words } = reader;
  const straight = lexicon.findAsTyped(words, text) ?? lexicon.find(words);
  const found = straight ?? lexicon.findTurned(words);
  const meant = found && meantTerm(words, found, reader);
  return meant && { ...meant, isTurned: straight === null };
}

/** What is sold by what it is, not by what is in it or what it is against: only that has compounds of its own kind. */
const isGoods = ({ equipment, categories, ...others }: Facts): boolean =>
  (equipment ?? categories) !== undefined && Object.keys(others).length === 0;

/** The words of a group that was typed as one, which the index does not have so: `curvedneedle`. */
function spaced(words: readonly string[], found: Found, vocabulary: Vocabulary | null) {
  const [typed = '', ...more] = words;
  if (more.length > 0 || !vocabulary || vocabulary.knows(typed)) return words;
  const listed = found.concepts
    .flatMap((concept) => concept.words.map(wordsOf))
    .find((group) => group.length > 1 && group.join('') === typed);
  return listed ?? words;
}

const shortestListed = 5;

/** `sering` of `seringue`. */
const isCutOff = (base: string, listed: string): boolean =>
  listed.startsWith(base) && listed.length - base.length <= 2;

/** A word of the concept that the index has and that was typed with a wrong letter: the file has `seringe`, too. */
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

/** How the index writes what was typed. A name of a substance stands as it is, and an animal has its own label. */
export function inIndex(
  words: readonly string[],
  kind: TermKind,
  found: Found | null,
  reader: Reader,
) {
  const { vocabulary, lexicon } = reader;
  if (!vocabulary || kind === 'substance' || kind === 'animal' || kind === 'measure') return {};
  const joined = words.join('');
  const own = vocabulary.forms(joined);
  const forms =
    own.length > 0 || !found || words.length > 1 ? own : formsOfListed(joined, found, reader);
  const stands = words.length > 1 ? words : [...forms, joined];
  return {
    forms: forms.filter((form) => !lexicon.isNever(joined, form)),
    departments: vocabulary.departments(words),
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
  const written = spaced(words, found, vocabulary);
  const animal = written.length > 1 ? animalAmong(written, { lexicon, vocabulary }) : null;
  const isDemanded = !lexicon.isSoft(typed);
  const term: QueryTerm = {
    ...plainTerm(typed),
    ...inIndex(written, kind, found, { lexicon, vocabulary }),
    tails: words.length === 1 && isGoods(facts) ? tailsOf(typed, { lexicon, vocabulary }) : [],
    written: written.join(' '),
    ...{
      kind,
      facts,
      usual,
      animal,
      isExact: found.isExact,
      isKnown: true,
      isDemanded,
    },
  };
  return { term, isExact: found.isExact };
}

/** What is read for a word that no file has by itself: never a substance by half a name, nor just an animal. */
export function nearTerm(word: string, found: Found | null, reader: Reader): QueryTerm | null {
  const near = found && meantTerm([word], found, reader)?.term;
  return near && near.kind !== 'substance' && near.kind !== 'animal' ? near : null;
}
/** What another form of a word means that a file has. */
export function formTerm(word: string, reader: Reader): QueryTerm | null {
  const found = reader.lexicon.findForm(word);
  return found && (meantTerm([word], found, reader)?.term ?? null);
}

export const groupTerm = (words: readonly string[], reader: Reader): QueryTerm | null =>
  readGroup(words, reader)?.term ?? null;

export function tailsOf(word: string, { lexicon, vocabulary }: Reader): readonly string[] {
  return lexicon.locale === 'nl' && vocabulary ? vocabulary.endingWith(word) : [];
}
