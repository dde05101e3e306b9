/** The products ordered most, as cards: ids from the ERP, what they are from the catalogue. */
import { findCards } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { PageRequest } from '~/page/page';
import { findMostOrdered } from './statistics.server';
import type { MostOrderedFilter } from './statistics';

export async function findMostOrderedCards(
  page: PageRequest,
  filter: MostOrderedFilter,
  count: number,
): Promise<readonly ProductCard[]> {
  const cards = await findCards(page, await findMostOrdered(page, filter, count));
  return [...cards.values()];
}
