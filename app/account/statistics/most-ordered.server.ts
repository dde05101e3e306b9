/** The most ordered products, as cards: ids from the ERP, product data from the catalogue. */
import { findCards } from '~/catalogue/products/cards.server';
import type { PageRequest } from '~/base/page/page';
import type { Paging } from '~/base/ui/page/paging';
import { findMostOrdered } from './statistics.server';
import type { MostOrderedCards } from './most-ordered-sheet';
import type { MostOrderedFilter } from './statistics';

export async function findMostOrderedCards(
  page: PageRequest,
  filter: MostOrderedFilter,
  paging: Paging,
): Promise<MostOrderedCards> {
  const { total, items } = await findMostOrdered(page, filter, paging);
  const cards = await findCards(
    page,
    items.map(({ productId }) => productId),
  );
  return {
    total,
    listed: items.length,
    rows: items.flatMap((ordered) => {
      const card = cards.get(ordered.productId);
      return card ? [{ card, ordered }] : [];
    }),
  };
}
