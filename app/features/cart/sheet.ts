/**
 * What an order sheet answers (SRCH-06): every product list is one form, its good lines go into the cart
 * and the others come back with what was typed. Fields of the form: `tx` (a fresh token, `SheetFields`),
 * `q.{productId}` (typed quantities) and the pressed button `add` (`all`, or one product id).
 */
import { useActionData } from '@remix-run/react';

/** Why a typed quantity was not taken. */
export type SheetRefusal =
  | 'zero'
  | 'negative'
  | 'fraction'
  | 'too-many'
  | 'not-a-number'
  /** No such product. */
  | 'not-known'
  /** Not sold on the website, on quotation only, or not for this customer. */
  | 'not-orderable'
  /** The back office refuses it. */
  | 'not-accepted';

export interface SheetLine {
  /** As it was typed. */
  typed: string;
  refusal: SheetRefusal | null;
}

export interface SheetAnswer {
  kind: 'sheet-answer';
  /**
   * `refused`: some lines were not taken (the others are in the cart). `repeated`: this very form had been
   * taken before, nothing was added a second time; sending it again adds again.
   */
  reason: 'refused' | 'repeated';
  lines: Readonly<Record<number, SheetLine>>;
  /** How many lines went into the cart all the same. */
  added: number;
}

/** Names one rendered form: whatever it does, it does once (CART-01, P-56). */
export const newFormToken = (): string => crypto.randomUUID();

const isSheetAnswer = (value: unknown): value is SheetAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'sheet-answer';

/** The answer to the sheet that was just posted, or null. */
export function useSheetAnswer(): SheetAnswer | null {
  const answer: unknown = useActionData();
  return isSheetAnswer(answer) ? answer : null;
}

export const sheetLine = (answer: SheetAnswer | null, productId: number): SheetLine | null =>
  answer?.lines[productId] ?? null;

export interface ReadQuantity {
  quantity: number | null;
  refusal: SheetRefusal | null;
}

/** A typed quantity: a whole number from 1 to 9999; `2,0` is 2. Spaces around it do not matter. */
export function readQuantity(typed: string, limits = { minimum: 1, maximum: 9_999 }): ReadQuantity {
  const refuse = (refusal: SheetRefusal): ReadQuantity => ({ quantity: null, refusal });
  const text = typed.trim().replace(',', '.');
  if (!/^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text)) return refuse('not-a-number');
  const quantity = Number(text);
  if (!Number.isInteger(quantity)) return refuse('fraction');
  if (quantity < 0) return refuse('negative');
  if (quantity < limits.minimum) return refuse('zero');
  if (quantity > limits.maximum) return refuse('too-many');
  return { quantity, refusal: null };
}
