/** One word that is read by itself: as it is known, as other words stand for it, or by its nearest spelling. */
import { wordOfSlip } from '../words/keyboard-slips';
import { nearestWord } from '../words/spelling-guard';
import { halfOf, partsOf } from './compound';
import { groupTerm, inIndex, nearTerm, tailsOf, type Reader } from './group-term';
import { plainTerm, type QueryTerm } from './query-term';

function compoundTerm(word: string, reader: Reader): QueryTerm | null {
  const all = partsOf(word, reader.lexicon, reader.vocabulary);
  // A part that only helps to rank, as `middel`, is left out: the others say what is meant.
  const telling = all.filter((part) => !reader.lexicon.isSoft(part));
  const parts = (telling.length > 0 ? telling : all).map(
    (part) => groupTerm([part], reader) ?? { ...plainTerm(part), tails: tailsOf(part, reader) },
  );
  return parts.length > 0 ? { ...plainTerm(word), kind: 'thing', parts, isKnown: true } : null;
}

/** A compound with a part that stands for another of the same meaning, said to be what was read. */
function swappedTerm(word: string, reader: Reader): QueryTerm | null {
  const other = reader.lexicon.findSwapped(word);
  const meant = other && nearTerm(word, other.found, reader);
  return meant && { ...meant, ways: [other.word], correctedTo: other.word };
}

/** The known half of a compound, said to be what was read; a substance and an animal are never all that is meant. */
function halfTerm(word: string, reader: Reader): QueryTerm | null {
  const { lexicon } = reader;
  // `bloed` is a disease of sheep when it stands alone, and none in `bloedplassen`; `cisapride` has no English `pride` in it.
  const says = (half: string): boolean =>
    !lexicon.isAlone([half]) &&
    lexicon.findOwn([half]) !== null &&
    groupTerm([half], reader)?.kind === 'thing';
  const half = halfOf(word, lexicon, says);
  const meant = half === null ? null : groupTerm([half], reader);
  if (half === null || !meant) return null;
  return { ...meant, typed: word, ways: [half], correctedTo: half, isKnown: true };
}

/**
 * Shorter words beside others are unlisted words more often than they are misspelt: `tenir` is no tapeworm. One letter
 * for two, or two for one, is a mistake at any length: `colar`.
 */
const shortestInCompany = 6;
const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1');
/** `ranger` is no Ringer's solution. */
const shortestSubstanceInCompany = 7;

const readAs = (word: string, read: string, reader: Reader): QueryTerm => ({
  ...(groupTerm([read], reader) ?? plainTerm(read)),
  ...{ typed: word, ways: [read], correctedTo: read, isKnown: true },
});

/** `compreses`: a letter written once for twice is nearer than another form of a word (`compr`). Never a medicine. */
function undoubledTerm(word: string, reader: Reader): QueryTerm | null {
  const { lexicon, vocabulary } = reader;
  if (word.length < shortestInCompany) return null;
  const isRight = (other: string): boolean =>
    lexicon.findOwn([other])?.isExact === true && !lexicon.isNever(word, other);
  const read = [...word].map((_letter, at) => word.slice(0, at + 1) + word.slice(at)).find(isRight);
  const isMedicine =
    read !== undefined && (lexicon.isMedicine(read) || vocabulary?.isMedicine(read) === true);
  return read === undefined || isMedicine ? null : readAs(word, read, reader);
}

function slipTerm(word: string, isByItself: boolean, reader: Reader): QueryTerm | null {
  const { lexicon, vocabulary } = reader;
  const read = vocabulary && wordOfSlip(word, isByItself, lexicon, vocabulary);
  return read === null ? null : readAs(word, read, reader);
}

/** Before it an `h` is not heard: `emostatique`. */
const muteLetter = /^[aeiouy]/;

function correctedTerm(word: string, isByItself: boolean, reader: Reader): QueryTerm | null {
  const { lexicon, vocabulary } = reader;
  const read =
    nearestWord(word, lexicon, vocabulary) ??
    (muteLetter.test(word) ? nearestWord(`h${word}`, lexicon, vocabulary) : null);
  if (!read || lexicon.isNever(word, read)) return null;
  if (!isByItself && word.length < shortestInCompany && undoubled(word) !== undoubled(read))
    return null;
  const meant = readAs(word, read, reader);
  const isSubstance = meant.kind === 'substance';
  if (!isByItself && isSubstance && word.length < shortestSubstanceInCompany) return null;
  // A longer ending makes another word more often than a mistake: `fermer` is no `ferme`.
  if (!isByItself && !isSubstance && word.startsWith(read)) return null;
  return meant;
}

export function wordTerm(word: string, isByItself: boolean, reader: Reader): QueryTerm {
  const { lexicon, vocabulary } = reader;
  const simple = { ...plainTerm(word), isDemanded: !lexicon.isSoft(word) };
  if (!vocabulary || vocabulary.knows(word)) {
    const ways = vocabulary && !vocabulary.words.has(word) ? vocabulary.alike(word) : [];
    const written = inIndex([word], 'word', null, reader);
    return { ...simple, ...written, ways, tails: tailsOf(word, reader), isKnown: true };
  }
  if (lexicon.isMedicine(word))
    return slipTerm(word, isByItself, reader) ?? { ...simple, kind: 'substance' };
  const swapped = swappedTerm(word, reader);
  if (swapped) return swapped;
  const compound = compoundTerm(word, reader);
  if (compound) return compound;
  const undoubled = undoubledTerm(word, reader);
  if (undoubled) return undoubled;
  const form = nearTerm(word, lexicon.findForm(word), reader);
  if (form) return form;
  const mention = nearTerm(word, lexicon.findMention(word), reader);
  if (mention) return { ...mention, isMention: true };
  if (word.length > 2 && vocabulary.begins(word)) return { ...simple, isKnown: true };
  return (
    correctedTerm(word, isByItself, reader) ??
    slipTerm(word, isByItself, reader) ??
    halfTerm(word, reader) ??
    simple
  );
}
