/**
 * Words with a wrong letter that only the words beside them tell: of a group of words (`anti inflamatoire`), and of a
 * word that was typed in two (`hecht draat`). Never a medicine.
 */
import { areForms } from '../words/folding';
import type { Lexicon } from '../words/lexicon';
import { distance, mostWrong, nearestWord } from '../words/spelling-guard';
import type { Reader } from './group-term';

const shortest = 5;
const shortestJoined = 8;
const onlyLetters = /^\p{L}+$/u;
/** Longer texts are read as they stand. */
const longestText = 10;

export interface Respelt {
  words: readonly string[];
  corrected: readonly { typed: string; read: string }[];
}

const isUnknown = (word: string, { lexicon, vocabulary }: Reader): boolean =>
  word.length >= shortest &&
  onlyLetters.test(word) &&
  vocabulary?.knows(word) === false &&
  !lexicon.isMedicine(word) &&
  !lexicon.isIdle(word) &&
  !lexicon.isFiller(word) &&
  !lexicon.isSoft(word) &&
  lexicon.find([word]) === null;

const isOfMedicine = (word: string, { lexicon, vocabulary }: Reader): boolean =>
  lexicon.isMedicine(word) || vocabulary?.isMedicine(word) === true;

/** Another ending makes another word more often than a mistake: `coupée` is no `coupe`. */
const isOtherEnding = (one: string, other: string, { locale }: Lexicon): boolean =>
  one.startsWith(other) || other.startsWith(one) || areForms(one, other, locale);

/** The word of a group of words whose others stand in the text, and in no other group. */
function ofGroup(words: readonly string[], at: number, reader: Reader): string | null {
  const { lexicon, vocabulary } = reader;
  const typed = words[at] ?? '';
  if (lexicon.isOfGroup(typed) || vocabulary?.begins(typed)) return null;
  const taken = new Set(lexicon.spread(words).flat());
  const completes = (word: string): boolean =>
    lexicon
      .spread(words.map((one, place) => (place === at ? word : one)))
      .some((places) => places.includes(at) && !places.some((place) => taken.has(place)));
  const mayBe = (word: string): boolean =>
    !isOtherEnding(typed, word, lexicon) &&
    !lexicon.isNever(typed, word) &&
    !isOfMedicine(word, reader);
  return lexicon.likeInGroups(typed).find((word) => mayBe(word) && completes(word)) ?? null;
}

/** The word that two words of the text are, the one as it was typed and the other with wrong letters. */
function ofTwo(one: string | undefined, two: string | undefined, reader: Reader): string | null {
  const joined = `${one ?? ''}${two ?? ''}`;
  if (!one || !two || joined.length < shortestJoined || !onlyLetters.test(joined)) return null;
  const { lexicon, vocabulary } = reader;
  const isHalf = (word: string): boolean =>
    !lexicon.isIdle(word) && !lexicon.isFiller(word) && !isOfMedicine(word, reader);
  if (![one, two].every(isHalf) || lexicon.find([one, two]) !== null) return null;
  const word = nearestWord(joined, lexicon, vocabulary);
  if (word === null || isOfMedicine(word, reader)) return null;
  const isNear = (half: string, rest: string): boolean =>
    distance(half, rest, mostWrong(half)) <= mostWrong(half);
  const isRight =
    (word.startsWith(one) && isNear(two, word.slice(one.length))) ||
    (word.endsWith(two) && isNear(one, word.slice(0, -two.length)));
  return isRight ? word : null;
}

export function respelt(typed: readonly string[], reader: Reader): Respelt {
  const words = [...typed];
  const corrected: Respelt['corrected'][number][] = [];
  if (typed.length < 2 || typed.length > longestText) return { words, corrected };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!isUnknown(word, reader)) continue;
    const group = ofGroup(words, at, reader);
    if (group !== null) {
      corrected.push({ typed: word, read: group });
      words[at] = group;
      continue;
    }
    for (const place of [at - 1, at]) {
      const whole = ofTwo(words[place], words[place + 1], reader);
      if (whole === null) continue;
      corrected.push({ typed: words.slice(place, place + 2).join(' '), read: whole });
      words.splice(place, 2, whole);
      at = place;
      break;
    }
  }
  return { words, corrected };
}
