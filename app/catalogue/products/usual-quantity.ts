/** How many pieces of a product the shop accepts without asking for confirmation. */
import type { OrderedBefore } from '~/base/page/shop';

/** The shop asks for confirmation above this multiple of the customer's usual quantity. */
export const timesUsual = 20;

/** Maximum number of pieces accepted without confirmation; `askAbove` applies when the usual quantity is unknown. */
export function limitOfPieces(before: OrderedBefore | undefined, askAbove: number): number {
  const usual = before?.usual ?? null;
  return usual === null ? askAbove : usual * timesUsual;
}

/** Largest quantity of three digits. The browser's script leaves longer numbers to the server (`quantityIn`). */
const threeDigits = 999;
/**
 * Value of the limit attribute of a quantity field; null when none is needed, because the server checks larger numbers.
 */
export const limitOfField = (limit: number): number | null => (limit < threeDigits ? limit : null);
