/**
 * Reads and writes CSV as the programs of clinics and a Belgian Excel do (RFC 4180 with `;`). Reading is lenient about
 * separators and quotes and strict about size (P-32). Writing neutralises formulas, so that no spreadsheet evaluates a
 * cell; reading reverses that (P-35).
 */
import { isLabelText } from '~/catalogue/products/codes/product-code';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { runAllSteps, type Steps } from '~/base/kernel/steps';

export const maxRows = 5_000;
export const maxCellLength = 1_024;
export const maxCells = 100;
/** Maximum bytes of a row: its cells in UTF-8 (RFC 3629), each with quotes and a separator. */
export const maxRowBytes = maxCells * (3 * maxCellLength + 3);

export interface CsvRow {
  /** Line of the file where the row begins, counted from 1. */
  line: number;
  cells: readonly string[];
}

type CsvFault =
  | { kind: 'too-many-rows'; rows: number }
  /** The row has too many cells, or one cell is too long. */
  | { kind: 'long-line'; line: number }
  | { kind: 'open-quote'; line: number };

/** Excel's declaration of the separator on the first line: `sep=;`. */
const named = /^sep=([;,\t|])(?:\r\n|\r|\n|$)/i;

type Separator = ';' | '\t' | ',' | '|';

/** Number of rows that decide whether a file is separated by bars. */
const barRows = 20;
const cellsBetweenBars = (row: string): readonly string[] => row.split('|');
/** In a label, a bar separates fields. */
const isBarredLabel = (row: string): boolean =>
  [row, cellsBetweenBars(row)[0] ?? ''].some((text) => isLabelText(text.slice(0, maxCellLength)));

/**
 * True when at least half of the rows are cells between bars, all with as many cells. A comma in front of the first bar
 * is the separator instead.
 */
function isBarTable(lines: readonly string[]): boolean {
  const rows = lines.slice(lines.findIndex((line) => line.includes('|'))).slice(0, barRows);
  const barred = rows.filter((row) => row.includes('|'));
  const [first = ''] = barred;
  const { length } = cellsBetweenBars(first);
  return (
    length > 1 &&
    2 * barred.length >= rows.length &&
    cellsBetweenBars(first)[0]?.includes(',') === false &&
    barred.every((row) => cellsBetweenBars(row).length === length && !isBarredLabel(row))
  );
}

/** The first lines, as many as decide on the separator. */
const firstLines = (text: string): string[] => text.slice(0, 20_000).split(/\r\n|\r|\n/);

/** True when the rows of a text table begin and end with a bar. */
function isFramedTable(text: string): boolean {
  const row =
    firstLines(text)
      .find((line) => line.includes('|'))
      ?.trim() ?? '';
  return row.startsWith('|') && row.endsWith('|');
}

/** Returns the separator of the first line that has one: a semicolon, else a tab, else bars, else a comma. */
function separatorOf(text: string): Separator {
  const lines = firstLines(text)
    .map((line) => line.replace(/"[^"]*"/g, '').trim())
    .filter(Boolean);
  let found: Separator | undefined;
  for (const line of lines) {
    found = ([';', '\t', ','] as const).find((one) => line.includes(one));
    if (found) break;
  }
  // The last line may be cut.
  const isBarred =
    (found ?? ',') === ',' && isBarTable(text.length > 20_000 ? lines.slice(0, -1) : lines);
  return isBarred ? '|' : (found ?? ';');
}

/** The row of a text table that separates headings from rows: `|---|:---:|`. */
const isRule = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^(?::?-+:?)?$/.test(cell.trim()));

/** Returns the cells of `| a | b |` without the empty ones outside the frame. */
const withoutFrame = (cells: readonly string[]): readonly string[] =>
  cells.length > 2 && cells[0]?.trim() === '' && cells.at(-1)?.trim() === ''
    ? cells.slice(1, -1)
    : cells;

interface Reading {
  text: string;
  separator: string;
  /** Rows begin and end with a bar. */
  isFramed: boolean;
  at: number;
  line: number;
}

/**
 * Reads the quoted part of a cell and stops beyond the maximum length. Returns null when the closing quote is missing.
 */
function readQuoted(reading: Reading): string | null {
  let value = '';
  reading.at += 1;
  for (;;) {
    const end = reading.text.indexOf('"', reading.at);
    if (end < 0) return null;
    value += reading.text.slice(reading.at, end);
    reading.at = end + 1;
    if (reading.text[reading.at] !== '"' || value.length > maxCellLength) break;
    value += '"';
    reading.at += 1;
  }
  if (value.length > maxCellLength) return value;
  reading.line += value.split(/\r\n|\r|\n/).length - 1;
  return value;
}

function readCell(reading: Reading): string | null {
  const { text, separator } = reading;
  const quoted = text[reading.at] === '"' ? readQuoted(reading) : '';
  if (quoted === null || quoted.length > maxCellLength) return quoted;
  const start = reading.at;
  // Stops beyond the maximum cell length.
  while (reading.at < text.length && reading.at - start <= maxCellLength) {
    const char = text[reading.at];
    if (char === separator || char === '\n' || char === '\r') break;
    reading.at += 1;
  }
  return quoted + text.slice(start, reading.at);
}

/** Matches up to the end of the row, or to the first quote in it. */
const unquotedRow = /[^"\r\n]*/y;

/** Splits a row without quotes at once, up to the first cell too many. Returns null when it has quotes. */
function plainCells(reading: Reading): readonly string[] | null {
  const { text, separator, at } = reading;
  unquotedRow.lastIndex = at;
  const [row = ''] = unquotedRow.exec(text) ?? [];
  const end = at + row.length;
  if (text[end] === '"') return null;
  reading.at = end;
  return row.split(separator, maxCells + 1);
}

/** Reads cell by cell, up to the first one that is too long or too many. Returns null when a quote stays open. */
function quotedCells(reading: Reading): readonly string[] | null {
  const cells: string[] = [];
  for (;;) {
    const cell = readCell(reading);
    if (cell === null) return null;
    cells.push(cell);
    if (cell.length > maxCellLength || cells.length > maxCells) return cells;
    if (reading.text[reading.at] !== reading.separator) return cells;
    reading.at += 1;
  }
}

function readRow(reading: Reading): Outcome<CsvRow, CsvFault> {
  const { text, line } = reading;
  const cells = plainCells(reading) ?? quotedCells(reading);
  if (cells === null) return refused({ kind: 'open-quote', line });
  if (cells.length > maxCells || cells.some(({ length }) => length > maxCellLength))
    return refused({ kind: 'long-line', line });
  reading.at += text.startsWith('\r\n', reading.at) ? 2 : 1;
  reading.line += 1;
  return done({ line, cells: reading.isFramed ? withoutFrame(cells) : cells });
}

/** Number of lines per step: empty ones to skip, or lines that are only counted. */
const ofOneStep = 1_000;

/**
 * Counts the non-empty lines from `at` on. Even for millions of lines it takes little more time than scanning the text
 * (P-24).
 */
function* linesFrom(text: string, at: number): Steps<number> {
  let lines = 0;
  let read = 0;
  for (let start = at; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > (text[end - 1] === '\r' ? 1 : 0)) lines += 1;
    start = end + 1;
    read += 1;
    if (read % ofOneStep === 0) yield;
  }
  return lines;
}

/** Skips an empty line. */
function skipEmpty(reading: Reading): void {
  const { text, at } = reading;
  reading.at += text.startsWith('\r\n', at) ? 2 : 1;
  reading.line += 1;
}

/** Parses the non-empty rows, one per step. Rows beyond the limit are counted but not parsed. */
export function* csvSteps(text: string): Steps<Outcome<CsvRow[], CsvFault>> {
  const head = named.exec(text);
  const separator = head?.[1] ?? separatorOf(text);
  const isFramed = separator === '|' && isFramedTable(text);
  const reading: Reading = {
    text,
    separator,
    isFramed,
    at: head?.[0].length ?? 0,
    line: head ? 2 : 1,
  };
  const rows: CsvRow[] = [];
  while (reading.at < text.length) {
    if (reading.line % ofOneStep === 0) yield;
    if (text[reading.at] === '\n' || text[reading.at] === '\r') {
      skipEmpty(reading);
      continue;
    }
    const row = readRow(reading);
    if (!row.ok) return row;
    if (row.value.cells.every((cell) => cell.trim() === '')) continue;
    if (separator === '|' && isRule(row.value.cells)) continue;
    if (rows.length === maxRows) {
      const more = yield* linesFrom(text, reading.at);
      return refused({ kind: 'too-many-rows', rows: maxRows + 1 + more });
    }
    rows.push(row.value);
    yield;
  }
  return done(rows);
}

/** Parses a short text at once instead of in steps. */
export const parseCsv = (text: string): Outcome<CsvRow[], CsvFault> => runAllSteps(csvSteps(text));

/** Returns the cells of one row, or none when the row cannot be parsed. */
export function cellsIn(row: string, separator: Separator): readonly string[] {
  const read = parseCsv(`sep=${separator}\n${row}`);
  return read.ok ? (read.value[0]?.cells ?? []) : [];
}

/**
 * Matches text that a spreadsheet evaluates as a formula. Apostrophes before it, which prevent the evaluation, are part
 * of the match.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const neutral = (value: string): string => {
  const text = value.replaceAll('\0', '');
  return formula.test(text) ? `'${text}` : text;
};

/** Returns the text of a cell as it was before `formatCsv` neutralised it. */
export const original = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

const quotedCell = (text: string): string =>
  /[";\t,\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Formats a file that Excel opens with a double click: byte-order mark, semicolons, CRLF. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map((cell) => quotedCell(neutral(cell))).join(';')}\r\n`).join('')}`;
