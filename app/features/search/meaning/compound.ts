/** A Dutch compound as its parts: each must be a word of the trade or of the index, so no other word is taken apart. */
import type { Lexicon } from '../words/lexicon';
import type { Vocabulary } from '../words/vocabulary';

const shortestPart = 3;
const shortestIndexWord = 4;
const mostParts = 3;
/** Letters that may join two parts: `varken-s-vlees`, `kat-ten-bak`. */
const joints = ['', 's', 'en', 'n', 'e'];

export type Known = (part: string) => boolean;

function knownPart(lexicon: Lexicon, vocabulary: Vocabulary | null): Known {
  return (part) =>
    part.length >= shortestPart &&
    (lexicon.find([part])?.concepts !== undefined ||
      (part.length >= shortestIndexWord && (vocabulary?.knows(part) ?? false)));
}

/** The head of a compound without the letters that join it to the next part. */
function headOf(head: string, isKnown: Known): string | null {
  for (const joint of joints) {
    if (!head.endsWith(joint)) continue;
    const bare = head.slice(0, head.length - joint.length);
    if (isKnown(bare)) return bare;
  }
  return null;
}

function split(word: string, isKnown: Known, left: number): string[] | null {
  let best: string[] | null = null;
  for (let at = shortestPart; at <= word.length - shortestPart; at += 1) {
    const tail = word.slice(at);
    if (!isKnown(tail)) continue;
    const head = word.slice(0, at);
    const whole = headOf(head, isKnown);
    const parts = whole ? [whole] : left > 2 ? split(head, isKnown, left - 1) : null;
    if (!parts) continue;
    const found = [...parts, tail];
    // Fewer parts, then the longest last one: it says what the thing is.
    if (!best || found.length < best.length) best = found;
  }
  return best;
}

export function partsOf(
  word: string,
  lexicon: Lexicon,
  vocabulary: Vocabulary | null,
): readonly string[] {
  if (lexicon.locale !== 'nl' || !/^\p{L}+$/u.test(word) || word.length < 2 * shortestPart)
    return [];
  return split(word, knownPart(lexicon, vocabulary), mostParts) ?? [];
}
