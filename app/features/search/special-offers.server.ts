/** Special offers of today in the back office's own order (contract/search.md 3.11): for home and selection. */
import { readCards, readerOf } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { PageRequest } from '~/http/page';
import type { Day } from '~/kernel/day';
import { specialNow } from './query/clauses.server';
import { bySpecialSequence } from './query/sort.server';

export const specialOffersBody = (today: Day, size: number) => ({
  size,
  timeout: '1500ms',
  _source: cardFields,
  query: { bool: { filter: [specialNow(today)] } },
  collapse: { field: 'url_key' },
  sort: bySpecialSequence(today),
});

/** Throws UpstreamFailure: the caller hides its block. */
export async function findSpecialOffers(page: PageRequest, size = 12): Promise<ProductCard[]> {
  const reader = readerOf(page);
  const answer = await page.context.search.search(
    page.locale,
    {
      index: 'products',
      operation: 'special offers',
      body: specialOffersBody(reader.today, size),
    },
    { signal: page.request.signal },
  );
  return readCards(answer.hits, reader);
}
