/** The first few standing orders for the home page; a standing order is a wishlist. */
import { listWishlists } from '~/account/wishlists/wishlists.server';
import { partPatienceMs } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';

export interface StandingOrder {
  id: number;
  name: string;
  lines: number;
}

export async function findStandingOrders(
  page: Pick<PageRequest, 'context'>,
  count: number,
): Promise<readonly StandingOrder[]> {
  const lists = (await listWishlists(page, { count, timeoutMs: partPatienceMs })) ?? [];
  return lists.map(({ id, name, lines }) => ({ id, name, lines: lines.length }));
}
