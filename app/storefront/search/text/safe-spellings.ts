/**
 * Filters spellings before the page suggests them (SRCH-02). A suggestion may replace only unknown words, and never by
 * the name of a medicine that may not be the one meant.
 */
import type { WordReader } from '../words/reader.server';
import { distance, isSpeltLike } from '../words/spelling-guard';
import { wordsOf } from '../words/folding';

const shortest = 5;

/** Words that neither the index nor a word file contains; empty until the index terms have loaded. */
export function unknownWords(text: string, { lexicon, vocabulary }: WordReader): string[] {
  if (!vocabulary) return [];
  return wordsOf(text).filter(
    (word) =>
      word.length >= shortest &&
      /^\p{L}+$/u.test(word) &&
      !lexicon.isMedicine(word) &&
      !lexicon.find([word]) &&
      !vocabulary.knows(word),
  );
}

export function mayBecome(typed: string, offered: string, words: WordReader): boolean {
  const { lexicon, vocabulary } = words;
  // Letters are compared first: this costs little, and rules out nearly all of the many pairs of words.
  if (!vocabulary || !isSpeltLike(typed, offered, distance(typed, offered, 2))) return false;
  if (lexicon.isNeverInterchangeable(typed, offered)) return false;
  if (unknownWords(typed, words).length === 0) return false;
  return !lexicon.isMedicine(offered) && !vocabulary.isMedicine(offered);
}

export function safeSpellings(
  offered: readonly string[],
  asked: string,
  words: WordReader,
): string[] {
  if (!words.vocabulary) return [];
  const typed = wordsOf(asked);
  return offered.filter((text) => {
    const other = wordsOf(text);
    return (
      !words.lexicon.areKeptApart(asked, text) &&
      other.length === typed.length &&
      other.every((word, at) => word === typed[at] || mayBecome(typed[at] ?? '', word, words))
    );
  });
}
