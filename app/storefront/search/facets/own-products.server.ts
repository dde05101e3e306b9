/**
 * Product ids for the filters "already ordered" and "on my lists". Results do not wait for them: if the ERP returns the
 * ids late, the filter appears on the next page. If the customer has chosen the filter, the results wait briefly for
 * its ids.
 */
import { findMostOrdered } from '~/account/statistics/statistics.server';
import { listWishlists } from '~/account/wishlists/wishlists.server';
import {
  cachedCallMs,
  loadOptionalExtra,
  loadOptionalBlock,
  valueOr,
  type Block,
} from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { cachedForCustomer } from '~/base/page/session-cache.server';
import type { Filters } from '../criteria';

/**
 * Maximum number of product ids that one of these filters sends to the engine: the products ordered most often, or
 * those of the first wishlists.
 */
const mostIds = 500;
const listsFreshMs = 60_000;

export interface OwnProducts {
  orderedIds: readonly number[];
  listedIds: readonly number[];
  /** The customer has chosen one of these filters, but its product ids are unavailable. */
  isMissing: boolean;
}

type Kind = 'ordered' | 'on_list';

const loaders: Readonly<Record<Kind, (page: PageRequest) => Promise<readonly number[]>>> = {
  ordered: async (page) => {
    const { items } = await findMostOrdered(page, 'all', { page: 1, size: mostIds });
    return items.map(({ productId }) => productId);
  },
  on_list: (page) =>
    cachedForCustomer(page, 'ids-on-lists', listsFreshMs, async () => {
      const lists = (await listWishlists(page, { timeoutMs: cachedCallMs })) ?? [];
      const ids = lists.flatMap(({ lines }) => lines.map(({ productId }) => productId));
      return [...new Set(ids)].slice(0, mostIds);
    }),
};

function idsOf(page: PageRequest, filters: Filters, kind: Kind): Promise<Block<readonly number[]>> {
  const wait = filters[kind] ? loadOptionalBlock : loadOptionalExtra;
  return wait(page, `filter ${kind}`, () => loaders[kind](page));
}

/** Product ids for both filters; empty for guests, and if the ERP has no such call. */
export async function findOwnProducts(page: PageRequest, filters: Filters): Promise<OwnProducts> {
  if (page.context.session.kind === 'guest')
    return { orderedIds: [], listedIds: [], isMissing: false };
  const [ordered, listed] = await Promise.all([
    idsOf(page, filters, 'ordered'),
    idsOf(page, filters, 'on_list'),
  ]);
  const isMissing = Boolean((filters.ordered && !ordered.ok) || (filters.on_list && !listed.ok));
  return { orderedIds: valueOr(ordered, []), listedIds: valueOr(listed, []), isMissing };
}
