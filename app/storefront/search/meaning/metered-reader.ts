/**
 * Bounds the work of parsing one search text (P-88), because an anonymous client chooses the text and unknown words
 * cost most. Work is counted in calls of the lexicon and the vocabulary, weighted by their measured time. So the result
 * is the same on every machine.
 */
import type { Lexicon } from '../words/lexicon';
import type { Vocabulary } from '../words/vocabulary';
import type { Reader } from './group-term';

/**
 * Maximum work per search text in units: about 12 ms of processor time. Nine of ten queries of the relevance suite need
 * 165 units or fewer, and none needs more than 410.
 */
export const mostWork = 450;

/** Thrown when parsing a search text has used up its allowed work. */
class WorkSpent extends Error {}

export interface MeteredReader {
  /**
   * Calls `read` with a bounded reader. Returns its result and the work in units; the result is null if the work
   * exceeded `most` units.
   */
  readWithin<T>(read: (reader: Reader) => T, most?: number): { value: T | null; work: number };
}

type Charge = (units: number) => void;

/** Wraps a function so that each call first adds its cost to the work done. */
const chargedCall =
  <A extends readonly unknown[], R>(charge: Charge, units: number, call: (...given: A) => R) =>
  (...given: A): R => {
    charge(units);
    return call(...given);
  };

const meteredLexicon = (lexicon: Lexicon, charge: Charge): Lexicon => ({
  ...lexicon,
  find: chargedCall(charge, 1, lexicon.find),
  findOwn: chargedCall(charge, 0.5, lexicon.findOwn),
  findTurned: chargedCall(charge, 0.3, lexicon.findTurned),
  findForm: chargedCall(charge, 0.4, lexicon.findForm),
  findMention: chargedCall(charge, 0.2, lexicon.findMention),
  spread: chargedCall(charge, 20, lexicon.spread),
  singleWordsFrom: chargedCall(charge, 5, lexicon.singleWordsFrom),
  isOwn: chargedCall(charge, 0.05, lexicon.isOwn),
  areKeptApart: chargedCall(charge, 5, lexicon.areKeptApart),
  partnersOf: chargedCall(charge, 2, lexicon.partnersOf),
});

/** Number of words that a loop compares for one unit of work. */
const comparedForOne = 100;

const meteredVocabulary = (vocabulary: Vocabulary, charge: Charge): Vocabulary => ({
  ...vocabulary,
  forms: chargedCall(charge, 0.3, vocabulary.forms),
  endingWith: chargedCall(charge, 0.3, vocabulary.endingWith),
  saysWithout: chargedCall(charge, 0.2, vocabulary.saysWithout),
  wordsFrom(initial, lengths) {
    const words = vocabulary.wordsFrom(initial, lengths);
    charge(words.length / comparedForOne);
    return words;
  },
});

/** Creates a reader. Create one per lexicon and vocabulary, because it owns caches that are keyed by these objects. */
export function createMeteredReader(
  lexicon: Lexicon,
  vocabulary: Vocabulary | null,
): MeteredReader {
  let left = 0;
  const charge = (units: number): void => {
    left -= units;
    if (left < 0) throw new WorkSpent();
  };
  const reader: Reader = {
    lexicon: meteredLexicon(lexicon, charge),
    vocabulary: vocabulary && meteredVocabulary(vocabulary, charge),
  };
  return {
    readWithin(read, most = mostWork) {
      left = most;
      try {
        const value = read(reader);
        return { value, work: most - left };
      } catch (error) {
        if (!(error instanceof WorkSpent)) throw error;
        return { value: null, work: most };
      }
    },
  };
}
