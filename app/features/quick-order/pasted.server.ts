/** A pasted list, read row by row; five thousand of them let other requests have their turn. */
import { flatMapInTurns } from '~/page/in-turns.server';
import { done, refused, type Outcome } from '~/kernel/outcome';
import { maxRows } from './csv/csv';
import { isHeadingText, readerBelow, type OrderFile } from './csv/order-file';
import type { FileFault } from './import/file-fault';
import { parseLine, rowsOfText, unbulleted } from './lines';
import { isSumRow, nameOfRow } from './passed-rows';

/**
 * Its lines in order, each with the number of its row, and the rows that order nothing; a first row of headings says
 * where code and quantity stand.
 */
export async function pastedLines(
  given: string,
): Promise<
  Outcome<Pick<OrderFile, 'lines' | 'passed'>, Extract<FileFault, { kind: 'too-many-rows' }>>
> {
  const rows = rowsOfText(given);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (filled > maxRows) return refused({ kind: 'too-many-rows', rows: filled });
  const first = rows.findIndex((row) => row.trim() !== '');
  const reader = readerBelow(rows[first] ?? '');
  const passed: string[] = [];
  const lines = await flatMapInTurns(rows, (row, index) => {
    if ((index === first && reader) || isHeadingText(row) || isSumRow(row)) {
      passed.push(nameOfRow(row.split(/[;\t]/)));
      return [];
    }
    const line = reader ? reader(row) : parseLine(unbulleted(row));
    return line ? [{ ...line, number: index + 1 }] : [];
  });
  return done({ lines, passed });
}
