/** A pasted list, read row by row; five thousand of them let other requests have their turn. */
import { flatMapInTurns } from '~/page/in-turns.server';
import { done, refused, type Outcome } from '~/kernel/outcome';
import { maxRows } from './csv/csv';
import {
  isHeadingText,
  readerBelow,
  titleRows,
  type OrderFile,
  type RowReader,
} from './csv/order-file';
import type { FileFault } from './import/file-fault';
import { joinedRows, readAsWhole, rowsIn, withoutNumbers } from './list-columns';
import { parseLine, rowsOfText, tabled, unbulleted } from './lines';
import { isSumRow, nameOfRow } from './passed-rows';

/** The first row of a file that was opened as text. */
const excelSeparator = /^sep=.?$/i;

/**
 * Its lines in order, each with the number of its row, and the rows that order nothing; a row of headings says where code
 * and quantity stand below it.
 */
export async function pastedLines(
  given: string,
): Promise<
  Outcome<
    Pick<OrderFile, 'lines' | 'passed' | 'notes'>,
    Extract<FileFault, { kind: 'too-many-rows' }>
  >
> {
  const rows = rowsOfText(given);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (filled > maxRows) return refused({ kind: 'too-many-rows', rows: filled });
  let reader: RowReader | null = null;
  let above = 0;
  const passed: string[] = [];
  const { rows: bare, note: numbers } = withoutNumbers(rows.map((row) => tabled(row.trim())));
  const listed = joinedRows(
    bare.flatMap((row, index) => (row === '' ? [] : { row, number: index + 1 })),
  );
  const lines = await flatMapInTurns(listed, ({ row, number, isUnsure = false }) => {
    // Below words, and again on each page of a long table; a line of the list has digits.
    const below = above < titleRows || !/\d/.test(row) ? readerBelow(row) : null;
    above += 1;
    reader = below ?? reader;
    if (below || isHeadingText(row) || isSumRow(row) || excelSeparator.test(row)) {
      passed.push(nameOfRow(row.split(/[;\t]/)));
      return [];
    }
    const read = reader ? [reader(row)] : rowsIn(unbulleted(row)).map(parseLine);
    return read.flatMap((line) =>
      line ? { ...line, number, ...(isUnsure ? { isShown: true } : {}) } : [],
    );
  });
  return done({ passed, ...readAsWhole(lines, numbers) });
}
