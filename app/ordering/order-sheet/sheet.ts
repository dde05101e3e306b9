/**
 * Form and response of an order sheet (SRCH-06). Every product list is one form. Valid lines go into the cart; the
 * others are displayed again with their input. Fields of the form: `tx` (a fresh key, `FormKey`), `q.{productId}`
 * (entered quantities), `f.{productId}` for prefilled fields (`filledName`), `n.{productId}` for products of another
 * page (`carriedName`), and the filters of the list. The pressed button posts `add` (`all`, `typed`, or one product
 * id), `sure` (the unusual quantities that it confirms), `to` or `apply`.
 */
import { useActionData } from '~/base/framework/view';
import type { NoticeMessage } from '~/base/page/notice';
import type { QuantityRefusal } from '~/base/kernel/quantity';

/** Why a line was rejected. */
export type SheetRefusal =
  | QuantityRefusal
  /** Unknown product. */
  | 'not-known'
  /** Not sold on the website, only on quotation, or not for this customer. */
  | 'not-orderable'
  /** Rejected by the ERP. */
  | 'not-accepted'
  /** Together with the pieces in the cart, it exceeds the maximum of a line. */
  | 'too-many-in-cart';

export interface SheetLine {
  /** The customer's input in the quantity field. */
  typed: string;
  refusal: SheetRefusal | null;
  /** The quantity with which the list had prefilled the field. */
  proposed?: string | undefined;
  /** Name of a product that the next page may not list; it then gets a row of its own there. */
  name?: string | undefined;
}

export interface SheetAnswer {
  kind: 'sheet-answer';
  /**
   * `refused`: some lines were rejected; the others are in the cart. `repeated`: this form was already processed and
   * nothing was added again; another submit adds the lines again. `full`: the queue of edits is full and nothing was
   * added. `added`: the row of the pressed button is in the cart, the others keep their input. `carried`: the customer
   * switched to another page, sort order or filter, with the input.
   */
  reason: 'refused' | 'repeated' | 'full' | 'added' | 'carried';
  /** Remaining input, including rows other than that of the pressed button. */
  lines: Readonly<Record<number, SheetLine>>;
  /** Number of lines that the message is about: rejected, or added earlier. */
  count: number;
  /** The product whose own button was pressed, to scroll back to its row. */
  pressed: number | null;
  /**
   * Number of lines that were added although others were rejected. null: none, because a quantity field contains a
   * code.
   */
  added: number | null;
  /** The question about unusual quantities (`askedIn`). */
  ask?: readonly NoticeMessage[];
}

/** Maximum length of an entered or scanned code; the longest scanner codes have about a hundred characters. */
export const maxCodeLength = 200;

/** Companion field of `q.{id}`: the quantity that the page proposed; '' when the customer must enter one. */
export const filledName = (id: number): string => `f.${id}`;

/** Companion field of `q.{id}` for a product that this page of the list does not show: its name. */
export const carriedName = (id: number): string => `n.${id}`;

const blankParam = 'blank';

/** Whether the address requests empty fields in a list that is otherwise prefilled. */
export const isBlank = (here: string): boolean =>
  new URLSearchParams(here.split('?')[1]).has(blankParam);

/**
 * Address of the same page with empty fields, or with prefilled ones. After a post, a prefilled list is displayed with
 * empty fields. Quantities that were added or deliberately emptied are thus not proposed again (CART-12).
 */
export function blankAddress(here: string, blank: boolean): string {
  const [path = '', query] = here.split('?');
  const params = new URLSearchParams(query);
  params.delete(blankParam);
  if (blank) params.set(blankParam, '1');
  return params.size > 0 ? `${path}?${params}` : path;
}

export { readQuantity } from '~/base/kernel/quantity';

export const isSheetAnswer = (value: unknown): value is SheetAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'sheet-answer';

/** The response to the order sheet that was just posted, or null. */
export function useSheetAnswer(): SheetAnswer | null {
  const answer: unknown = useActionData();
  return isSheetAnswer(answer) ? answer : null;
}

export const sheetLine = (answer: SheetAnswer | null, productId: number): SheetLine | null =>
  answer?.lines[productId] ?? null;
