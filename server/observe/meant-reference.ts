/**
 * What is meant by a reference as support has it: read out on the telephone with pauses and an O for a zero, or pasted
 * from a letter with the words around it. Beside the shop's own (twelve hexadecimal digits) there are those of a proxy,
 * of any shape; and customer numbers are typed into the same field.
 */
import { typosBetween } from '../typos';

const own = /^[0-9a-f]{12}$/;
/** Whole, or in the groups of four in which many write long numbers, with letters that stand for digits. */
const ownInText =
  /(?<![\p{L}\p{N}])[0-9a-foil]{4}([ .-]?)[0-9a-foil]{4}\1[0-9a-foil]{4}(?![\p{L}\p{N}])/gu;

const isSign = (character: string | undefined): boolean =>
  character !== undefined && !/[\p{L}\p{N}]/u.test(character);

/** Quotes, brackets and full stops around it. */
export function withoutSigns(text: string): string {
  const characters = [...text];
  let end = characters.length;
  while (end > 0 && isSign(characters[end - 1])) end -= 1;
  let start = 0;
  while (start < end && isSign(characters[start])) start += 1;
  return characters.slice(start, end).join('');
}

/** No letter of a hexadecimal number is an o, an i or an l. */
const digitsIn = (small: string): string =>
  small
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

/** In small letters, the likeliest first; at least one. */
export function meantBy(typed: string): string[] {
  const small = typed.toLowerCase().trim();
  // Three short words may be written with these letters alone.
  const inText = (small.match(ownInText) ?? []).filter((one) => /\d/.test(one)).map(digitsIn);
  const together = digitsIn(small);
  const bare = withoutSigns(small) || small;
  return [...new Set([...inText, ...(own.test(together) ? [together] : []), bare])];
}

/** Those of the shop's own shape alone, when there is one: a file is then looked through for one text. */
export function ownAmong(meant: readonly string[]): readonly string[] {
  const found = meant.filter((one) => own.test(one));
  return found.length > 0 ? found : meant;
}

/** A letter misheard, one left out or doubled, two exchanged. */
const mostMisheard = 2;
const half = 6;
/** Fewer could be anything. */
const leastHeard = 4;
/** One doubled. */
const mostHeard = 2 * half + 1;
const lastDigits = /(?<!\d)\d{4,}$/;
const isHex = (text: string): boolean => /^[0-9a-f]+$/.test(text);

/** Characters of the field on the support page: every number of a text is compared with every other one. */
export const maxAsked = 500;

/** What was typed as a piece of a reference or of an order's number; in a letter, the numbers of it. */
function piecesOf(typed: string): string[] {
  const small = typed.toLowerCase().slice(0, maxAsked);
  const together = small.replace(/[^\p{L}\p{N}]/gu, '');
  const numbers = small.split(/[\s,;:]+/).filter((word) => /\d{5}/.test(word));
  const pieces = [small, ...numbers].map(withoutSigns).concat(together, digitsIn(small));
  return [...new Set(pieces)].filter((piece) => piece.length >= leastHeard);
}

export interface Heard {
  /** In small letters: as it was typed, put together, and each number in it; none shorter than four characters. */
  pieces: readonly string[];
  /**
   * What the lines hold that may be meant: of a reference that was misheard one of its halves, else the piece that was
   * read out. None: nothing can be near to it.
   */
  parts: readonly string[];
  /** What it is the beginning or the end of, an order by the end of its number alone: `7f3a`, `s100472`, `0472`. */
  isPartOf(entry: { reference: string | null; order: string | null }): 'reference' | 'order' | null;
  /** All of it was read out, with up to two slips. */
  isNearTo(reference: string): boolean;
}

/** What may be meant by a reference that was misheard, or read out in part, or by the number of an order. */
export function heardAs(typed: string): Heard {
  const digits = digitsIn(typed.slice(0, maxAsked).toLowerCase());
  const pieces = piecesOf(typed);
  const isLong = digits.length >= 2 * half - 1 && digits.length <= mostHeard;
  // A half with a letter that no such number has was misheard: the other one is looked for.
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

/** A number without what people write into it: `c10021` of `C 10021` and of `C1OO21`. */
export const asNumber = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s.-]+/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

/** Finds `C10021` for any of `c10021`, `C 10021`, `C1OO21` or, as many write it, `10021`. */
export function sameNumber(typed: readonly string[]): (number: string | null) => boolean {
  const wanted = typed.map(asNumber);
  return (number) => {
    if (number === null) return false;
    const other = asNumber(number);
    const bare = other.replace(/^\D+/, '');
    return wanted.some((one) => one === other || (one === bare && /^\d+$/.test(one)));
  };
}
