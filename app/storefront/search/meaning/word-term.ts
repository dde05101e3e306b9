/** Reads a single word: as a known word, by other words for the same thing, or by its nearest spelling. */
import { correctTypingMistake } from '../words/typing-mistakes';
import { nearestWord } from '../words/spelling-guard';
import { partsOf } from './compound';
import { groupTerm, inIndex, nearTerm, tailsOf, type Reader } from './group-term';
import { plainTerm, type NamedTerm } from './query-term';
import { runStep, type StepName } from './steps';

function compoundTerm(word: string, reader: Reader): NamedTerm | null {
  const all = partsOf(word, reader.lexicon, reader.vocabulary);
  // Leaves out parts that only rank, such as `middel`: the other parts carry the meaning.
  const telling = all.filter((part) => !reader.lexicon.isRankingOnly(part));
  const parts = (telling.length > 0 ? telling : all).map(
    (part) => groupTerm([part], reader) ?? { ...plainTerm(part), tails: tailsOf(part, reader) },
  );
  return parts.length > 0 ? { ...plainTerm(word), kind: 'thing', parts, isKnown: true } : null;
}

/**
 * Minimum length of a word that is corrected next to other words. A shorter one is more often unlisted than misspelt:
 * `tenir` is not a tapeworm. A missing or extra double letter is corrected at any length: `colar`.
 */
const shortestInCompany = 6;
const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1');
/** Minimum length of a word that is corrected to a substance next to other words: `ranger` is not Ringer's solution. */
const shortestSubstanceInCompany = 7;

const readAs = (word: string, read: string, reader: Reader): NamedTerm => ({
  ...(groupTerm([read], reader) ?? plainTerm(read)),
  typed: word,
  ways: [read],
  correctedTo: read,
  isKnown: true,
});

function slipTerm(word: string, isByItself: boolean, reader: Reader): NamedTerm | null {
  const { lexicon, vocabulary } = reader;
  const read = vocabulary && correctTypingMistake(word, isByItself, lexicon, vocabulary);
  return read === null ? null : readAs(word, read, reader);
}

function mentionTerm(word: string, reader: Reader): NamedTerm | null {
  const mention = nearTerm(word, reader.lexicon.findMention(word), reader);
  return mention && { ...mention, isMention: true };
}

const isRequired = (word: string, { lexicon }: Reader): boolean => !lexicon.isRankingOnly(word);

/** Searches a word as typed if longer words of the index start with it. */
const beginningTerm = (word: string, reader: Reader): NamedTerm | null =>
  word.length > 2 && reader.vocabulary?.begins(word)
    ? { ...plainTerm(word), isDemanded: isRequired(word, reader), isKnown: true }
    : null;

/** Letters before which an `h` is silent and often forgotten: `emostatique`. */
const muteLetter = /^[aeiouy]/;

function correctedTerm(word: string, isByItself: boolean, reader: Reader): NamedTerm | null {
  const { lexicon, vocabulary } = reader;
  const read =
    nearestWord(word, lexicon, vocabulary) ??
    (muteLetter.test(word) ? nearestWord(`h${word}`, lexicon, vocabulary) : null);
  if (!read || lexicon.isNeverInterchangeable(word, read)) return null;
  if (!isByItself && word.length < shortestInCompany && undoubled(word) !== undoubled(read))
    return null;
  const meant = readAs(word, read, reader);
  const isSubstance = meant.kind === 'substance';
  if (!isByItself && isSubstance && word.length < shortestSubstanceInCompany) return null;
  // A word with a longer ending is more often a different word than a typo: `fermer` is not `ferme`.
  if (!isByItself && !isSubstance && word.startsWith(read)) return null;
  return meant;
}

type ReadWord = (word: string, isByItself: boolean, reader: Reader) => NamedTerm | null;

/** How an unknown word is read; the first reading that has a meaning is used. */
const readings: readonly (readonly [StepName, ReadWord])[] = [
  ['parts of compounds', (word, _isByItself, reader) => compoundTerm(word, reader)],
  [
    'other forms of listed words',
    (word, _isByItself, reader) => nearTerm(word, reader.lexicon.findForm(word), reader),
  ],
  ['words known only from groups', (word, _isByItself, reader) => mentionTerm(word, reader)],
  ['beginnings of words', (word, _isByItself, reader) => beginningTerm(word, reader)],
  ['spelling', correctedTerm],
  ['typing mistakes', slipTerm],
];

export function wordTerm(word: string, isByItself: boolean, reader: Reader): NamedTerm {
  const { lexicon, vocabulary } = reader;
  const simple = { ...plainTerm(word), isDemanded: isRequired(word, reader) };
  if (!vocabulary || vocabulary.knows(word)) {
    const ways = runStep('similar indexed words', [], () =>
      vocabulary && !vocabulary.words.has(word) ? vocabulary.alike(word) : [],
    );
    const written = inIndex([word], 'word', null, reader);
    return { ...simple, ...written, ways, tails: tailsOf(word, reader), isKnown: true };
  }
  if (lexicon.isMedicine(word)) {
    const slip = runStep('typing mistakes', null, () => slipTerm(word, isByItself, reader));
    return slip ?? { ...simple, kind: 'substance' };
  }
  for (const [name, read] of readings) {
    const term = runStep(name, null, () => read(word, isByItself, reader));
    if (term) return term;
  }
  return simple;
}
