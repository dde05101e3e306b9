/**
 * Free pieces of an order from promotions (PROM-01). The ERP's order does not name them, and the catalogue only knows
 * today's promotions. The shop therefore stores what was promised on the day of the order, for the order page.
 */
import { z } from 'zod';
import { rewardedProducts } from '~/ordering/cart/cart';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { freeWith } from '~/catalogue/pricing/pricing';
import { dayOf } from '~/base/kernel/day';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import type { Order } from './order';
import type { FreeGoods } from './views/free-goods';

const ttlSeconds = 60 * 24 * 60 * 60;
const Kept = z.array(
  z.object({
    productId: z.number(),
    name: z.string(),
    quantity: z.number(),
    // The end of the promotion is irrelevant for a placed order.
    pieces: z
      .object({ main: z.number(), free: z.number() })
      .transform((pieces) => ({ ...pieces, until: null })),
  }),
);

const keyOf = ({ customer }: CustomerRequest, { id }: Order): string =>
  `free-goods:${ownerHash(customer.owner)}:${id}`;

type Cards = Awaited<ReturnType<typeof findCardsOrNone>>;

/** The cards of an order's products; null when the catalogue is unavailable. */
export const orderCards = (page: CustomerRequest, { lines }: Order): Promise<Cards> =>
  findCardsOrNone(
    page,
    lines.map(({ productId }) => productId),
  );

function promised({ lines }: Order, cards: Cards): FreeGoods[] {
  const rewarded = rewardedProducts(lines);
  const own = lines.filter(({ productId }) => !rewarded.has(productId));
  return own.flatMap(({ productId, name, quantity }) => {
    const card = cards?.get(productId);
    const pieces = card?.price?.freePieces;
    return pieces && freeWith(pieces, quantity) > 0
      ? [{ productId, name: card?.name ?? name, pieces, quantity }]
      : [];
  });
}

/** Free goods of an order. `cards` is only called when the shop did not store the promised free pieces. */
export async function freeGoodsOf(
  page: CustomerRequest,
  order: Order,
  cards: () => Promise<Cards>,
): Promise<FreeGoods[]> {
  const { keyValueStore, clock } = page.context;
  const key = keyOf(page, order);
  const kept = await keyValueStore.read(key);
  if (kept) return Kept.parse(JSON.parse(kept.value));
  if (!order.placedAt || dayOf(order.placedAt) !== dayOf(clock.now())) return [];
  const found = promised(order, await cards());
  if (found.length > 0)
    await keyValueStore.write(key, JSON.stringify(found), { version: null, ttlSeconds });
  return found;
}
