/** What the form of an order sheet has posted: its rows, which of them the pressed button means, and the list around it. */
import { firstValues } from '~/base/page/forms/first-values';
import { readFormKey } from '~/base/page/forms/form-uuid.server';
import { badRequest } from '~/base/page/forms/posted.server';
import { sureName } from '~/ordering/cart/unusual-quantity.server';
import { readQuantity } from '~/base/kernel/quantity';
import type { FormFields } from '~/base/page/notice';
import { carriedName, filledName } from './sheet';

/** A page of a long list, what can be ordered in place of its rows, and what is typed on its other pages. */
const maxLines = 1_000;
/** Longer than any product's name; it is shown to who has sent it. */
const maxName = 300;

export interface Typed {
  productId: number;
  typed: string;
  /** What the list itself has proposed; absent where it proposed nothing. */
  proposed?: string | undefined;
  /** Of a product of another page of the list. */
  name?: string | undefined;
}

export interface PostedSheet {
  key: string;
  lines: readonly Typed[];
  /** The product whose own button was pressed; null where one button adds all rows. */
  pressed: number | null;
  /** The quantities of the other rows then: the next page shows them again. */
  kept: readonly Typed[];
}

export function readRows(form: URLSearchParams): Typed[] {
  const values = firstValues(form);
  const rows: Typed[] = [];
  for (const [name, typed] of form) {
    const last = rows.at(-1);
    // Two lists of one form may have the same product: what was proposed follows its field.
    if (last && name === filledName(last.productId) && typed !== '') last.proposed = typed;
    const productId = Number(/^q\.(\d{1,10})$/.exec(name)?.[1]);
    if (Number.isNaN(productId)) continue;
    const carried = values.get(carriedName(productId))?.slice(0, maxName);
    rows.push({ productId, typed, ...(carried === undefined ? {} : { name: carried }) });
  }
  if (rows.length > maxLines) throw badRequest();
  return rows;
}

/** These rows as the form posts them. */
export const fieldsOfRows = (rows: readonly Typed[]): FormFields =>
  rows.flatMap(({ productId, typed, proposed, name }) => [
    [`q.${productId}`, typed] as const,
    ...(proposed === undefined ? [] : [[filledName(productId), proposed] as const]),
    ...(name === undefined ? [] : [[carriedName(productId), name] as const]),
  ]);

/** Of a SKU with letters too; the field may have cut it. */
export const isCodeTyped = (typed: string): boolean => {
  const { refusal } = readQuantity(typed);
  return refusal === 'code' || (refusal === 'not-a-number' && typed.replace(/\D/g, '').length >= 5);
};

/** Invalid, and no code: a code in any row would keep the confirmed rows from being added. */
const isInvalid = ({ typed }: Typed): boolean =>
  readQuantity(typed).quantity === null && !isCodeTyped(typed);

/** Blank, or 0: not this one. */
const isUnwanted = (typed: string): boolean =>
  typed.trim() === '' || readQuantity(typed).refusal === 'zero';

export const isByHand = ({ typed, proposed = '' }: Typed): boolean => typed.trim() !== proposed;

/**
 * The rows that the pressed button means: all that are filled in, or what was typed of them (all, where nothing was), or
 * those of its own product. A blank field means 1 by its own button, also where the page had filled it, but not where the
 * customer has to type the quantity (`WasFilled`). The button that confirms quantities means the products that it names
 * (`sureName`); invalid rows come back with their error.
 */
export function readSheet(form: URLSearchParams): PostedSheet {
  const key = readFormKey(form);
  const add = form.get('add') ?? 'all';
  if (!/^(all|typed|\d{1,10})$/.test(add)) throw badRequest();
  const rows = readRows(form);
  const filled = rows.filter(
    // Of its own button a 0 is a mistake.
    ({ productId, typed }) => !isUnwanted(typed) || (add === String(productId) && typed.trim()),
  );
  const sure = form.get(sureName)?.split(' ');
  if (sure) {
    const lines = filled.filter((row) => sure.includes(String(row.productId)) || isInvalid(row));
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

/** Fields of the sheet itself; all others are filters of the list around it. */
const isOwn = (name: string): boolean => /^(?:tx|to|add|apply|[qfn]\.\d+)$/.test(name);

/** The list as its filters are chosen by now. */
export function narrowed({ pathname }: URL, form: URLSearchParams): string {
  const chosen = [...form].filter(([name, value]) => !isOwn(name) && value !== '');
  return `${pathname}?${new URLSearchParams(chosen).toString()}`;
}

/** The button of the filters was pressed, or Enter in the words that look for one of them. */
export const isNarrowed = ({ searchParams }: URL, form: URLSearchParams): boolean =>
  form.has('apply') ||
  [...form].some(
    ([name, value]) => name.startsWith('find.') && value !== (searchParams.get(name) ?? ''),
  );
