/**
 * Lines of a quick order as they are typed, pasted or scanned: a code, then a quantity (CART-10). Pure; what
 * the codes mean is found out elsewhere.
 */
import { readQuantity } from '../sheet-quantity';

/** More is not one sitting; a longer list is an order file. */
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
  const entered = text.slice(0, maxLineLength).trim().replace(/\s+/g, ' ');
  if (entered === '') return null;
  const cells = text
    .slice(0, maxLineLength)
    .split(/[;\t,]/)
    .map((cell) => cell.trim());
  const [first = '', second = ''] = cells.length > 1 ? cells : splitAtSpace(entered);
  return {
    entered,
    code: unquoted(first),
    typed: unquoted(second).replace(/^[x×]\s*|\s*[x×]$/gi, ''),
  };
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1').trim();

/** The last word is the quantity when it can be one; a code may hold spaces itself. */
function splitAtSpace(text: string): [string, string] {
  const at = text.lastIndexOf(' ');
  if (at < 0) return [text, ''];
  return [text.slice(0, at), text.slice(at + 1)];
}

export interface ParsedText {
  lines: TypedLine[];
  /** Lines beyond the limit: nothing was read. */
  tooMany: number | null;
}

export function parseText(text: string, room = maxQuickLines): ParsedText {
  const filled = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (filled.length > room) return { lines: [], tooMany: filled.length };
  return { lines: filled.flatMap((line) => parseLine(line) ?? []), tooMany: null };
}

/**
 * A file without the row that is no line: headings, or the order's own data as the back office's CSV has it
 * (`suite_name;customer_ref;email;note`, contract/erp.md 9.10).
 */
export function withoutHeadRow(text: string): string {
  const [first = '', ...rest] = text.split(/\r\n|\r|\n/);
  const cells = first.split(';');
  const isHead = cells.length >= 4 || (cells.length > 1 && !/\d/.test(cells[1] ?? ''));
  return isHead ? rest.join('\n') : text;
}

export const quantityOf = ({ typed }: TypedLine) => readQuantity(typed.trim() === '' ? '1' : typed);
