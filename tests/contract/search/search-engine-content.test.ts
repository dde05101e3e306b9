/** Categories, bare keys, banners, advertisements and loyalty programs (contract/search.md 3.18 to 3.22). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY } from '../../support/search-fixture/days';
import { engines, idsOf, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'content');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    it('CAT-01 navigation shows top categories by sequence, those without one last', async () => {
      const answer = await engine.search('categories_fr_be', {
        size: 20,
        query: { bool: { filter: [{ term: { level: 0 } }] } },
        sort: [
          { sequence: { order: 'asc', missing: '_last', unmapped_type: 'integer' } },
          { id: { order: 'asc' } },
        ],
      });
      expect(idsOf(answer)).toEqual([3, 4, 5]);
    });

    it('CAT-01 a category request returns only the fields of a category list', async () => {
      const answer = await engine.search('categories_fr_be', {
        _source: ['id', 'name', 'parent.id'],
        query: { terms: { id: [31] } },
      });
      expect(answer.body.hits.hits[0]?._source).toEqual({
        id: 31,
        name: 'Antibiotiques',
        parent: { id: 3 },
      });
    });

    it('CAT-01 a key without a prefix for product or category is found in its index', async () => {
      const resolve = async (key: string) => {
        const should = [
          { constant_score: { filter: { term: { url_key: key } }, boost: 4 } },
          { constant_score: { filter: { term: { redirect_url_key: key } }, boost: 2 } },
        ];
        const answer = await engine.search('products_fr_be,categories_fr_be', {
          size: 2,
          track_total_hits: false,
          _source: ['id', 'url_key', 'name', 'level', 'main'],
          query: {
            bool: {
              must: [{ bool: { minimum_should_match: 1, should } }],
              should: [{ constant_score: { filter: { term: { main: true } }, boost: 0.5 } }],
            },
          },
          collapse: { field: 'url_key' },
          sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc', unmapped_type: 'long' } }],
        });
        return answer.body.hits.hits.map(({ _index, _id }) => [_index, _id]);
      };
      expect(await resolve('exemplamox-fr')).toEqual([[`${engine.alias(PRODUCTS)}-1`, '4711']]);
      expect(await resolve('medicaments')).toEqual([
        [`${engine.alias('categories_fr_be')}-1`, '3'],
      ]);
      expect(await resolve('nowhere')).toEqual([]);
    });

    it('HOME-01 banners and advertisements are returned from their first to their last day', async () => {
      const window = {
        must_not: [
          { range: { date_start: { gt: TODAY } } },
          { range: { date_end: { lt: TODAY } } },
        ],
      };
      const sort = [
        { date_start: { order: 'desc', missing: '_last', unmapped_type: 'date' } },
        { id: { order: 'asc', unmapped_type: 'long' } },
      ];
      const ads = await engine.search('advertisements_fr_be', { query: { bool: window }, sort });
      expect(idsOf(ads)).toEqual([2, 1]);
      const visible = {
        bool: {
          minimum_should_match: 1,
          should: [
            { terms: { visibility: ['all', 'connected'] } },
            { bool: { must_not: [{ exists: { field: 'visibility' } }] } },
          ],
        },
      };
      const banners = await engine.search('info_banners_fr_be', {
        query: { bool: { filter: [visible], ...window } },
        sort,
      });
      expect(idsOf(banners)).toEqual([4, 2, 1]);
    });

    it('LOY-01 a loyalty program needs both start and end date', async () => {
      const answer = await engine.search('loyalty_programs_fr_be', {
        query: {
          bool: {
            filter: [
              { range: { date_from: { lte: TODAY } } },
              { range: { date_to: { gte: TODAY } } },
            ],
          },
        },
        sort: [{ id: { order: 'asc' } }],
      });
      expect(idsOf(answer)).toEqual([7, 10]);
    });
  });
}
