/**
 * One product on every available engine: its key, variants, axes and similar products (contract/search.md 7.3). Tests
 * check order and counts, never scores.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  engines,
  idsOf,
  LoadedEngine,
  LOADING_MS,
  type ErrorAnswer,
} from '../../support/search-fixture/engine';
import { BY_ID, VARIANTS, variantsOf } from '../../support/search-fixture/queries';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'product');
    }, LOADING_MS);
    afterAll(() => engine.stop());

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

    it('PROD-01 a product key finds the main variant, with all variants as inner hits', async () => {
      const answer = await engine.search(PRODUCTS, byKey('exemplamox-fr', ''));
      expect(idsOf(answer)).toEqual([4711]);
      const hit = answer.body.hits.hits[0];
      expect(hit?._index).toBe(`${engine.alias(PRODUCTS)}-1`);
      expect(variantsOf(hit)?.hits.map(({ _id }) => _id)).toEqual(['4711', '4713', '4712']);
      expect(hit?.fields?.['characteristics_vector']).toEqual(
        engine.hasVectors ? [1, 0, 0, 0] : undefined,
      );
      expect(hit?._source).not.toHaveProperty('characteristics_vector');
      expect(answer.body.hits).not.toHaveProperty('total');
    });

    it('PROD-01 a SKU selects its variant, with any letter case and punctuation', async () => {
      const answer = await engine.search(PRODUCTS, byKey('exemplamox-fr', 'exm 500/20'));
      expect(idsOf(answer)).toEqual([4712]);
    });

    it('PROD-01 an old product key finds the product with its new key', async () => {
      const answer = await engine.search(PRODUCTS, byKey('exemplamox-ancien', ''));
      expect(answer.body.hits.hits[0]?._source?.['url_key']).toBe('exemplamox-fr');
    });

    it('PROD-01 selecting a value of one variant axis narrows the values of the others', async () => {
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

    it('SRCH-01 a product group returns at most 100 of its 101 variants, and the last on the next page', async () => {
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

    it.skipIf(kind.real)(
      'SRCH-01 a search that requests more than 100 inner hits is rejected',
      async () => {
        const inner = { ...VARIANTS.inner_hits, size: 101 };
        const answer = await engine.search<ErrorAnswer>(PRODUCTS, {
          collapse: { ...VARIANTS, inner_hits: inner },
        });
        expect(answer.status).toBe(400);
        expect(answer.body.error.root_cause[0]?.type).toBe('illegal_argument_exception');
      },
    );

    it('PROD-01 similar products are sorted by cosine similarity, and products without vectors come last or never', async () => {
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
}
