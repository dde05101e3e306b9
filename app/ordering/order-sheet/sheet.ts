/**
 * What an order sheet answers (SRCH-06): every product list is one form, its good lines go into the cart
 * and the others come back with what was typed. Fields of the form: `tx` (a fresh key, `FormKey`),
 * `q.{productId}` (typed quantities), `f.{productId}` beside those that came filled (`filledName`), `n.{productId}` beside
 * those of another page (`carriedName`), the filters of the list, and the pressed button: `add` (`all`, `typed`, or one product id),
 * `sure` (products whose unusual quantities it confirms), `to` or `apply`.
 */
import { useActionData } from '~/base/framework/view';
import type { QuantityRefusal } from '~/base/kernel/quantity';

/** Why a line was not taken. */
export type SheetRefusal =
  | QuantityRefusal
  /** No such product. */
  | 'not-known'
  /** Not sold on the website, on quotation only, or not for this customer. */
  | 'not-orderable'
  /** The ERP refuses it. */
  | 'not-accepted'
  /** With what the cart holds it is more than a line may have. */
  | 'too-many-in-cart';

export interface SheetLine {
  /** As it was typed. */
  typed: string;
  refusal: SheetRefusal | null;
  /** What the list has proposed for it. */
  proposed?: string | undefined;
  /** Of a product that the page which comes may not list; it then has a row of its own there. */
  name?: string | undefined;
}

export interface SheetAnswer {
  kind: 'sheet-answer';
  /**
   * `refused`: some lines were not taken (the others are in the cart). `repeated`: this very form had been
   * taken before, nothing was added a second time; sending it again adds again. `full`: too many changes wait for
   * the ERP already, nothing was taken. `added`: the row of the pressed button is in the cart, the others stay typed.
   * `carried`: another page, order or choice of the list was asked for, with what is typed.
   */
  reason: 'refused' | 'repeated' | 'full' | 'added' | 'carried';
  /** What stands typed after it, those of other rows than the pressed button's too. */
  lines: Readonly<Record<number, SheetLine>>;
  /** How many of the lines it is about: refused, or taken before. */
  count: number;
  /** The row whose own button was pressed: where the reader was. */
  pressed: number | null;
  /** How many lines went into the cart all the same; null: none of them, because a code stands in a quantity. */
  added: number | null;
}

/** Characters of a code that is typed or scanned into a field; the longest that scanners send have some hundred. */
export const maxCodeLength = 200;

/** Beside `q.{id}`: the quantity that the page has proposed for this field; '': the customer has to type one. */
export const filledName = (id: number): string => `f.${id}`;

/** Beside `q.{id}` of a product that this page of the list does not show: its name. */
export const carriedName = (id: number): string => `n.${id}`;

const blankParam = 'blank';

/** Whether a page asks for empty fields in a list that otherwise comes with its quantities. */
export const isBlank = (here: string): boolean =>
  new URLSearchParams(here.split('?')[1]).has(blankParam);

/**
 * The same page with its fields empty, or filled again. A filled list is sent to the first: what was added, or emptied
 * on purpose, is not typed in again by the page that comes (CART-12).
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

/** The answer to the sheet that was just posted, or null. */
export function useSheetAnswer(): SheetAnswer | null {
  const answer: unknown = useActionData();
  return isSheetAnswer(answer) ? answer : null;
}

export const sheetLine = (answer: SheetAnswer | null, productId: number): SheetLine | null =>
  answer?.lines[productId] ?? null;
