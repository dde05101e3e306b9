/**
 * Filters, windows and facets (contract/search.md 2.6, 3.2 and 3.19 to 3.22) on every engine at hand. What is
 * expected is counted from the fixture's documents themselves.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productDocuments, type ProductDocument } from '../support/search-fixture/documents';
import {
  engines,
  idsOf,
  LoadedEngine,
  LOADING_MS,
  type Aggregated,
  type Bucket,
  type ErrorAnswer,
} from '../support/search-fixture/engine';
import { MONTH_END, TODAY } from '../support/search-fixture/days';

const DOCUMENTS = productDocuments('fr');
const PRODUCTS = 'products_fr_be';

const notActive = (path: string) => [
  { range: { [`${path}.date_start`]: { gt: TODAY } } },
  { range: { [`${path}.date_end`]: { lt: TODAY } } },
];
const nested = (path: string, query: unknown) => ({
  nested: { path, ignore_unmapped: true, query },
});
const offer = (path: string, amount: string) =>
  nested(path, {
    bool: {
      filter: [{ range: { [`${path}.${amount}`]: { gt: 0 } } }],
      must_not: notActive(path),
    },
  });
const PROMO = {
  bool: {
    minimum_should_match: 1,
    should: [
      offer('supplier_discount', 'discount_sale'),
      offer('supplier_discount_vet', 'discount_sale'),
      offer('supplier_promotion', 'ratio_promotional_product'),
      offer('supplier_promotion_vet', 'ratio_promotional_product'),
    ],
  },
};
const STOCK = {
  bool: {
    minimum_should_match: 1,
    should: [
      { terms: { 'stock.global.state': ['in_stock', 'in_limited_stock'] } },
      {
        bool: {
          filter: [{ range: { 'stock.global.qty': { gt: 0 } } }],
          must_not: [{ exists: { field: 'stock.global.state' } }],
        },
      },
    ],
  },
};
const ruleClause = (ids: number[]) =>
  nested('loyalty_rules', {
    bool: {
      filter: [
        { terms: { 'loyalty_rules.id': ids } },
        { range: { 'loyalty_rules.time_frame': { gte: TODAY, lte: TODAY } } },
      ],
    },
  });
const option = (path: string, ids: number[]) => nested(path, { terms: { [`${path}.id`]: ids } });

function hasOption(document: ProductDocument, path: string, id: number): boolean {
  const options = document[path];
  return Array.isArray(options) && options.some((entry: { id: number }) => entry.id === id);
}

function isStocked(document: ProductDocument): boolean {
  const { global } = document['stock'] as { global?: { state?: string; qty?: number } };
  if (global?.state !== undefined) return ['in_stock', 'in_limited_stock'].includes(global.state);
  return (global?.qty ?? 0) > 0;
}

function groupsWhere(keep: (document: ProductDocument) => boolean): number {
  return new Set(DOCUMENTS.filter(keep).map(({ url_key }) => url_key)).size;
}

function inner(aggregated: Aggregated | undefined, ...path: string[]): Aggregated {
  return path.reduce<Aggregated>((at, name) => at[name] as Aggregated, aggregated ?? {});
}

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'filters');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    const keysOf = async (filter: unknown): Promise<string[]> => {
      const answer = await engine.search(PRODUCTS, {
        size: 100,
        query: { bool: { filter: [filter] } },
        collapse: { field: 'url_key' },
        sort: [{ id: { order: 'asc' } }],
        _source: ['url_key'],
      });
      expect(answer.status).toBe(200);
      return answer.body.hits.hits.map(({ _source }) =>
        String(_source?.['url_key']).replace(/-fr$/, ''),
      );
    };

    it('PROM-01 promotions are those that run today, whoever they are for', async () => {
      expect(await keysOf(PROMO)).toEqual([
        'exemplamox',
        'remise-permanente',
        'remise-jour',
        'remise-veto',
        'gratuit-veto',
      ]);
    });

    it('PROM-01 ending this month leaves out offers without an end', async () => {
      const ending = (path: string) =>
        nested(path, {
          bool: {
            filter: [
              { range: { [`${path}.discount_sale`]: { gt: 0 } } },
              { range: { [`${path}.date_end`]: { gte: TODAY, lte: MONTH_END } } },
            ],
            must_not: [{ range: { [`${path}.date_start`]: { gt: TODAY } } }],
          },
        });
      const both = ['supplier_discount', 'supplier_discount_vet'].map(ending);
      expect(await keysOf({ bool: { minimum_should_match: 1, should: both } })).toEqual([
        'exemplamox',
        'remise-jour',
        'remise-veto',
      ]);
    });

    it('PROM-01 an offer counts as a whole: a running one of zero beside an expired one is none', async () => {
      expect(await keysOf(PROMO)).not.toContain('remise-croisee');
    });

    it('SRCH-01 in stock is a state, or a quantity where there is no state', async () => {
      const keys = await keysOf(STOCK);
      expect(keys).toContain('stock-limite');
      expect(keys).toContain('stock-quantite-seule');
      for (const out of ['reappro', 'fournisseur', 'zero-seul', 'inconnu']) {
        expect(keys).not.toContain(`stock-${out}`);
      }
      expect(keys).toHaveLength(groupsWhere(isStocked));
    });

    it('SRCH-05 a loyalty rule without a time frame, or of another day, does not hold', async () => {
      expect(await keysOf(ruleClause([31, 32]))).toEqual(['exemplamox', 'fidelite-ouverte']);
    });

    it('SRCH-05 veterinary groups and year-end rebates filter by their ids', async () => {
      const groupClause = nested('veterinary_groups', {
        terms: { 'veterinary_groups.id': [4, 9] },
      });
      const rebate = nested('loyalty_rules', {
        bool: {
          filter: [
            { terms: { 'loyalty_rules.program_id': [7] } },
            { range: { 'loyalty_rules.time_frame': { gte: TODAY, lte: TODAY } } },
          ],
        },
      });
      expect(await keysOf(groupClause)).toEqual(['exemplamox']);
      expect(await keysOf(rebate)).toEqual(['exemplamox', 'fidelite-autre']);
    });

    it('CAT-01 a category holds the products of everything below it', async () => {
      const category = (id: number) => nested('categories', { term: { 'categories.id': id } });
      const medicines = await keysOf(category(3));
      expect(medicines).toHaveLength(groupsWhere((doc) => hasOption(doc, 'categories', 3)));
      expect(await keysOf(category(311))).toEqual([
        'exemplamox',
        'amoxi-chien',
        'amoxi-chien-fort',
        'doxamyl',
      ]);
    });

    const selected = { species: option('species_option_ids', [11]), stock: STOCK };
    const optionFacet = (path: string, others: unknown[]) => ({
      filter: { bool: { filter: others } },
      aggs: {
        nested: {
          nested: { path },
          aggs: {
            values: {
              terms: {
                field: `${path}.id`,
                size: 100,
                order: [{ _count: 'desc' }, { _key: 'asc' }],
              },
              aggs: {
                label: { terms: { field: `${path}.name.keyword`, size: 1 } },
                products: {
                  reverse_nested: {},
                  aggs: { groups: { cardinality: { field: 'url_key' } } },
                },
              },
            },
          },
        },
      },
    });

    it('SRCH-01 a facet counts with all other filters, but not with its own', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 0,
        query: { match_all: {} },
        post_filter: { bool: { filter: [selected.species, selected.stock] } },
        aggs: {
          total: {
            filter: { bool: { filter: [selected.species, selected.stock] } },
            aggs: { groups: { cardinality: { field: 'url_key', precision_threshold: 40000 } } },
          },
          species: optionFacet('species_option_ids', [selected.stock]),
          brand: {
            filter: { bool: { filter: [selected.species, selected.stock] } },
            aggs: {
              values: {
                terms: { field: 'brand.id', size: 100 },
                aggs: {
                  label: { terms: { field: 'brand.name.keyword', size: 1 } },
                  groups: { cardinality: { field: 'url_key' } },
                },
              },
            },
          },
        },
      });
      const { aggregations, hits } = answer.body;
      const isDog = (document: ProductDocument) => hasOption(document, 'species_option_ids', 11);
      const both = (document: ProductDocument) => isDog(document) && isStocked(document);
      expect(hits.total?.value).toBe(DOCUMENTS.filter(both).length);
      expect(inner(aggregations['total'], 'groups').value).toBe(groupsWhere(both));
      const buckets = inner(aggregations['species'], 'nested', 'values').buckets ?? [];
      expect(buckets.map(({ key }) => key)).toEqual([11, 12, 13, 14]);
      for (const bucket of buckets) {
        const has = (document: ProductDocument) =>
          isStocked(document) && hasOption(document, 'species_option_ids', Number(bucket.key));
        expect(bucket.products?.groups.value).toBe(groupsWhere(has));
        expect(bucket.products?.doc_count).toBe(DOCUMENTS.filter(has).length);
      }
      expect(buckets[0]?.label?.buckets.map(({ key }) => key)).toEqual(['Chien']);
      const brands: Bucket[] = inner(aggregations['brand'], 'values').buckets ?? [];
      expect(brands.map(({ label }) => label?.buckets[0]?.key)).toEqual([
        'Polderlab',
        'Exemplavet',
      ]);
    });

    it('SRCH-01 every language labels the same options with the same counts', async () => {
      const facet = async (products: string) => {
        const answer = await engine.search(products, {
          size: 0,
          aggs: { species: optionFacet('species_option_ids', []) },
        });
        return inner(answer.body.aggregations['species'], 'nested', 'values').buckets ?? [];
      };
      const [french, dutch, english] = await Promise.all(
        ['products_fr_be', 'products_nl_be', 'products_en_us'].map(facet),
      );
      const counts = (buckets: Bucket[] = []) =>
        buckets.map(({ key, doc_count }) => [key, doc_count]);
      const labels = (buckets: Bucket[] = []) => buckets.map(({ label }) => label?.buckets[0]?.key);
      expect(counts(dutch)).toEqual(counts(french));
      expect(counts(english)).toEqual(counts(french));
      expect(labels(french)).toEqual(['Chien', 'Chat', 'Cheval', 'Bovin']);
      expect(labels(dutch)).toEqual(['Hond', 'Kat', 'Paard', 'Rund']);
    });

    it('SRCH-05 the loyalty facet counts only rules of the customer that hold today', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 0,
        aggs: {
          nested: {
            nested: { path: 'loyalty_rules' },
            aggs: {
              mine: {
                filter: {
                  bool: {
                    filter: [
                      { terms: { 'loyalty_rules.id': [31, 32] } },
                      { range: { 'loyalty_rules.time_frame': { gte: TODAY, lte: TODAY } } },
                    ],
                  },
                },
                aggs: {
                  values: {
                    terms: { field: 'loyalty_rules.id', size: 100, order: { _key: 'asc' } },
                    aggs: {
                      products: {
                        reverse_nested: {},
                        aggs: { groups: { cardinality: { field: 'url_key' } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      });
      const buckets = inner(answer.body.aggregations['nested'], 'mine', 'values').buckets ?? [];
      expect(buckets.map(({ key, products }) => [key, products?.groups.value])).toEqual([
        [31, 1],
        [32, 1],
      ]);
    });

    it('SRCH-01 an unmapped field filters nothing out and counts nothing, an unmapped path is skipped', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 0,
        track_total_hits: true,
        query: {
          bool: { should: [{ term: { unknown: 1 } }, nested('unknown', { match_all: {} })] },
        },
        aggs: { empty: { terms: { field: 'unknown' } } },
      });
      expect(answer.body.hits.total?.value).toBe(0);
      expect(answer.body.aggregations['empty']?.buckets).toEqual([]);
      const refused = await engine.search<ErrorAnswer>(PRODUCTS, {
        query: { nested: { path: 'unknown', query: { match_all: {} } } },
      });
      expect(refused.status).toBe(400);
    });

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

    it('CAT-01 of a category only what a list needs is sent', async () => {
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

    it('CAT-01 a bare key says by its index what it is', async () => {
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

    it('HOME-01 banners and advertisements show from their first to their last day', async () => {
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

    it('LOY-01 a program needs both ends of its time frame', async () => {
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
