/**
 * Lines of a quick order as they are typed, pasted or scanned: a code, then a quantity (CART-10). Pure; what
 * the codes mean is found out elsewhere.
 */
import { readQuantity } from '../sheet/sheet-quantity';

/** More is not one sitting; a longer list goes on as an order file. */
export const maxQuickLines = 200;
const maxLineLength = 120;

export interface TypedLine {
  /** As it was entered, white space folded. */
  entered: string;
  code: string;
  /** Text of the quantity; empty when none was given, which means 1. */
  typed: string;
}

/**
 * Code and quantity of one line, parted by a semicolon, a tab, a comma or white space; `x12` and `12x` are
 * 12. Null for an empty line.
 */
export function parseLine(text: string): TypedLine | null {
  const given = text.slice(0, maxLineLength);
  const entered = given.trim().replace(/\s+/g, ' ');
  if (entered === '') return null;
  const [first, second] = partsOf(given, entered);
  return {
    entered,
    code: unquoted(first.trim()),
    typed: unquoted(second.trim()).replace(/^[x×]\s*|\s*[x×]$/gi, ''),
  };
}

function partsOf(given: string, entered: string): [string, string] {
  const cells = given.split(/[;\t]/);
  if (cells.length > 1) return [cells[0] ?? '', cells[1] ?? ''];
  // `104382 2,5` is two and a half of it, not five of `104382 2`; so is `104382,2,5`.
  if (!entered.includes(',') || /\s[+-]?\d+,\d+$/.test(entered)) return splitAtSpace(entered);
  const [first = '', second = '', third = '', ...more] = entered.split(',');
  const decimal = more.length === 0 && /^\d+$/.test(second) && /^\d+$/.test(third);
  return [first, decimal ? `${second},${third}` : second];
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1').trim();

/** The last word is the quantity when it can be one; a code may hold spaces itself. */
function splitAtSpace(text: string): [string, string] {
  const at = text.lastIndexOf(' ');
  if (at < 0) return [text, ''];
  return [text.slice(0, at), text.slice(at + 1)];
}

export const quantityOf = ({ typed }: TypedLine) => readQuantity(typed.trim() === '' ? '1' : typed);
