/**
 * Parses the posted form of an order sheet: its rows, the rows that the pressed button applies to, and the list's
 * filters.
 */
import { firstValues } from '~/base/page/forms/first-values';
import { readFormKey } from '~/base/page/forms/form-uuid.server';
import { badRequest } from '~/base/page/forms/posted.server';
import { sureTotals } from '~/ordering/cart/unusual-quantity.server';
import { readQuantity } from '~/base/kernel/quantity';
import type { FormFields } from '~/base/page/notice';
import { carriedName, filledName } from './sheet';

/** Maximum number of posted rows: one page of a long list, its substitutes, and input from its other pages. */
const maxLines = 1_000;
/**
 * Maximum length of a posted name, longer than any product name. The name is only displayed to the customer who posted
 * it.
 */
const maxName = 300;

export interface Typed {
  productId: number;
  typed: string;
  /** The quantity that the list proposed; absent when it proposed none. */
  proposed?: string | undefined;
  /** Name of a product that is on another page of the list. */
  name?: string | undefined;
}

export interface PostedSheet {
  key: string;
  lines: readonly Typed[];
  /** Product whose own button was pressed; null when one button adds all rows. */
  pressed: number | null;
  /** Input of the other rows, which the next page displays again. */
  kept: readonly Typed[];
}

export function readRows(form: URLSearchParams): Typed[] {
  const values = firstValues(form);
  const rows: Typed[] = [];
  for (const [name, typed] of form) {
    const last = rows.at(-1);
    // Two lists of one form may contain the same product, so a proposed quantity belongs to the field before it.
    if (last && name === filledName(last.productId) && typed !== '') last.proposed = typed;
    const productId = Number(/^q\.(\d{1,10})$/.exec(name)?.[1]);
    if (Number.isNaN(productId)) continue;
    const carried = values.get(carriedName(productId))?.slice(0, maxName);
    rows.push({ productId, typed, ...(carried === undefined ? {} : { name: carried }) });
  }
  if (rows.length > maxLines) throw badRequest();
  return rows;
}

/** Form fields that post these rows. */
export const fieldsOfRows = (rows: readonly Typed[]): FormFields =>
  rows.flatMap(({ productId, typed, proposed, name }) => [
    [`q.${productId}`, typed] as const,
    ...(proposed === undefined ? [] : [[filledName(productId), proposed] as const]),
    ...(name === undefined ? [] : [[carriedName(productId), name] as const]),
  ]);

/** Whether a quantity field contains a product code. A SKU also has letters, and the field may have cut it. */
export const isCodeTyped = (typed: string): boolean => {
  const { refusal } = readQuantity(typed);
  return refusal === 'code' || (refusal === 'not-a-number' && typed.replace(/\D/g, '').length >= 5);
};

/** True for an invalid quantity that is not a code. A code in any row would prevent adding the confirmed rows. */
const isInvalid = ({ typed }: Typed): boolean =>
  readQuantity(typed).quantity === null && !isCodeTyped(typed);

/** True for a blank field or 0: the row is not added. */
const isUnwanted = (typed: string): boolean =>
  typed.trim() === '' || readQuantity(typed).refusal === 'zero';

export const isByHand = ({ typed, proposed = '' }: Typed): boolean => typed.trim() !== proposed;

/**
 * Parses the rows that the pressed button applies to. `all`: every filled row. `typed`: the rows with quantities that
 * the customer entered; without any, every filled row. A product's own button: the rows of that product. A blank field
 * then means 1, even if the page had prefilled it, unless the customer must enter the quantity (`ProposedQuantity`).
 * The button that confirms unusual quantities: the products that it names (`sureTotals`), and invalid rows, which are
 * returned with their error.
 */
export function readSheet(form: URLSearchParams): PostedSheet {
  const key = readFormKey(form);
  const add = form.get('add') ?? 'all';
  if (!/^(all|typed|\d{1,10})$/.test(add)) throw badRequest();
  const rows = readRows(form);
  const filled = rows.filter(
    // With the row's own button, a 0 is an error.
    ({ productId, typed }) => !isUnwanted(typed) || (add === String(productId) && typed.trim()),
  );
  const sure = sureTotals(form);
  if (sure) {
    const lines = filled.filter((row) => sure.has(row.productId) || isInvalid(row));
    return { key, lines, pressed: null, kept: filled.filter((row) => !lines.includes(row)) };
  }
  if (add === 'all') return { key, lines: filled, pressed: null, kept: [] };
  const productId = Number(add);
  const meant = add === 'typed' ? filled : filled.filter((row) => row.productId === productId);
  const byHand = meant.filter(isByHand);
  const lines = byHand.length > 0 ? byHand : meant;
  const kept = filled.filter((row) => !lines.includes(row));
  if (add === 'typed') return { key, lines, pressed: null, kept };
  const own = rows.find((row) => row.productId === productId);
  const mustBeTyped = form.get(filledName(productId)) === '';
  const blank = { ...own, productId, typed: mustBeTyped ? '' : '1' };
  return { key, lines: lines.length > 0 ? lines : [blank], pressed: productId, kept };
}

/** True for the fields of the sheet itself; all other fields are filters of the list. */
const isOwn = (name: string): boolean => /^(?:tx|to|add|apply|[qfn]\.\d+)$/.test(name);

/** Address of the list with the chosen filters. */
export function narrowed({ pathname }: URL, form: URLSearchParams): string {
  const chosen = [...form].filter(([name, value]) => !isOwn(name) && value !== '');
  return `${pathname}?${new URLSearchParams(chosen).toString()}`;
}

/** Whether the customer pressed the filter button, or Enter in a search field of a filter. */
export const isNarrowed = ({ searchParams }: URL, form: URLSearchParams): boolean =>
  form.has('apply') ||
  [...form].some(
    ([name, value]) => name.startsWith('find.') && value !== (searchParams.get(name) ?? ''),
  );
