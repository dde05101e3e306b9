/**
 * Logs lines whose cart price differs from the catalogue price, so that support can see both. The customer reads one on
 * the product page and the other in the cart. The ERP charges the cart price.
 */
import { LRUCache } from 'lru-cache';
import { eurosText } from '~/base/kernel/money';
import type { CustomerRequest } from '~/base/page/page';
import { otherListPrice } from '../list-price';
import type { CartRow } from './cart-view';

const mostNamed = 10;

/** Last logged difference by cart uuid, on this instance; prevents repeated log lines for an unchanged page. */
const told = new LRUCache<string, string>({ max: 5_000 });

/**
 * The difference of a line, for example `VT-1001: index 64.61, cart 55.21`; null: the prices agree, or one is unknown.
 */
function differenceOf(row: CartRow): string | null {
  const { state, card, unit } = row;
  const listed = state === 'synced' ? otherListPrice(row) : null;
  if (listed === null || unit === null || card === null) return null;
  const [index, cart] = [listed, unit].map(eurosText);
  return `${card.sku ?? card.id}: index ${index}, cart ${cart}`;
}

/** Logs each state of a cart once, however often its page is read. */
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
