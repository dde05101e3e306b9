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
import { parseLine, rowsOfText, unbulleted } from './lines';
import { isSumRow, nameOfRow } from './passed-rows';

/**
 * Its lines in order, each with the number of its row, and the rows that order nothing; a row of headings says where code
 * and quantity stand below it.
 */
export async function pastedLines(
  given: string,
): Promise<
  Outcome<Pick<OrderFile, 'lines' | 'passed'>, Extract<FileFault, { kind: 'too-many-rows' }>>
> {
  const rows = rowsOfText(given);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (filled > maxRows) return refused({ kind: 'too-many-rows', rows: filled });
  let reader: RowReader | null = null;
  let above = 0;
  const passed: string[] = [];
  const lines = await flatMapInTurns(rows, (row, index) => {
    if (row.trim() === '') return [];
    // Below words, and again on each page of a long table; a line of the list has digits.
    const below = above < titleRows || !/\d/.test(row) ? readerBelow(row) : null;
    above += 1;
    reader = below ?? reader;
    if (below || isHeadingText(row) || isSumRow(row)) {
      passed.push(nameOfRow(row.split(/[;\t]/)));
      return [];
    }
    const line = reader ? reader(row) : parseLine(unbulleted(row));
    return line ? [{ ...line, number: index + 1 }] : [];
  });
  return done({ lines, passed });
}
