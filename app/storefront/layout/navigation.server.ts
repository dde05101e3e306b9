/**
 * Loads the first 20 top-level categories for the menu (contract/search.md 3.19, C1). They are cached per locale for
 * ten minutes, refreshed in the background, and served stale while the search is unavailable.
 */
import { z } from 'zod';
import { readDocuments } from '~/base/erp/dropped-documents.server';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { NavigationEntry } from './layout';

const tenMinutes = 600_000;

const body = {
  size: 20,
  timeout: '2s',
  _source: ['id', 'name', 'url_key'],
  query: { bool: { filter: [{ term: { level: 0 } }] } },
  sort: [
    { sequence: { order: 'asc', missing: '_last', unmapped_type: 'integer' } },
    { id: { order: 'asc' } },
  ],
};

const CategoryWire = z.object({
  id: z.int(),
  name: z.string().min(1),
  url_key: z.string().min(1),
});

export async function loadNavigation({
  context,
  locale,
}: Pick<PageRequest, 'context' | 'locale'>): Promise<readonly NavigationEntry[]> {
  const log = (error: unknown): void =>
    context.log.warn(
      { event: 'navigation.unavailable', error: error instanceof Error ? error.message : '' },
      'the categories could not be read',
    );
  try {
    return await context.cache.get(
      `navigation:${locale}`,
      { freshMs: tenMinutes, onFault: log },
      async () => {
        const answer = await context.search.search(
          locale,
          { index: 'categories', operation: 'navigation', body },
          { timeoutMs: 1_200 },
        );
        return readDocuments(context, answer.hits, CategoryWire).map((wire) => ({
          id: wire.id,
          name: wire.name,
          urlKey: wire.url_key,
        }));
      },
    );
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log(error);
    return [];
  }
}
