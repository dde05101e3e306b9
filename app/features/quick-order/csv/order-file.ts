/**
 * What the rows of an order file mean: lines of code and quantity, below headings that may name the columns,
 * or below the order's own row as the ERP's files have it (`suite_name;customer_ref;email;note`,
 * contract/erp.md 9.10).
 */
import { bareNumber, parseLine, shortened, unquoted, type TypedLine } from '../lines';
import { original, parseCsv, type CsvRow } from './csv';

export interface FileLine extends TypedLine {
  /** Line of the file. */
  number: number;
}

/** What the order's own row says; empty texts where it says nothing. */
export interface OrderHead {
  suiteName: string;
  reference: string;
  email: string;
  note: string;
}

export interface OrderFile {
  head: OrderHead | null;
  lines: readonly FileLine[];
}

const codeWord =
  /^(code|sku|cnk|ean|gtin|barcode|ref|reference|article|artikel|productcode|numerodarticle)/;
const quantityWord = /^(qt|quantit|aantal|hoeveelheid|stuks|pieces|nombre|units|unites)/;

/** A heading without accents, spaces and signs; empty when it holds a digit, as a code would. */
const wordOf = (cell: string): string =>
  /\d/.test(cell)
    ? ''
    : cell
        .normalize('NFD')
        .replace(/[^\p{L}]/gu, '')
        .toLowerCase();

const isNumber = (cell: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(cell);

const cellText = (cell = ''): string => unquoted(cell.trim());

function isOrderRow(cells: readonly string[]): boolean {
  if (cells.length < 4) return false;
  const [, reference = '', email = '', note = ''] = cells;
  if (email.includes('@')) return true;
  if (cells.some((cell) => quantityWord.test(wordOf(cell)))) return false;
  return !isNumber(reference) || (email === '' && note !== '');
}

interface Columns {
  code: number;
  quantity: number;
  /** A heading says so: where the cell is empty, nothing is ordered. */
  isNamed: boolean;
}

const firstTwo: Columns = { code: 0, quantity: 1, isNamed: false };

/** Where headings say that code and quantity stand; null: the row is no heading. */
function columnsOf(cells: readonly string[]): Columns | null {
  const words = cells.map(wordOf);
  const quantity = words.findIndex((word) => quantityWord.test(word));
  const code = words.findIndex((word) => codeWord.test(word));
  if (quantity >= 0)
    return { code: code >= 0 ? code : quantity === 0 ? 1 : 0, quantity, isNamed: true };
  const [first, second] = words;
  return first && (code === 0 || second) && !isNumber(cells[1] ?? '') ? firstTwo : null;
}

/** Reads the rows below a heading. */
export type RowReader = (row: string) => TypedLine | null;

/**
 * How the rows below the first row of a table that was copied, or of the shop's own files, are read: by the columns that it
 * names for code and quantity. Null where it is no heading.
 */
export function readerBelow(heading: string): RowReader | null {
  const separator = heading.includes('\t') ? '\t' : ';';
  const cells = heading.split(separator);
  const words = cells.map(wordOf);
  const columns = columnsOf(cells);
  const isHeading = words.some((word) => codeWord.test(word)) || !/\d/.test(heading);
  if (!columns?.isNamed || cells.length < 2 || !isHeading) return null;
  return (row) => {
    const read = parseCsv(`sep=${separator}\n${row}`);
    const [found] = read.ok ? read.value : [];
    return found?.cells.length === cells.length ? lineOf(found, columns) : parseLine(row);
  };
}

function lineOf({ line: number, cells }: CsvRow, columns: Columns): FileLine | null {
  if (cells.length === 1) {
    const line = parseLine(original(cellText(cells[0])));
    return line && { ...line, number };
  }
  const code = shortened(original(cellText(cells[columns.code])));
  const typed = shortened(original(cellText(cells[columns.quantity])));
  const line = { number, code, typed: bareNumber(typed), entered: `${code};${typed}` };
  return columns.isNamed ? { ...line, isShown: true } : line;
}

export function readOrderFile(rows: readonly CsvRow[]): OrderFile {
  const [first, ...rest] = rows;
  if (!first) return { head: null, lines: [] };
  const cells = first.cells.map((cell) => original(cellText(cell)));
  const columns = columnsOf(cells);
  const ordered = isOrderRow(cells) && (columns === null || (cells[2] ?? '').includes('@'));
  const [suiteName = '', reference = '', email = '', note = ''] = cells;
  const body = columns || ordered ? rest : rows;
  return {
    head: ordered ? { suiteName, reference, email, note } : null,
    lines: body.flatMap((row) => {
      const at = ordered ? null : columns;
      return lineOf(row, at ?? firstTwo) ?? [];
    }),
  };
}
