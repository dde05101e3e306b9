/** How many pieces of a product are taken without asking. */
import type { OrderedBefore } from '~/base/page/shop';

/** So many times the usual quantity of a product are asked about. */
export const timesUsual = 20;

/** So many pieces of a product are taken without asking. `askAbove`: where the usual quantity is not known. */
export function limitOfPieces(before: OrderedBefore | undefined, askAbove: number): number {
  const usual = before?.usual ?? null;
  return usual === null ? askAbove : usual * timesUsual;
}

/** Longer numbers the browser's script leaves to the shop (`quantityIn`). */
const threeDigits = 999;
/** What a quantity field has to say of its limit; null: nothing, because the script asks about less by itself. */
export const limitOfField = (limit: number): number | null => (limit < threeDigits ? limit : null);
