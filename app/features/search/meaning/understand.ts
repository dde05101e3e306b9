/**
 * Reads what was typed: `thiamazol 5mg poes` wants a substance, a strength and an animal. Words of the trade are
 * read from the word files, always; words that nothing knows are left out beside others, and said.
 */
import { wordsOf } from '../words/folding';
import { measureAt, type Measure } from '../words/measures';
import type { Lexicon } from '../words/lexicon';
import { nearestWord } from '../words/spelling-guard';
import type { Vocabulary } from '../words/vocabulary';
import { halfOf, partsOf } from './compound';
import { factsOf, wishKindOf } from './facts-of';
import { segmentsOf, type Segment } from './segments';
import { simpleWish, type Facts, type Understood, type Wish } from './wish';

interface Reader {
  lexicon: Lexicon;
  vocabulary: Vocabulary | null;
}

/** The animal that one of these words names by itself. */
function animalAmong(words: readonly string[], { lexicon, vocabulary }: Reader): Facts | null {
  for (const word of words) {
    const means = lexicon.find([word])?.concepts.map((concept) => concept.means) ?? [];
    const facts = factsOf(means, vocabulary);
    if (facts && wishKindOf(facts) === 'animal') return facts;
  }
  return null;
}

/** A group of words of the trade, or null where the catalogue has none of what they mean. */
function readGroup(words: readonly string[], { lexicon, vocabulary }: Reader) {
  const found = lexicon.find(words);
  if (!found) return null;
  const facts = factsOf(
    found.concepts.map(({ means }) => means),
    vocabulary,
  );
  if (!facts) return null;
  const usual = factsOf(
    found.concepts.map((concept) => concept.usual),
    vocabulary,
  );
  const typed = words.join(' ');
  const animal = words.length > 1 ? animalAmong(words, { lexicon, vocabulary }) : null;
  const isDemanded = !lexicon.isSoft(typed);
  const wish: Wish = {
    ...simpleWish(typed),
    ...{
      kind: wishKindOf(facts),
      facts,
      usual,
      animal,
      isExact: found.isExact,
      isKnown: true,
      isDemanded,
    },
  };
  return { wish, isExact: found.isExact };
}
const groupWish = (words: readonly string[], reader: Reader): Wish | null =>
  readGroup(words, reader)?.wish ?? null;

function tailsOf(word: string, { lexicon, vocabulary }: Reader): readonly string[] {
  return lexicon.locale === 'nl' && vocabulary ? vocabulary.endingWith(word) : [];
}

function compoundWish(word: string, reader: Reader): Wish | null {
  const all = partsOf(word, reader.lexicon, reader.vocabulary);
  // A part that only helps to rank, as `middel`, is left out: the others say what is meant.
  const telling = all.filter((part) => !reader.lexicon.isSoft(part));
  const parts = (telling.length > 0 ? telling : all).map(
    (part) => groupWish([part], reader) ?? { ...simpleWish(part), tails: tailsOf(part, reader) },
  );
  return parts.length > 0 ? { ...simpleWish(word), kind: 'thing', parts, isKnown: true } : null;
}

/** The known half of a compound, said to be what was read; a substance and an animal are never all that is meant. */
function halfWish(word: string, reader: Reader): Wish | null {
  const kindOf = (half: string) => groupWish([half], reader)?.kind;
  const half = halfOf(word, reader.lexicon, (part) => kindOf(part) === 'thing');
  const meant = half === null ? null : groupWish([half], reader);
  if (half === null || !meant) return null;
  return { ...meant, typed: word, ways: [half], correctedTo: half, isKnown: true };
}

/** Shorter words beside others are words that nobody has listed more often than they are misspelt: `tenir` is no tapeworm. */
const shortestInCompany = 6;

function correctedWish(word: string, isByItself: boolean, reader: Reader): Wish | null {
  if (!isByItself && word.length < shortestInCompany) return null;
  const read = nearestWord(word, reader.lexicon, reader.vocabulary);
  if (!read) return null;
  const meant = groupWish([read], reader) ?? simpleWish(read);
  return { ...meant, typed: word, ways: [read], correctedTo: read, isKnown: true };
}

function wordWish(word: string, isByItself: boolean, reader: Reader): Wish {
  const { lexicon, vocabulary } = reader;
  const simple = { ...simpleWish(word), isDemanded: !lexicon.isSoft(word) };
  if (!vocabulary || vocabulary.knows(word)) {
    const ways = vocabulary && !vocabulary.words.has(word) ? vocabulary.alike(word) : [];
    return { ...simple, ways, tails: tailsOf(word, reader), isKnown: true };
  }
  if (lexicon.isMedicine(word)) return { ...simple, kind: 'substance' };
  const compound = compoundWish(word, reader);
  if (compound) return compound;
  if (word.length > 2 && vocabulary.begins(word)) return { ...simple, isKnown: true };
  return correctedWish(word, isByItself, reader) ?? halfWish(word, reader) ?? simple;
}

function measureWish({ typed, ways, isStrength }: Measure): Wish {
  const kind = isStrength ? 'strength' : 'measure';
  return { ...simpleWish(typed), kind, ways, isKnown: true };
}

/** Figures with their units that a group of words swallowed: `seringue 5 ml` is a syringe, and it is of 5 ml. */
function measuresWithin(words: readonly string[]): Wish[] {
  return words.flatMap((_word, at) => {
    const measure = measureAt(words, at);
    const isTold = measure !== null && /[\p{L}/]/u.test(measure.ways[0] ?? '');
    return isTold ? [measureWish(measure)] : [];
  });
}

function wishesOf(segment: Segment, isByItself: boolean, reader: Reader): Wish[] {
  if (segment.kind === 'measure') return [measureWish(segment.measure)];
  if (segment.kind === 'word') return [wordWish(segment.word, isByItself, reader)];
  const words = segment.wish.typed.split(' ');
  return [segment.wish, ...(words.length > 1 ? measuresWithin(words) : [])];
}

const isCompany = ({ kind }: Wish): boolean =>
  kind === 'word' || kind === 'thing' || kind === 'substance' || kind === 'form';

/** Some words mean their concept only alone: in company they are taken as they stand, and demanded if the index has them. */
function aloneInCompany(wishes: readonly Wish[], { lexicon, vocabulary }: Reader): Wish[] {
  return wishes.map((wish) => {
    const words = wish.typed.split(' ');
    if (!wish.facts || !lexicon.isAlone(words)) return wish;
    const others = wishes.filter((other) => other !== wish && isCompany(other));
    if (others.length === 0) return wish;
    const isDemanded = vocabulary === null || words.every((word) => vocabulary.knows(word));
    // The concept still helps to rank, and meets the wish; it never brings in what the other words do not.
    return { ...wish, isDemanded: isDemanded && wish.isDemanded };
  });
}

export function understand(text: string, reader: Reader): Understood {
  const all = wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '%');
  const telling = all.filter((word) => !reader.lexicon.isIdle(word));
  // A text of idle words only is searched as it is.
  const words = telling.length > 0 ? telling : all;
  const segments = segmentsOf(words, (group) => readGroup(group, reader), reader.vocabulary);
  const read = segments.flatMap((one) => wishesOf(one, segments.length === 1, reader));
  const wishes = aloneInCompany(read, reader);
  const isSure = wishes.some((wish) => wish.isKnown && wish.isDemanded);
  const isDropped = (wish: Wish): boolean => isSure && !wish.isKnown && wish.kind === 'word';
  return {
    wishes: wishes.map((wish) => (isDropped(wish) ? { ...wish, isDemanded: false } : wish)),
    dropped: wishes.filter(isDropped).map(({ typed }) => typed),
    corrected: wishes.flatMap(({ typed, correctedTo }) =>
      correctedTo === null ? [] : [{ typed, read: correctedTo }],
    ),
  };
}
