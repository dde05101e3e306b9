/**
 * Prices of the cart that are no longer those of the catalogue: the customer reads both, one on the product's page and one
 * in the cart, and support finds here which they were. The cart's is what the ERP charges.
 */
import { LRUCache } from 'lru-cache';
import { eurosText } from '~/base/kernel/money';
import type { CustomerRequest } from '~/base/page/page';
import { otherListPrice } from '../list-price';
import type { CartRow } from './cart-view';

const mostNamed = 10;

/** What was told of which cart, by this instance: a page that is looked at again says nothing new. */
const told = new LRUCache<string, string>({ max: 5_000 });

/** `VT-1001: index 64.61, cart 55.21`; null: they agree, or one of them is not known. */
export function differenceOf(row: CartRow): string | null {
  const { state, card, unit } = row;
  const listed = state === 'synced' ? otherListPrice(row) : null;
  if (listed === null || unit === null || card === null) return null;
  const [index, cart] = [listed, unit].map(eurosText);
  return `${card.sku ?? card.id}: index ${index}, cart ${cart}`;
}

/** One line for each state of a cart, however often its page is read. */
export function logPriceDifferences(
  { context }: CustomerRequest,
  cartUuid: string,
  rows: readonly CartRow[],
): void {
  const found = rows.flatMap((row) => differenceOf(row) ?? []);
  const all = found.join('; ');
  if ((told.get(cartUuid) ?? '') === all) return;
  told.set(cartUuid, all);
  if (found.length === 0) return;
  const detail = found.slice(0, mostNamed).join('; ');
  const dearer = rows.filter(({ listed }) => listed !== null).length;
  const line = { event: 'cart.price_differs', lines: found.length, dearer, detail };
  if (dearer === 0) context.log.info(line, 'prices of the cart are not those of the index');
  else
    context.log.warn(
      line,
      'the cart is dearer than the lists: the ERP prices carts by another price list, or the index is old',
    );
}
