/**
 * What the rows of an order file mean: lines of code and quantity, below headings that may name the columns,
 * or below the order's own row as the ERP's files have it (`suite_name;customer_ref;email;note`,
 * contract/erp.md 9.10).
 */
import { bareNumber, parseLine, shortened, unquoted, type TypedLine } from '../lines';
import { isSumRow, nameOfRow } from '../passed-rows';
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
  /** Rows that order nothing, as they are named. */
  passed: readonly string[];
}

const codeWord =
  /^(code|sku|cnk|ean|gtin|barcode|ref|reference|article|artikel|item(no|code|number)|productcode|numerodarticle)/;
const quantityWord = /^(qt|quantit|aantal|hoeveelheid|stuks|pieces|nombre|units|unites)/;
/** What is to be ordered, where a table has a column of its own for it beside other counts. */
const orderWord =
  /^(tebestellen|besteld$|bestelaantal|bestelhoeveelheid|acommander|commandee?$|toorder|ordered$|order(qty|quantity)|(qte|quantite)(a?commande|s?acommander))/;
/** Counts of something else: of the shelf, of a pack, of what has come. */
const otherCount =
  /stock|voorraad|dispo|availab|verpak|colis|emballage|pack|doos|boite|carton|karton|box|min|max|gratis|gratuit|free|livre|geleverd|deliver/;
/** References of somebody else than the shop: taken for the code only where no other column is. */
const othersCode =
  /fournisseur|leverancier|supplier|commande|bestelling|order|client|klant|customer/;

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

/** The first column that the first of these tests finds; -1: none of them finds any. */
function columnBy(words: readonly string[], ...tests: ((word: string) => boolean)[]): number {
  const found = tests.map((test) => words.findIndex(test));
  return found.find((at) => at >= 0) ?? -1;
}

/** Where headings say that code and quantity stand; null: the row is no heading. */
function columnsOf(cells: readonly string[]): Columns | null {
  const words = cells.map(wordOf);
  const isCode = (word: string): boolean => codeWord.test(word);
  const quantity = columnBy(
    words,
    (word) => orderWord.test(word),
    (word) => quantityWord.test(word) && !otherCount.test(word),
  );
  const code = columnBy(words, (word) => isCode(word) && !othersCode.test(word), isCode);
  if (quantity >= 0)
    return { code: code >= 0 ? code : quantity === 0 ? 1 : 0, quantity, isNamed: true };
  const [first, second] = words;
  // Beside the code stands a count that is no order: no column says how many.
  if (code === 0 && otherCount.test(second ?? '')) return { code, quantity, isNamed: true };
  return first && (code === 0 || second) && !isNumber(cells[1] ?? '') ? firstTwo : null;
}

/** Headings in one cell, `Code Quantité`: a word for the code and one for the quantity, and no digit. */
export function isHeadingText(row: string): boolean {
  const words = row.split(/[\s;,|/]+/).map(wordOf);
  return (
    !/\d/.test(row) &&
    words.some((word) => codeWord.test(word)) &&
    words.some((word) => quantityWord.test(word))
  );
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

const cellsOf = ({ cells }: CsvRow): string[] => cells.map((cell) => original(cellText(cell)));

/** A letterhead, a title and a date may stand above the headings. */
const titleRows = 10;

/** The row whose headings name both columns; -1: none of the first ones does. */
const headingBelow = (rows: readonly CsvRow[]): number =>
  rows.slice(0, titleRows).findIndex((row) => {
    const cells = cellsOf(row);
    return cells.some((cell) => codeWord.test(wordOf(cell))) && columnsOf(cells)?.isNamed === true;
  });

/** Above headings, a code and a count in two cells are a line, and any other row a title. */
const isLine = (row: CsvRow): boolean => {
  const cells = cellsOf(row);
  const code = cells.findIndex((cell) => /^\S*\d{5}\S*$/.test(cell));
  return code >= 0 && cells.some((cell, at) => at !== code && isNumber(cell));
};

export function readOrderFile(rows: readonly CsvRow[]): OrderFile {
  const [first] = rows;
  if (!first) return { head: null, lines: [], passed: [] };
  const cells = cellsOf(first);
  const [suiteName = '', reference = '', email = '', note = ''] = cells;
  const named = email.includes('@') ? null : columnsOf(cells);
  const heading = named ? 0 : headingBelow(rows);
  const below = rows[heading];
  const columns = named ?? (below ? columnsOf(cellsOf(below)) : null);
  const ordered = !named && isOrderRow(cells) && (heading < 0 || email.includes('@'));
  const passed: string[] = [];
  const passOver = (row: CsvRow): [] => {
    passed.push(nameOfRow(cellsOf(row)));
    return [];
  };
  return {
    head: ordered ? { suiteName, reference, email, note } : null,
    lines: rows.flatMap((row, at) => {
      if (ordered && at === 0) return [];
      if (at === heading) return passOver(row);
      if (at < heading) return isLine(row) ? (lineOf(row, firstTwo) ?? []) : passOver(row);
      if (isSumRow(cellsOf(row).join(' ').trim())) return passOver(row);
      return lineOf(row, columns ?? firstTwo) ?? [];
    }),
    passed,
  };
}
