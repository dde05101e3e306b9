/** What helps when a text finds nothing (SRCH-02): products whose names come close. */
import { readCards, readerOf } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { PageRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';

export const similarNamesBody = (text: string) => ({
  size: 5,
  timeout: '800ms',
  track_total_hits: false,
  _source: cardFields,
  query: {
    match: { 'name.plain': { query: text, fuzziness: 1, prefix_length: 1, max_expansions: 50 } },
  },
  collapse: { field: 'url_key' },
});

/** Optional: an ill search here only means no help. */
export async function findSimilarNames(page: PageRequest, text: string): Promise<ProductCard[]> {
  if (!text) return [];
  try {
    const answer = await page.context.search.search(
      page.locale,
      { index: 'products', operation: 'similar names', body: similarNamesBody(text) },
      { timeoutMs: 1_200, signal: page.request.signal },
    );
    return readCards(answer.hits, readerOf(page));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'search.no_help', reason: error.reason },
      'no similar names for a text without hits',
    );
    return [];
  }
}
