/**
 * Splits a word that consists of several words: a Dutch compound, or words typed without a space. It splits a word only
 * if each part is a term of the word files or of the index.
 */
import type { Lexicon } from '../words/lexicon';
import type { Vocabulary } from '../words/vocabulary';

/**
 * Maximum length of a word to split. Terms of the trade are shorter; longer words cost time and mean nothing (P-88).
 */
const longestWord = 60;
const shortestPart = 3;
const shortestIndexWord = 4;
const mostParts = 3;
/**
 * Minimum length of a part in French and English, which rarely form compounds. There a word is split only if the word
 * file lists both parts.
 */
const shortestJoinedPart = 4;
/** Letters that join two parts of a Dutch compound: `varken-s-vlees`, `kat-ten-bak`. */
const joints = ['', 's', 'en', 'n', 'e'];

type Known = (part: string) => boolean;

function knownPart(lexicon: Lexicon, vocabulary: Vocabulary | null): Known {
  if (lexicon.locale !== 'nl')
    return (part) => part.length >= shortestJoinedPart && lexicon.findOwn([part])?.isExact === true;
  return (part) =>
    part.length >= shortestPart &&
    (lexicon.find([part]) !== null ||
      lexicon.isRankingOnly(part) ||
      (part.length >= shortestIndexWord && (vocabulary?.knows(part) ?? false)));
}

/** The first part of a compound without its joining letters; null if that part is unknown. */
function headOf(head: string, isKnown: Known): string | null {
  if (isKnown(head)) return head;
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
    // A joining letter never belongs to the second part: `drankjes-spuit`, not `drankje-sspuit`.
    if (tail[0] === tail[1] || !isKnown(tail)) continue;
    const head = word.slice(0, at);
    const whole = headOf(head, isKnown);
    const parts = whole ? [whole] : left > 2 ? split(head, isKnown, left - 1) : null;
    if (!parts) continue;
    const found = [...parts, tail];
    // Prefers fewer parts, then the longest last part, because the last part names the thing.
    if (!best || found.length < best.length) best = found;
  }
  return best;
}

export function partsOf(
  word: string,
  lexicon: Lexicon,
  vocabulary: Vocabulary | null,
): readonly string[] {
  if (!/^\p{L}+$/u.test(word) || word.length < 2 * shortestPart || word.length > longestWord)
    return [];
  const most = lexicon.locale === 'nl' ? mostParts : 2;
  return split(word, knownPart(lexicon, vocabulary), most) ?? [];
}
