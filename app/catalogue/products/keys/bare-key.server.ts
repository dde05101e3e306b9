/** Resolves a key that may belong to a product or a category (contract/search.md 3.18), with one search over both. */
import { z } from 'zod';
import type { PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { number, text } from '~/base/erp/wire-fields.server';
import { underKey } from './key-clause.server';

export const bareKeyBody = (key: string) => ({
  size: 2,
  timeout: '1500ms',
  track_total_hits: false,
  _source: ['id', 'url_key', 'redirect_url_key', 'name', 'level', 'main', 'url_key_locales'],
  query: {
    bool: {
      must: [underKey(key)],
      should: [{ constant_score: { filter: { term: { main: true } }, boost: 0.5 } }],
    },
  },
  collapse: { field: 'url_key' },
  sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc', unmapped_type: 'long' } }],
});

/** Only categories have a level, which distinguishes the two kinds whatever the indices are called. */
const Found = z.object({ url_key: text, level: number });

/** Address of the product or category that has or had this key in this language; null when none has. */
export async function findBareKey(page: PageRequest, key: string): Promise<string | null> {
  const answer = await page.context.search.search(page.locale, {
    index: ['products', 'categories'],
    operation: 'bare key',
    allowPartial: false,
    body: bareKeyBody(key),
  });
  const found = Found.safeParse(answer.hits[0]?._source).data;
  if (!found?.url_key) return null;
  return links[found.level === null ? 'product' : 'category'](page.locale, found.url_key);
}
