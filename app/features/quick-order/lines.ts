/**
 * Lines of a quick order as they are typed, pasted or scanned: a code, then a quantity (CART-10). Pure; what
 * the codes mean is found out elsewhere.
 */
import { isCnk, isGtin } from '~/features/catalogue/codes/check-digit';
import { fromAzerty } from '~/features/catalogue/codes/keyboard';
import { halfWidth } from '~/kernel/half-width';
import { readQuantity } from '~/kernel/quantity';

/** More is not one sitting; a longer list goes on as an order file. */
export const maxQuickLines = 200;
/** As long as a Digital Link address may be. */
export const maxLineLength = 200;

export interface TypedLine {
  /** As it was entered, white space folded. */
  entered: string;
  code: string;
  /** Text of the quantity; empty when none was given, which means 1. */
  typed: string;
  /** The page already showed the line with a field of its own: when that is empty, nothing is ordered. */
  isShown?: boolean;
  /** The browser's entry (`scan/scan-wire.ts`). */
  id?: string;
  /** In the cart already, only still shown. */
  added?: boolean;
}

/**
 * Code and quantity of one line, parted by a semicolon, a tab, a comma or white space, in either order:
 * `MA659359 5`, `5 MA659359`, `2x MA659359`, `MA659359 x 2`. Null for an empty line.
 */
export function parseLine(text: string): TypedLine | null {
  const given = text.slice(0, maxLineLength).replace(/^[\s\0]+|[\s\0]+$/g, '');
  const entered = given.replace(/\s+/g, ' ');
  if (entered === '') return null;
  // Of an AZERTY keyboard, quotes and commas are digits and letters of the code.
  if (fromAzerty(given).length > 0) return { entered, code: given, typed: '' };
  const [first, second] = partsOf(given, entered);
  return { entered, code: unquoted(first.trim()), typed: bareNumber(unquoted(second.trim())) };
}

/** `x12`, `12x`, `× 12` and `*12` are 12. */
const bareNumber = (typed: string): string => typed.replace(/^[x×*]\s*|(?<!\s)\s*[x×*]$/gi, '');

function partsOf(given: string, entered: string): [string, string] {
  const cells = given.split(/[;\t]/);
  if (cells.length > 1) return [cells[0] ?? '', cells[1] ?? ''];
  // `104382 2,5` is two and a half of it, not five of `104382 2`; so is `104382,2,5`.
  if (!entered.includes(',') || /\s[+-]?\d+,\d+$/.test(entered)) return splitAtSpace(entered);
  if (/^[+-]?\d{1,4},\d+\s/.test(entered)) return splitAtSpace(entered);
  const [first = '', second = '', third = '', ...more] = entered.split(',');
  const decimal = more.length === 0 && /^\d+$/.test(second) && /^\d+$/.test(third);
  return [first, decimal ? `${second},${third}` : second];
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1').trim();

/** One to four digits, a decimal, a sign, with a times sign at either end. */
const quantityShape = /^[x×*]?[+-]?\d{1,4}(?:[.,]\d{1,6})?[x×*]?$/i;
const canBeQuantity = (word: string): boolean => quantityShape.test(halfWidth(word));
/** A code has at least this many digits; fewer in front of another word are a quantity. */
const fewestDigits = 5;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** A GTIN or CNK printed in groups (`5 412345 678908`), which is no quantity and a code. */
const isGrouped = (text: string): boolean => {
  const digits = text.replace(/ /g, '');
  return /^\d{1,5}(?: \d{2,6}){1,4}$/.test(text) && (isGtin(digits) || isCnk(digits));
};

/** The first or the last word is the quantity when it can be one; a code may hold spaces itself. */
function splitAtSpace(text: string): [string, string] {
  const words = text.split(' ');
  if (words.length === 1 || isGrouped(text)) return [text, ''];
  const times = words.findIndex((word) => /^[x×*]$/i.test(word));
  if (times > 0) return ordered(words.slice(0, times), words.slice(times + 1));
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const isFirst = canBeQuantity(first) && digitsIn(words.slice(1).join('')) >= fewestDigits;
  if (isFirst && (!canBeQuantity(last) || digitsIn(text.slice(0, -last.length)) < fewestDigits))
    return [words.slice(1).join(' '), first];
  if (!canBeQuantity(last) && digitsIn(last) >= fewestDigits) {
    // `ma 659359` is one code in two words, `99999 MA659359` a quantity that is refused as too large.
    if (digitsIn(text.slice(0, -last.length)) < fewestDigits) return [text, ''];
    if (/^\d+$/.test(first) && /[a-z]/i.test(last)) return [words.slice(1).join(' '), first];
  }
  // `MA659359 1 000` is a thousand, `1.000` is refused by name.
  const thousands = /^(.*\S) (\d{1,3}(?: \d{3})+)$/.exec(text);
  if (thousands && digitsIn(thousands[1] ?? '') >= fewestDigits)
    return [thousands[1] ?? '', thousands[2] ?? ''];
  return [words.slice(0, -1).join(' '), last];
}

/** On either side of a times sign, the side with fewer digits counts. */
function ordered(left: readonly string[], right: readonly string[]): [string, string] {
  const [a, b] = [left.join(' '), right.join(' ')];
  return digitsIn(a) < fewestDigits && digitsIn(b) >= fewestDigits ? [b, a] : [a, b];
}

export const quantityOf = ({ typed, isShown = false }: TypedLine) =>
  readQuantity(typed.trim() === '' ? (isShown ? '0' : '1') : typed);
