/** How many lines of a table a page shows: what was typed says so, and one more when it was asked for. */
import { maxRows, type Grid } from './definition';

export const rowsName = (grid: string): string => `rows.${grid}`;
/** Value of the button for one more line. */
export const addRow = (grid: string): string => `row.${grid}`;

export function rowsShown({ key, rows }: Pick<Grid, 'key' | 'rows'>, typed: string): number {
  const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 1;
  return key === '' ? 0 : Math.min(rows, maxRows, Math.max(1, count));
}
