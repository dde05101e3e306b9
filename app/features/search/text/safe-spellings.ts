/**
 * Spellings that may be offered (SRCH-02): only words that nothing knows are written otherwise, and never as the name
 * of a medicine that could be another one.
 */
import type { WordReader } from '../words/reader.server';
import { distance } from '../words/spelling-guard';
import { wordsOf } from '../words/folding';

function mayBecome(typed: string, offered: string, { lexicon, vocabulary }: WordReader): boolean {
  if (typed === offered) return true;
  if (typed.length < 5 || lexicon.isNever(typed, offered)) return false;
  if (lexicon.find([typed]) || (vocabulary?.knows(typed) ?? false)) return false;
  if (lexicon.isMedicine(typed)) return false;
  if (lexicon.isMedicine(offered) || (vocabulary?.isMedicine(offered) ?? false)) return false;
  return distance(typed, offered, 2) <= 2;
}

export function safeSpellings(
  offered: readonly string[],
  asked: string,
  words: WordReader,
): string[] {
  const typed = wordsOf(asked);
  return offered.filter((text) => {
    const other = wordsOf(text);
    return (
      other.length === typed.length &&
      other.every((word, at) => mayBecome(typed[at] ?? '', word, words))
    );
  });
}
