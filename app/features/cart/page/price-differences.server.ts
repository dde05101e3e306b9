/**
 * Prices of the cart that are no longer those of the catalogue: the customer reads both, one on the product's page and one
 * in the cart, and support finds here which they were. The cart's is what the ERP charges.
 */
import { LRUCache } from 'lru-cache';
import type { Price } from '~/features/pricing/pricing';
import { toEuros, type Cents } from '~/kernel/money';
import type { CustomerRequest } from '~/page/page';
import type { CartRow } from './cart-view';

/** Either side may have rounded the price of a piece. */
const roundingCents = 1;
const mostNamed = 10;

/** What was told of which cart, by this instance: a page that is looked at again says nothing new. */
const told = new LRUCache<string, string>({ max: 5_000 });

const catalogueNet = ({ net, tiers }: Price, quantity: number): Cents =>
  tiers.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.net ?? net;

/** `VT-1001: index 64.61, cart 55.21`; null: they agree, or one of them is not known. */
export function differenceOf({ state, isReward, card, unit, quantity }: CartRow): string | null {
  const price = card?.price;
  if (state !== 'synced' || isReward || unit === null || !price || price.indicative) return null;
  const inIndex = catalogueNet(price, quantity);
  if (Math.abs(inIndex - unit) <= roundingCents) return null;
  const [index, cart] = [inIndex, unit].map((amount) => toEuros(amount).toFixed(2));
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
  context.log.info(
    { event: 'cart.price_differs', lines: found.length, detail },
    'prices of the cart are not those of the index',
  );
}
