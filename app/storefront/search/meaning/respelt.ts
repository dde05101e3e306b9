/**
 * Corrects misspellings that only neighbouring words reveal: a word of a known group (`anti inflamatoire`), or one word
 * typed as two (`hecht draat`). The correction is never a medicine.
 */
import { areForms } from '../words/folding';
import type { Lexicon } from '../words/lexicon';
import { distance, mostWrong, nearestWord } from '../words/spelling-guard';
import type { Reader } from './group-term';
import { runStep } from './steps';

const shortest = 5;
const shortestJoined = 8;
const onlyLetters = /^\p{L}+$/u;
/** Maximum number of words: longer search texts are not corrected. */
const longestText = 10;

interface Respelt {
  words: readonly string[];
  corrected: readonly { typed: string; read: string }[];
}

const isUnknown = (word: string, { lexicon, vocabulary }: Reader): boolean =>
  word.length >= shortest &&
  onlyLetters.test(word) &&
  vocabulary?.knows(word) === false &&
  !lexicon.isMedicine(word) &&
  !lexicon.isStopWord(word) &&
  !lexicon.isStopWordOutsideGroups(word) &&
  !lexicon.isRankingOnly(word) &&
  lexicon.find([word]) === null;

const isOfMedicine = (word: string, { lexicon, vocabulary }: Reader): boolean =>
  lexicon.isMedicine(word) || vocabulary?.isMedicine(word) === true;

/**
 * True if two words differ in their ending, which usually means two different words and no typo: `coupée` is not
 * `coupe`.
 */
const isOtherEnding = (one: string, other: string, { locale }: Lexicon): boolean =>
  one.startsWith(other) || other.startsWith(one) || areForms(one, other, locale);

/**
 * The correction of a word that completes a known group with other words of the search text. Those words must belong to
 * no other group.
 */
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
    !lexicon.isNeverInterchangeable(typed, word) &&
    !isOfMedicine(word, reader);
  return lexicon.likeInGroups(typed).find((word) => mayBe(word) && completes(word)) ?? null;
}

/** The single word that two neighbouring words stand for; one half is typed correctly, the other is misspelt. */
function ofTwo(one: string | undefined, two: string | undefined, reader: Reader): string | null {
  const joined = `${one ?? ''}${two ?? ''}`;
  if (!one || !two || joined.length < shortestJoined || !onlyLetters.test(joined)) return null;
  const { lexicon, vocabulary } = reader;
  const isHalf = (word: string): boolean =>
    !lexicon.isStopWord(word) &&
    !lexicon.isStopWordOutsideGroups(word) &&
    !isOfMedicine(word, reader);
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
    const group = runStep('misspelt words of groups', null, () => ofGroup(words, at, reader));
    if (group !== null) {
      corrected.push({ typed: word, read: group });
      words[at] = group;
      continue;
    }
    for (const place of [at - 1, at]) {
      const whole = runStep('misspelt halves', null, () =>
        ofTwo(words[place], words[place + 1], reader),
      );
      if (whole === null) continue;
      corrected.push({ typed: words.slice(place, place + 2).join(' '), read: whole });
      words.splice(place, 2, whole);
      at = place;
      break;
    }
  }
  return { words, corrected };
}
