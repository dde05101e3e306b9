/**
 * Interprets what support enters as a reference: dictated on the telephone with pauses and an O for a zero, or pasted
 * from a letter with the surrounding words. Besides the shop's own references (twelve hexadecimal digits) there are
 * those of a proxy, in any format. Customer numbers are entered in the same field.
 */
import { typosBetween } from '../typos';

const own = /^[0-9a-f]{12}$/;
/**
 * Matches references in a text: twelve digits, or three groups of four as many people write long numbers. Letters that
 * are often written for digits match too.
 */
const ownInText =
  /(?<![\p{L}\p{N}])[0-9a-foil]{4}([ .-]?)[0-9a-foil]{4}\1[0-9a-foil]{4}(?![\p{L}\p{N}])/gu;

const isSign = (character: string | undefined): boolean =>
  character !== undefined && !/[\p{L}\p{N}]/u.test(character);

/** Removes quotes, brackets and full stops around a text. */
export function withoutSigns(text: string): string {
  const characters = [...text];
  let end = characters.length;
  while (end > 0 && isSign(characters[end - 1])) end -= 1;
  let start = 0;
  while (start < end && isSign(characters[start])) start += 1;
  return characters.slice(start, end).join('');
}

/** Replaces o, i and l by digits, because hexadecimal numbers do not contain them. */
const digitsIn = (small: string): string =>
  small
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

/** Possible references in lower case, the most likely first; at least one. */
export function listPossibleReferences(typed: string): string[] {
  const small = typed.toLowerCase().trim();
  // Three short words may consist of these letters alone: require a digit.
  const inText = (small.match(ownInText) ?? []).filter((one) => /\d/.test(one)).map(digitsIn);
  const together = digitsIn(small);
  const bare = withoutSigns(small) || small;
  return [...new Set([...inText, ...(own.test(together) ? [together] : []), bare])];
}

/** Only references in the shop's own format, if there are any: a file is then searched for a single text. */
export function preferOwnFormat(meant: readonly string[]): readonly string[] {
  const found = meant.filter((one) => own.test(one));
  return found.length > 0 ? found : meant;
}

/** Tolerates a misheard letter, a missing or doubled one, or two swapped. */
const mostMisheard = 2;
const half = 6;
/** Minimum length of a dictated piece: a shorter one matches too many references. */
const leastHeard = 4;
/** Maximum length of a dictated reference, which allows one doubled digit. */
const mostHeard = 2 * half + 1;
const lastDigits = /(?<!\d)\d{4,}$/;
const isHex = (text: string): boolean => /^[0-9a-f]+$/.test(text);

/**
 * Maximum length of the search field on the support page, because every number in the text is compared with every
 * other.
 */
export const maxAsked = 500;

/** Possible pieces of a reference or an order number; from a letter, the numbers in it. */
function piecesOf(typed: string): string[] {
  const small = typed.toLowerCase().slice(0, maxAsked);
  const together = small.replace(/[^\p{L}\p{N}]/gu, '');
  const numbers = small.split(/[\s,;:]+/).filter((word) => /\d{5}/.test(word));
  const pieces = [small, ...numbers].map(withoutSigns).concat(together, digitsIn(small));
  return [...new Set(pieces)].filter((piece) => piece.length >= leastHeard);
}

interface InterpretedReference {
  /**
   * Pieces in lower case: the text as entered, without separators, and each number in it; at least four characters
   * each.
   */
  pieces: readonly string[];
  /**
   * A similar log line contains one of these texts: either half of a misheard reference, or the dictated piece. Empty if
   * no log line can be similar.
   */
  parts: readonly string[];
  /**
   * Whether the text is the beginning or end of the entry's reference, or the end of its order number: `7f3a`,
   * `s100472`, `0472`.
   */
  isPartOf(entry: { reference: string | null; order: string | null }): 'reference' | 'order' | null;
  /** Whether the complete text equals the reference, with up to two mistakes. */
  isNearTo(reference: string): boolean;
}

/** Interprets a misheard or partly dictated reference, or an order number. */
export function interpretReference(typed: string): InterpretedReference {
  const digits = digitsIn(typed.slice(0, maxAsked).toLowerCase());
  const pieces = piecesOf(typed);
  const isLong = digits.length >= 2 * half - 1 && digits.length <= mostHeard;
  // A half with a character that is no hexadecimal digit was misheard: search for the other half.
  const halves = isLong ? [digits.slice(0, half), digits.slice(-half)].filter(isHex) : [];
  // The digits alone find an order whatever the case of its letters.
  const sought = pieces.map((one) => (isHex(one) ? one : (lastDigits.exec(one)?.[0] ?? one)));
  const all = [...new Set([...halves, ...sought])];
  return {
    pieces,
    parts: all.filter((one) => !all.some((other) => other !== one && one.includes(other))),
    isPartOf({ reference, order }) {
      const [whole, number] = [reference?.toLowerCase() ?? '', order?.toLowerCase() ?? ''];
      if (pieces.some((piece) => number.endsWith(piece))) return 'order';
      const isOne = pieces.some((piece) => whole.startsWith(piece) || whole.endsWith(piece));
      return isOne ? 'reference' : null;
    },
    isNearTo: (reference) =>
      isLong &&
      own.test(reference) &&
      typosBetween(digits, reference, mostMisheard) <= mostMisheard,
  };
}

/** Normalizes a number: `C 10021` becomes `c10021`, `C1OO21` becomes `c10021`. */
export const asNumber = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s.-]+/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

/**
 * Returns a function that matches `C10021` with any of `c10021`, `C 10021`, `C1OO21` or, as many people write it,
 * `10021`.
 */
export function sameNumber(typed: readonly string[]): (number: string | null) => boolean {
  const wanted = typed.map(asNumber);
  return (number) => {
    if (number === null) return false;
    const other = asNumber(number);
    const bare = other.replace(/^\D+/, '');
    return wanted.some((one) => one === other || (one === bare && /^\d+$/.test(one)));
  };
}
