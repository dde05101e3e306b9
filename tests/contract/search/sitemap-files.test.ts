/** The sitemap of a hundred thousand products: reads of the engine per request. */
import { describe, expect, it } from 'vitest';
import type { SearchHit, SearchRequest } from '../../../server/upstream/search/search-client';
import { createCache } from '../../../server/store/cache';
import { findAddresses, findPages } from '~/catalogue/products/keys/sitemap.server';

const products = 100_000;
const keyOf = (number: number): string =>
  `gants-d-examen-en-nitrile-non-poudres-taille-m-boite-${String(number).padStart(6, '0')}`;

/** A fake search engine with `count` products per language, which counts the documents and hits that it returns. */
function engineOf(count: number) {
  const given = { requests: 0, documents: 0, mostAtOnce: 0 };
  let running = 0;
  async function search(_locale: string, { index, body }: SearchRequest) {
    given.requests += 1;
    running += 1;
    given.mostAtOnce = Math.max(given.mostAtOnce, body['_source'] === false ? 0 : running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    const [after] = (body['search_after'] as [string] | undefined) ?? [];
    const first = after === undefined ? 0 : Number(after.slice(-6)) + 1;
    const size = index === 'products' ? Math.min(Number(body['size']), count - first) : 0;
    const hits = Array.from({ length: Math.max(0, size) }, (_, at): SearchHit => {
      const key = keyOf(first + at);
      const source = { url_key: key, url_key_locales: { fr: key, nl: key, en: key } };
      const isRead = body['_source'] !== false;
      given.documents += isRead ? 1 : 0;
      return { _index: 'p', _id: key, _source: isRead ? source : undefined, sort: [key] };
    });
    const nothing = { aggregations: {}, suggest: {}, incomplete: false, withheld: false };
    return { hits, total: 0, totalRelation: 'eq' as const, ...nothing };
  }
  const context = {
    search: { search, searchMany: () => Promise.resolve([]) },
    cache: createCache({ clock: { now: () => new Date(0) } }),
    log: console,
    site: { tags: { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' } },
  } as unknown as Parameters<typeof findPages>[0];
  return { context, given };
}

describe('CMS-08 P-88 a sitemap of a hundred thousand products', () => {
  it('the sitemap counts its products once without reading documents, and each file reads its own thousand', async () => {
    const { context, given } = engineOf(products);
    const pages = await findPages(context);
    expect(pages).toHaveLength(300);
    expect(given.documents).toBe(0);
    const walked = given.requests;
    await findPages(context);
    expect(given.requests).toBe(walked);
    const [, page] = pages.filter(({ locale }) => locale === 'nl');
    if (!page) throw new Error('no second page');
    for (let time = 0; time < 3; time += 1) {
      const addresses = await findAddresses(context, page);
      expect(addresses.map(({ path }) => path)).toEqual(
        Array.from({ length: 1_000 }, (_, at) => `/nl/p/${keyOf(1_000 + at)}`),
      );
    }
    expect(given).toMatchObject({ requests: walked + 1, documents: 1_000 });
  });

  it('the sitemap reads one file at a time, even for parallel requests', async () => {
    const { context, given } = engineOf(products);
    const pages = await findPages(context);
    const files = await Promise.all(pages.slice(0, 30).map((page) => findAddresses(context, page)));
    expect(new Set(files.flat().map(({ path }) => path)).size).toBe(30_000);
    expect(given.mostAtOnce).toBe(1);
  });
});
