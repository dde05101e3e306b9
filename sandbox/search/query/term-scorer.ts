/** Scores words: a word may match in several columns or spellings, of which the best counts. */
import { Bitset } from '../store/bitset';
import type { TextColumn } from '../store/text-column';
import { termFrequency } from './bm25';
import { noMatch, type Scored } from './clause';

export interface Occurrence {
  column: TextColumn;
  term: number;
  /** Rarity of the word, times the weights of its spelling and of the clause. */
  weight: number;
}

/** All matching spellings of each word of the query. */
export type Words = readonly (readonly Occurrence[])[];

/** Holds the best score of one word per document, and the documents with a score. */
class WordScores {
  readonly best: Float64Array;
  readonly touched: number[] = [];

  constructor(size: number) {
    this.best = new Float64Array(size);
  }

  add({ column, term, weight }: Occurrence): void {
    const to = column.to(term);
    let at = column.from(term);
    while (at < to) {
      const doc = column.docs[at] ?? 0;
      let frequency = 0;
      for (; at < to && column.docs[at] === doc; at++) frequency++;
      const length = column.lengths[doc] ?? 1;
      const score = weight * termFrequency(frequency, length, column.averageLength);
      const known = this.best[doc] ?? 0;
      if (known === 0) this.touched.push(doc);
      if (score > known) this.best[doc] = score;
    }
  }
}

/** Documents with at least `needed` of the words, scored by the sum over their words. */
export function scoreWords(size: number, words: Words, needed: number): Scored {
  const least = Math.max(1, needed);
  // Most fields contain none of the words.
  const present = words.filter((occurrences) => occurrences.length > 0);
  if (present.length < least) return noMatch(size);
  const bits = new Bitset(size);
  const word = new WordScores(size);
  if (present.length === 1) {
    for (const occurrence of present[0] ?? []) word.add(occurrence);
    for (const doc of word.touched) bits.add(doc);
    return { bits, scores: word.best };
  }
  const scores = new Float64Array(size);
  const found = new Uint16Array(size);
  const seen: number[] = [];
  for (const occurrences of present) {
    for (const occurrence of occurrences) word.add(occurrence);
    for (const doc of word.touched) {
      if (found[doc] === 0) seen.push(doc);
      scores[doc] = (scores[doc] ?? 0) + (word.best[doc] ?? 0);
      word.best[doc] = 0;
      found[doc] = (found[doc] ?? 0) + 1;
    }
    word.touched.length = 0;
  }
  for (const doc of seen) {
    if ((found[doc] ?? 0) >= least) bits.add(doc);
    else scores[doc] = 0;
  }
  return { bits, scores };
}
