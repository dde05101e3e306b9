/**
 * Standing orders are wishlists (contract/erp.md 6.14, 18.1): the first few for the home page, and ordering
 * all of one in one step. What may not be ordered is left out and said.
 */
import { z } from 'zod';
import { addLines, noticesOf } from '~/features/cart/add-lines.server';
import { findCards } from '~/features/catalogue/cards.server';
import type { Notification } from '~/features/frame/frame';
import type { CustomerRequest, PageRequest } from '~/http/page';

export interface StandingOrder {
  id: number;
  name: string;
  lines: number;
}

const LineWire = z.object({ product_id: z.int().positive(), quantity: z.number().catch(0) });
const WishlistWire = z.object({
  id: z.int().positive(),
  name: z.string().catch(''),
  lines: z.array(LineWire).catch([]),
});
const WishlistsWire = z.object({ items: z.array(WishlistWire) });

export async function findStandingOrders(
  { context }: Pick<PageRequest, 'context'>,
  count: number,
): Promise<readonly StandingOrder[]> {
  const answer = await context.erp.call(
    { path: 'wishlists', query: { page: 1, page_size: count } },
    WishlistsWire,
  );
  if (answer.kind !== 'ok') return [];
  return answer.body.items
    .slice(0, count)
    .map(({ id, name, lines }) => ({ id, name, lines: lines.length }));
}

/** Everything on a list that may be ordered goes into the cart, once per form token. */
export async function orderStandingOrder(
  page: CustomerRequest,
  id: number,
  token: string,
): Promise<Notification[]> {
  const { context, t } = page;
  const answer = await context.erp.call({ path: 'wishlists/{id}', params: { id } }, WishlistWire);
  if (answer.kind !== 'ok') return [{ tone: 'bad', text: t('home:lists.gone') }];
  const wanted = answer.body.lines
    .map(({ product_id, quantity }) => ({ productId: product_id, quantity: Math.floor(quantity) }))
    .filter(({ quantity }) => quantity > 0);
  const cards = await findCards(
    page,
    wanted.map(({ productId }) => productId),
  );
  const orderable = wanted.filter(({ productId }) => cards.get(productId)?.orderable.ok);
  const left = wanted.length - orderable.length;
  const notices =
    orderable.length > 0 ? noticesOf(page, await addLines(page, orderable, token)) : [];
  if (left > 0) notices.push({ tone: 'warn', text: t('home:lists.left', { count: left }) });
  if (wanted.length === 0) notices.push({ tone: 'info', text: t('home:lists.empty') });
  return notices;
}
