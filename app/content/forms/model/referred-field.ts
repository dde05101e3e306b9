/** Resolves the key in a condition to a field of the form. */
import type { FormField } from './form-parts';

/** The field that a condition names, and the single checkbox when the field is a checkbox group. */
interface Referred {
  field: FormField;
  box: string | null;
}

/**
 * Finds the field for `key`, as seen from `near`: first in the same table row, then by the whole key, then by the last
 * part of the key.
 */
export function referredField(
  fields: readonly FormField[],
  near: Pick<FormField, 'row'>,
  key: string,
): Referred | null {
  const { row } = near;
  const table =
    row && [row.grid, row.grid.split('.').at(-1)].find((one) => key.startsWith(`${one}.`));
  const inRow = table ? key.slice(table.length + 1) : key;
  const named = (wanted: string) =>
    (row && fields.find((one) => one.key === `${row.grid}.${row.index}.${wanted}`)) ??
    fields.find((one) => one.key === wanted);
  const field = named(inRow);
  if (field) return { field, box: null };
  const end = inRow.lastIndexOf('.');
  const boxes = end < 0 ? undefined : named(inRow.slice(0, end));
  const box = inRow.slice(end + 1);
  if (boxes?.options.some(({ value }) => value === box)) return { field: boxes, box };
  const alike = fields.find((one) => one.key.endsWith(`.${key}`) || key.endsWith(`.${one.key}`));
  return alike ? { field: alike, box: null } : null;
}
