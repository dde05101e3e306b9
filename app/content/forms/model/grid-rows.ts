/**
 * How many rows of a table a page shows: as many as the customer posted, and one more when the customer asks for it.
 */
import { maxRows, type Grid } from './form-parts';

export const rowsName = (grid: string): string => `rows.${grid}`;
/** Value of the button that adds a row. */
export const addRow = (grid: string): string => `row.${grid}`;
/** Value of the button that removes a row. */
export const dropRow = (grid: string, index: number): string => `drop.${index}.${grid}`;

export function rowsShown({ key, rows }: Pick<Grid, 'key' | 'rows'>, typed: string): number {
  const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 1;
  return key === '' ? 0 : Math.min(rows, maxRows, Math.max(1, count));
}

/** The form without one row: the rows below it move up with their input. */
function withoutRow(form: URLSearchParams, grid: string, dropped: number): URLSearchParams {
  const kept = new URLSearchParams();
  const start = `f.${grid}.`;
  for (const [name, value] of form) {
    const [, digits, rest] = /^(\d{1,2})((?:\..+)?)$/.exec(name.slice(start.length)) ?? [];
    const index = Number(digits);
    if (!name.startsWith(start) || digits === undefined || index < dropped)
      kept.append(name, value);
    else if (index > dropped) kept.append(`${start}${index - 1}${rest}`, value);
  }
  return kept;
}

/**
 * The form with one table row more or less when the customer used the button that adds or removes a row; otherwise
 * null.
 */
export function changedRows(
  form: URLSearchParams,
  grids: readonly Pick<Grid, 'key' | 'rows'>[],
): URLSearchParams | null {
  const pressed = form.get('do') ?? '';
  for (const grid of grids) {
    const name = rowsName(grid.key);
    const shown = rowsShown(grid, form.get(name) ?? '');
    const dropped = Array.from({ length: shown }).findIndex(
      (_, index) => pressed === dropRow(grid.key, index),
    );
    if (pressed !== addRow(grid.key) && dropped < 0) continue;
    const changed = dropped < 0 ? new URLSearchParams(form) : withoutRow(form, grid.key, dropped);
    changed.set(name, String(dropped < 0 ? shown + 1 : Math.max(1, shown - 1)));
    return changed;
  }
  return null;
}
