/**
 * Lookups, lists, groups, sorting and paging as contract/search.md asks for them, on every engine at hand
 * (section 7.3). Order and counts are asserted, never scores.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productDocuments } from '../support/search-fixture/documents';
import {
  engines,
  idsOf,
  LoadedEngine,
  type ErrorAnswer,
  type Hit,
} from '../support/search-fixture/engine';
import { TODAY } from '../support/search-fixture/products';

const DOCUMENTS = productDocuments('fr');
const PRODUCTS = 'products_fr_be';
const BY_ID = [{ id: { order: 'asc' } }];
const VARIANTS = {
  field: 'url_key',
  inner_hits: {
    name: 'variants',
    size: 100,
    sort: [
      { main: { order: 'desc' } },
      { 'sku.keyword': { order: 'asc', unmapped_type: 'keyword' } },
    ],
    _source: ['id', 'sku'],
  },
  max_concurrent_group_searches: 4,
};

function variantsOf(hit: Hit | undefined) {
  return hit?.inner_hits?.['variants']?.hits;
}

function active(path: string) {
  return {
    bool: {
      must_not: [
        { range: { [`${path}.date_start`]: { gt: TODAY } } },
        { range: { [`${path}.date_end`]: { lt: TODAY } } },
      ],
    },
  };
}

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'lists');
    });
    afterAll(() => engine.stop());

    describe('one product', () => {
      const byKey = (key: string, sku: string) => ({
        size: 1,
        track_total_hits: false,
        query: {
          bool: {
            must: [
              {
                bool: {
                  minimum_should_match: 1,
                  should: [
                    { constant_score: { filter: { term: { url_key: key } }, boost: 4 } },
                    { constant_score: { filter: { term: { redirect_url_key: key } }, boost: 2 } },
                  ],
                },
              },
            ],
            should: [
              { constant_score: { filter: { term: { 'sku.keyword': sku } }, boost: 1 } },
              { constant_score: { filter: { term: { main: true } }, boost: 0.5 } },
            ],
          },
        },
        fields: ['characteristics_vector', 'description_vector'],
        _source: { excludes: ['characteristics_vector', 'description_vector'] },
        collapse: VARIANTS,
        sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
      });

      it('PROD-01 a key finds the main variant, with all variants beside it', async () => {
        const answer = await engine.search(PRODUCTS, byKey('exemplamox-fr', ''));
        expect(idsOf(answer)).toEqual([4711]);
        const hit = answer.body.hits.hits[0];
        expect(hit?._index).toBe(`${engine.alias(PRODUCTS)}-1`);
        expect(variantsOf(hit)?.hits.map(({ _id }) => _id)).toEqual(['4711', '4713', '4712']);
        expect(hit?.fields?.['characteristics_vector']).toEqual([1, 0, 0, 0]);
        expect(hit?._source).not.toHaveProperty('characteristics_vector');
        expect(answer.body.hits).not.toHaveProperty('total');
      });

      it('PROD-01 a SKU picks its variant, however it is written', async () => {
        const answer = await engine.search(PRODUCTS, byKey('exemplamox-fr', 'exm 500/20'));
        expect(idsOf(answer)).toEqual([4712]);
      });

      it('PROD-01 an old key finds the product under its new one', async () => {
        const answer = await engine.search(PRODUCTS, byKey('exemplamox-ancien', ''));
        expect(answer.body.hits.hits[0]?._source?.['url_key']).toBe('exemplamox-fr');
      });

      it('PROD-01 variant axes narrow each other', async () => {
        const answer = await engine.search(PRODUCTS, {
          size: 1,
          track_total_hits: true,
          query: { term: { url_key: 'exemplamox-fr' } },
          post_filter: {
            bool: { filter: [{ term: { 'variant_attributes.dosage': '500 mg' } }] },
          },
          collapse: { field: 'url_key', inner_hits: { name: 'variants', size: 0 } },
          aggs: {
            dosage: {
              filter: { match_all: {} },
              aggs: {
                values: {
                  terms: { field: 'variant_attributes.dosage', size: 1000, order: { _key: 'asc' } },
                },
              },
            },
            conditionnement: {
              filter: {
                bool: { filter: [{ term: { 'variant_attributes.dosage': '500 mg' } }] },
              },
              aggs: {
                values: {
                  terms: {
                    field: 'variant_attributes.conditionnement',
                    size: 1000,
                    order: { _key: 'asc' },
                  },
                },
              },
            },
          },
          sort: [{ main: { order: 'desc' } }, { id: { order: 'asc' } }],
        });
        const { hits, aggregations } = answer.body;
        const keys = (axis: string) => {
          const { values } = aggregations[axis] as { values: { buckets: { key: string }[] } };
          return values.buckets.map(({ key }) => key);
        };
        expect(idsOf(answer)).toEqual([4712]);
        expect(hits.total).toEqual({ value: 2, relation: 'eq' });
        expect(variantsOf(hits.hits[0])?.hits).toEqual([]);
        expect(variantsOf(hits.hits[0])?.total.value).toBe(2);
        expect(keys('dosage')).toEqual(['250 mg', '500 mg']);
        expect(keys('conditionnement')).toEqual(['100 comprimés', '20 comprimés']);
      });

      it('SRCH-01 a group shows at most 100 of its 101 variants, the rest is one page further', async () => {
        const first = await engine.search(PRODUCTS, byKey('gants-fr', ''));
        const variants = variantsOf(first.body.hits.hits[0]);
        expect(variants?.total.value).toBe(101);
        expect(variants?.hits).toHaveLength(100);
        const rest = await engine.search(PRODUCTS, {
          query: { term: { url_key: 'gants-fr' } },
          from: 100,
          size: 100,
          sort: BY_ID,
        });
        expect(idsOf(rest)).toEqual([6101]);
      });

      it('SRCH-01 more than 100 variants in one answer are refused', async () => {
        const inner = { ...VARIANTS.inner_hits, size: 101 };
        const answer = await engine.search<ErrorAnswer>(PRODUCTS, {
          collapse: { ...VARIANTS, inner_hits: inner },
        });
        expect(answer.status).toBe(400);
        expect(answer.body.error.root_cause[0]?.type).toBe('illegal_argument_exception');
      });

      it('PROD-01 similar products come by the angle between vectors, products without any last or never', async () => {
        const answer = await engine.search(PRODUCTS, {
          size: 3,
          _source: ['url_key'],
          query: {
            script_score: {
              query: {
                bool: {
                  filter: [{ exists: { field: 'characteristics_vector' } }],
                  must_not: [{ term: { url_key: 'exemplamox-fr' } }],
                },
              },
              script: {
                lang: 'painless',
                source:
                  "double s = params.wc + params.wd; if (doc['characteristics_vector'].size() > 0) { s += params.wc * cosineSimilarity(params.c, 'characteristics_vector'); } if (doc['description_vector'].size() > 0) { s += params.wd * cosineSimilarity(params.d, 'description_vector'); } return s;",
                params: { wc: 0.5, wd: 0.5, c: [1, 0, 0, 0], d: [1, 0, 0, 0] },
              },
            },
          },
          collapse: { field: 'url_key' },
        });
        if (!kind.scripts) {
          expect(answer.status).toBe(400);
          return;
        }
        const keys = answer.body.hits.hits.map((hit) => hit._source?.['url_key']);
        expect(keys.slice(0, 2)).toEqual(['amoxi-chien-fr', 'amoxi-chien-fort-fr']);
      });
    });

    describe('several products', () => {
      it('CART-01 ids of the cart find their variants, unknown ids nothing', async () => {
        const answer = await engine.search(PRODUCTS, {
          size: 3,
          track_total_hits: false,
          query: { terms: { id: [4712, 999_999, 6050] } },
          sort: BY_ID,
        });
        expect(idsOf(answer)).toEqual([4712, 6050]);
      });

      it('SRCH-01 every group is listed once, by its best variant under the sort', async () => {
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

      it('SRCH-01 pages neither repeat nor lose a group', async () => {
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

      it('SRCH-01 on a filtered list the variants are only those that match', async () => {
        const answer = await engine.search(PRODUCTS, {
          query: { match_all: {} },
          post_filter: { bool: { filter: [{ term: { 'stock.global.state': 'out_of_stock' } }] } },
          collapse: VARIANTS,
          sort: BY_ID,
        });
        expect(idsOf(answer)).toEqual([4712]);
        expect(variantsOf(answer.body.hits.hits[0])?.total.value).toBe(1);
      });

      it('SRCH-01 a page beyond 10 000 is refused', async () => {
        const answer = await engine.search<ErrorAnswer>(PRODUCTS, { from: 9_999, size: 2 });
        expect(answer.status).toBe(400);
        expect(answer.body.error.root_cause[0]?.reason).toContain('Result window is too large');
      });

      it('SRCH-01 totals are exact, capped or left out as asked', async () => {
        const total = async (track: boolean | number) => {
          const answer = await engine.search(PRODUCTS, { size: 0, track_total_hits: track });
          return answer.body.hits.total;
        };
        expect(await total(true)).toEqual({ value: DOCUMENTS.length, relation: 'eq' });
        expect(await total(100)).toEqual({ value: 100, relation: 'gte' });
        expect(await total(false)).toBeUndefined();
      });

      it('SRCH-01 the sitemap walks all keys in order, page by page', async () => {
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

    describe('sorting', () => {
      const PRICED = {
        terms: {
          url_key: ['prix-zero-fr', 'prix-deux-temps-fr', 'prix-bas-fr', 'prix-inconnu-fr'],
        },
      };
      const keysBy = async (sort: unknown, query: unknown = PRICED) => {
        const answer = await engine.search(PRODUCTS, { query, sort, _source: ['url_key'] });
        return answer.body.hits.hits.map(({ _source }) => String(_source?.['url_key']));
      };

      it('SRCH-01 the indicated price puts zero first and an unknown price last, both ways', async () => {
        const by = (order: string) => [
          { indicated_price: { order, missing: '_last', unmapped_type: 'double' } },
          ...BY_ID,
        ];
        expect(await keysBy(by('asc'))).toEqual([
          'prix-zero-fr',
          'prix-bas-fr',
          'prix-deux-temps-fr',
          'prix-inconnu-fr',
        ]);
        expect(await keysBy(by('desc'))).toEqual([
          'prix-deux-temps-fr',
          'prix-bas-fr',
          'prix-zero-fr',
          'prix-inconnu-fr',
        ]);
      });

      const netOn = (day: string) => [
        {
          'net_prices.value': {
            order: 'asc',
            mode: 'min',
            missing: '_last',
            nested: {
              path: 'net_prices',
              filter: {
                bool: {
                  filter: [
                    { term: { 'net_prices.gross': '12' } },
                    { term: { 'net_prices.discount': '7' } },
                    { term: { 'net_prices.offers': true } },
                  ],
                  must_not: [
                    { range: { 'net_prices.date_start': { gt: day } } },
                    { range: { 'net_prices.date_end': { lt: day } } },
                  ],
                },
              },
            },
          },
        },
        { id: { order: 'asc' } },
      ];

      it('PRICE-01 the net price of the day decides, not that of another day or customer', async () => {
        const july = await engine.search(PRODUCTS, { query: PRICED, sort: netOn('2026-07-31') });
        const august = await engine.search(PRODUCTS, { query: PRICED, sort: netOn('2026-08-01') });
        const prices = (answer: typeof july) => answer.body.hits.hits.map(({ sort }) => sort?.[0]);
        expect(prices(july).slice(0, 3)).toEqual([0, 9.99, 36]);
        expect(prices(august).slice(0, 3)).toEqual([0, 9.99, 12]);
      });

      it('PRICE-02 without lists of their own the role price sorts', async () => {
        const field = 'price_by_pricelist.default.value';
        const by = { [field]: { order: 'desc', missing: '_last', unmapped_type: 'double' } };
        expect(await keysBy([by, ...BY_ID])).toEqual([
          'prix-deux-temps-fr',
          'prix-bas-fr',
          'prix-zero-fr',
          'prix-inconnu-fr',
        ]);
      });

      it('SRCH-01 names sort without regard to accents and case', async () => {
        const query = { terms: { url_key: ['etoile-fr', 'zinc-fr', 'doxamyl-fr', 'fusidal-fr'] } };
        const by = (order: string) => [
          { 'name.sortable': { order, missing: '_last', unmapped_type: 'keyword' } },
          ...BY_ID,
        ];
        expect(await keysBy(by('asc'), query)).toEqual([
          'doxamyl-fr',
          'etoile-fr',
          'fusidal-fr',
          'zinc-fr',
        ]);
      });

      it('PROM-01 special offers come by the sequence of the offer that runs today', async () => {
        const answer = await engine.search(PRODUCTS, {
          size: 12,
          query: {
            bool: {
              filter: [
                { nested: { path: 'specials', ignore_unmapped: true, query: active('specials') } },
              ],
            },
          },
          collapse: VARIANTS,
          sort: [
            {
              'specials.sequence': {
                order: 'asc',
                mode: 'min',
                missing: '_last',
                nested: { path: 'specials', filter: active('specials') },
              },
            },
            ...BY_ID,
          ],
          _source: ['url_key'],
        });
        expect(answer.body.hits.hits.map(({ _source }) => _source?.['url_key'])).toEqual([
          'special-premier-fr',
          'exemplamox-fr',
          'special-dernier-fr',
        ]);
      });

      it('SRCH-01 sorting by an unknown field is an error unless its type is given', async () => {
        const refused = await engine.search<ErrorAnswer>(PRODUCTS, { sort: [{ unknown: 'asc' }] });
        expect(refused.status).toBe(400);
        expect(refused.body.error.root_cause[0]?.reason).toContain(
          'No mapping found for [unknown]',
        );
        const allowed = await engine.search(PRODUCTS, {
          size: 1,
          sort: [{ unknown: { order: 'asc', unmapped_type: 'long' } }, ...BY_ID],
        });
        expect(idsOf(allowed)).toEqual([4711]);
      });
    });
  });
}
