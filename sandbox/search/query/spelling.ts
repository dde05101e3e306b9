/** Words within a few typing errors of another word (a swap of adjacent letters counts as one error). */
import type { Lexicon } from '../store/lexicon';
import type { TextColumn } from '../store/text-column';

/** Number of insertions, deletions, replacements and adjacent swaps, or `limit + 1` when there are more. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? limit + 1;
}

export interface Spelling {
  term: number;
  text: string;
  distance: number;
  frequency: number;
  /** 1 for the word itself, less for each error; an error in a long word costs less. */
  similarity: number;
}

function spellingOf(lexicon: Lexicon, term: number, word: string, limit: number): Spelling | null {
  const text = lexicon.term(term);
  const distance = editDistance(word, text, limit);
  if (distance > limit) return null;
  const similarity = 1 - distance / Math.min(word.length, text.length);
  return { term, text, distance, frequency: 0, similarity };
}

/** Words of a field at most `limit` errors from `word` that share its first `prefixLength` letters. */
export function similarWords(
  column: TextColumn,
  word: string,
  limit: number,
  prefixLength: number,
): Spelling[] {
  const { lexicon } = column;
  const found: Spelling[] = [];
  for (const term of lexicon.startingWith(word.slice(0, prefixLength))) {
    const frequency = column.documentFrequency(term);
    if (frequency === 0) continue;
    const spelling = spellingOf(lexicon, term, word, limit);
    if (spelling) found.push({ ...spelling, frequency });
  }
  return found;
}
