/** Parses a pasted list row by row. Five thousand rows are processed in turns, so that other requests do not wait. */
import { mapSteps, type Steps } from '~/base/kernel/steps';
import { inTurns } from '~/base/page/in-turns.server';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { maxRows } from './csv/csv';
import { spreadsheetIn } from './csv/decode';
import {
  isHeadingText,
  readerBelow,
  titleRows,
  type FileLine,
  type OrderFile,
  type RowReader,
} from './csv/order-file';
import type { FileFault } from './import/file-fault';
import { joinedRows, readAsWhole, rowsIn, withoutNumbers, type ListRow } from './list-columns';
import { parsedOnce, tabled, unbulleted, type ParseLine } from './lines';
import { isSumRow, nameOfRow } from './passed-rows';

/** The separator row of a CSV file that was opened as text. */
const excelSeparator = /^sep=.?$/i;

/** Maximum number of characters in a row; more than any table of the trade has. Limits the work per row. */
export const maxRowLength = 4_000;

type ListFault = Extract<FileFault, { kind: 'too-many-rows' | 'long-row' | 'sylk' | 'dif' }>;
type PastedList = Pick<OrderFile, 'lines' | 'passed' | 'notes'>;

/** True for the characters that end a row (`rowEnd`). A carriage return and a line feed together end one row. */
const endsRow = (code: number): boolean =>
  code < 14 ? code > 9 : code === 0x85 || code === 0x2028 || code === 0x2029;

/** Number of characters per step, so that a long run of white space takes little more time than scanning it. */
const ofOneStep = 50_000;

/** Returns the non-empty rows, within the limits of row count and row length. */
function* filledRows(text: string): Steps<Outcome<ListRow[], ListFault>> {
  const rows: ListRow[] = [];
  let filled = 0;
  let start = 0;
  for (let at = 0, number = 1; at <= text.length; at += 1) {
    if (at % ofOneStep === 0) yield;
    if (at < text.length && !endsRow(text.charCodeAt(at))) continue;
    const row = at > start ? text.slice(start, at).trim() : '';
    if (row.length > maxRowLength)
      return refused({ kind: 'long-row', line: number, max: maxRowLength });
    if (row !== '') filled += 1;
    // Rows beyond the maximum are counted, but not stored.
    if (row !== '' && filled <= maxRows) rows.push({ row, number });
    if (text.startsWith('\r\n', at)) at += 1;
    start = at + 1;
    number += 1;
  }
  return filled > maxRows ? refused({ kind: 'too-many-rows', rows: filled }) : done(rows);
}

function* readList(text: string, parse: ParseLine): Steps<Outcome<PastedList, ListFault>> {
  const kind = spreadsheetIn(text);
  if (kind) return refused({ kind });
  const read = yield* filledRows(text);
  if (!read.ok) return read;
  const tables = yield* mapSteps(read.value, ({ row }) => tabled(row));
  const { rows: bare, note: numbers } = yield* withoutNumbers(tables, parse);
  const listed = yield* joinedRows(
    read.value.flatMap(({ number }, at) => (bare[at] ? { row: bare[at], number } : [])),
    parse,
  );
  let reader: RowReader | null = null;
  const passed: string[] = [];
  const lines: FileLine[] = [];
  for (const [above, { row, number, isUnsure }] of listed.entries()) {
    yield;
    // Look for a heading below introductory text, and again on each page of a long table. Order lines contain digits.
    const below = above < titleRows || !/\d/.test(row) ? readerBelow(row) : null;
    reader = below ?? reader;
    if (below || isHeadingText(row) || isSumRow(row) || excelSeparator.test(row)) {
      passed.push(nameOfRow(row.split(/[;\t]/)));
      continue;
    }
    for (const line of reader ? [reader(row)] : rowsIn(unbulleted(row, parse), parse).map(parse))
      if (line) lines.push({ ...line, number, ...(isUnsure ? { isShown: true } : {}) });
    // One row may contain many lines. The maximum applies to lines; the rows after it are not parsed.
    if (lines.length > maxRows)
      return refused({ kind: 'too-many-rows', rows: lines.length + listed.length - above - 1 });
  }
  return done({ passed, ...readAsWhole(lines, numbers) });
}

/**
 * Returns the lines in order, each with its row number, and the ignored rows. A heading row names the columns for code
 * and quantity below it. Rejects a list with more lines than an order file may have, or with a row that is too long.
 */
export const pastedLines = (
  given: string,
  parse = parsedOnce(),
): Promise<Outcome<PastedList, ListFault>> => inTurns(readList(given, parse));
