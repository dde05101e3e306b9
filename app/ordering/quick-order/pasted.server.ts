/** A pasted list, read row by row; five thousand of them let other requests have their turn. */
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
import { parseLine, tabled, unbulleted } from './lines';
import { isSumRow, nameOfRow } from './passed-rows';

/** The first row of a file that was opened as text. */
const excelSeparator = /^sep=.?$/i;

/** Of one row, and so of all that is read as a whole: more than any table of the trade has. */
export const maxRowLength = 4_000;

type ListFault = Extract<FileFault, { kind: 'too-many-rows' | 'long-row' | 'sylk' | 'dif' }>;
type PastedList = Pick<OrderFile, 'lines' | 'passed' | 'notes'>;

/** The signs of `rowEnd`, of which a carriage return and a line feed end one row together. */
const endsRow = (code: number): boolean =>
  code < 14 ? code > 9 : code === 0x85 || code === 0x2028 || code === 0x2029;

/** Characters of one step: white space without end costs little more than its length. */
const ofOneStep = 50_000;

/** The rows that hold something, within the limits of rows and of their length. */
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
    // Beyond the limit rows are only counted.
    if (row !== '' && filled <= maxRows) rows.push({ row, number });
    if (text.startsWith('\r\n', at)) at += 1;
    start = at + 1;
    number += 1;
  }
  return filled > maxRows ? refused({ kind: 'too-many-rows', rows: filled }) : done(rows);
}

function* readList(text: string): Steps<Outcome<PastedList, ListFault>> {
  const kind = spreadsheetIn(text);
  if (kind) return refused({ kind });
  const read = yield* filledRows(text);
  if (!read.ok) return read;
  const tables = yield* mapSteps(read.value, ({ row }) => tabled(row));
  const { rows: bare, note: numbers } = yield* withoutNumbers(tables);
  const listed = yield* joinedRows(
    read.value.flatMap(({ number }, at) => (bare[at] ? { row: bare[at], number } : [])),
  );
  let reader: RowReader | null = null;
  const passed: string[] = [];
  const lines: FileLine[] = [];
  for (const [above, { row, number, isUnsure }] of listed.entries()) {
    yield;
    // Below words, and again on each page of a long table; a line of the list has digits.
    const below = above < titleRows || !/\d/.test(row) ? readerBelow(row) : null;
    reader = below ?? reader;
    if (below || isHeadingText(row) || isSumRow(row) || excelSeparator.test(row)) {
      passed.push(nameOfRow(row.split(/[;\t]/)));
      continue;
    }
    for (const line of reader ? [reader(row)] : rowsIn(unbulleted(row)).map(parseLine))
      if (line) lines.push({ ...line, number, ...(isUnsure ? { isShown: true } : {}) });
    // One row may hold many lines: they are what is limited, and those of the rows below are not read.
    if (lines.length > maxRows)
      return refused({ kind: 'too-many-rows', rows: lines.length + listed.length - above - 1 });
  }
  return done({ passed, ...readAsWhole(lines, numbers) });
}

/**
 * Its lines in order, each with the number of its row, and the rows that order nothing; a row of headings says where code
 * and quantity stand below it. Refuses a list of more lines than an order file may have, and a row of absurd length.
 */
export const pastedLines = (given: string): Promise<Outcome<PastedList, ListFault>> =>
  inTurns(readList(given));
