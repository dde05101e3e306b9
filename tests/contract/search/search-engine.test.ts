/**
 * Product lists on every available engine: groups, pages, totals, ids (contract/search.md 7.3). Tests check order and
 * counts, never scores.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productDocuments } from '../../support/search-fixture/documents';
import {
  engines,
  idsOf,
  LoadedEngine,
  LOADING_MS,
  type ErrorAnswer,
} from '../../support/search-fixture/engine';
import { BY_ID, VARIANTS, variantsOf } from '../../support/search-fixture/queries';

const DOCUMENTS = productDocuments('fr');
const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'lists');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    it('CART-01 a search by product ids finds their variants, and nothing for unknown ids', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 3,
        track_total_hits: false,
        query: { terms: { id: [4712, 999_999, 6050] } },
        sort: BY_ID,
      });
      expect(idsOf(answer)).toEqual([4712, 6050]);
    });

    it('SRCH-01 every product group is returned once, by its best variant in the sort order', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 200,
        track_total_hits: true,
        collapse: { field: 'url_key' },
        sort: [{ id: { order: 'desc' } }],
        _source: false,
      });
      const best = new Map(DOCUMENTS.map(({ url_key, id }) => [url_key, id]));
      expect(idsOf(answer)).toEqual([...best.values()].sort((left, right) => right - left));
      expect(answer.body.hits.total?.value).toBe(DOCUMENTS.length);
      expect(answer.body.hits.hits[0]?.fields?.['url_key']).toEqual(['gants-fr']);
      expect(answer.body.hits.hits[0]).not.toHaveProperty('_source');
    });

    it('SRCH-01 the pages of a list neither repeat nor omit a product group', async () => {
      const page = (from: number) =>
        engine.search(PRODUCTS, {
          from,
          size: 15,
          collapse: { field: 'url_key' },
          sort: [{ 'name.sortable': { order: 'asc' } }, ...BY_ID],
        });
      const pages = await Promise.all([page(0), page(15), page(30)]);
      const ids = pages.flatMap(idsOf);
      expect(ids).toHaveLength(40);
      expect(new Set(ids).size).toBe(40);
    });

    it('SRCH-01 a filtered list returns only the variants that match', async () => {
      const answer = await engine.search(PRODUCTS, {
        query: { match_all: {} },
        post_filter: { bool: { filter: [{ term: { 'stock.global.state': 'out_of_stock' } }] } },
        collapse: VARIANTS,
        sort: BY_ID,
      });
      expect(idsOf(answer)).toEqual([4712]);
      expect(variantsOf(answer.body.hits.hits[0])?.total.value).toBe(1);
    });

    it('SRCH-01 a page of a list beyond 10 000 hits is rejected', async () => {
      const answer = await engine.search<ErrorAnswer>(PRODUCTS, { from: 9_999, size: 2 });
      expect(answer.status).toBe(400);
      expect(answer.body.error.root_cause[0]?.reason).toContain('Result window is too large');
    });

    it('SRCH-01 the number of hits is exact, capped or omitted as requested', async () => {
      const total = async (track: boolean | number) => {
        const answer = await engine.search(PRODUCTS, { size: 0, track_total_hits: track });
        return answer.body.hits.total;
      };
      expect(await total(true)).toEqual({ value: DOCUMENTS.length, relation: 'eq' });
      expect(await total(100)).toEqual({ value: 100, relation: 'gte' });
      expect(await total(false)).toBeUndefined();
    });

    it('SRCH-01 the sitemap query returns all product keys in order, page by page', async () => {
      const seen: unknown[] = [];
      let after: unknown[] | undefined;
      for (;;) {
        const answer = await engine.search(PRODUCTS, {
          size: 17,
          track_total_hits: false,
          _source: ['url_key', 'url_key_locales'],
          query: {
            bool: { filter: [{ term: { main: true } }, { exists: { field: 'url_key' } }] },
          },
          sort: [{ url_key: { order: 'asc' } }],
          ...(after ? { search_after: after } : {}),
        });
        const { hits } = answer.body.hits;
        seen.push(...hits.map((hit) => hit._source?.['url_key']));
        after = hits.at(-1)?.sort;
        if (hits.length < 17) break;
      }
      expect(seen).toEqual([...new Set(DOCUMENTS.map(({ url_key }) => url_key))].sort());
    });
  });
}
