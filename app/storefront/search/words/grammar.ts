/** Words that steer how a search text is read and name no product: stop words, purposes, words that only rank. */
import { stemOf } from './folding';
import { setOf, type PreparedWords } from './prepared-words';
import { hasWord } from './word-table';

export interface Grammar {
  isStopWord(word: string): boolean;
  /** True for a word that is a stop word unless it is part of a listed group. */
  isStopWordOutsideGroups(word: string): boolean;
  isRankingOnly(word: string): boolean;
  /** True for a word between a thing and its purpose, such as `voor`. */
  isPurpose(word: string): boolean;
}

export function createGrammar({ lists, keys, locale }: PreparedWords): Grammar {
  const [idle, fillers] = [setOf(lists.idle), setOf(lists.fillers)];
  const [soft, purposes] = [setOf(lists.soft), setOf(lists.purposes)];
  return {
    isStopWord: (word) => idle.has(word),
    isStopWordOutsideGroups: (word) => fillers.has(word),
    // A word that the file itself lists is not another form of a word that only ranks: `kitten` is not a plural of
    // `kit`.
    isRankingOnly: (word) =>
      soft.has(word) || (!hasWord(keys, word) && soft.has(stemOf(word, locale))),
    isPurpose: (word) => purposes.has(word),
  };
}
