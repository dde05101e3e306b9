/** Facets (contract/search.md 3.2) on every available engine; expected counts are computed from the documents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  groupsWhere,
  hasOption,
  isStocked,
  option,
  STOCK,
} from '../../support/search-fixture/clauses';
import { TODAY } from '../../support/search-fixture/days';
import { productDocuments, type ProductDocument } from '../../support/search-fixture/documents';
import {
  engines,
  LoadedEngine,
  LOADING_MS,
  type Aggregated,
  type Bucket,
} from '../../support/search-fixture/engine';

const DOCUMENTS = productDocuments('fr');
const PRODUCTS = 'products_fr_be';

function inner(aggregated: Aggregated | undefined, ...path: string[]): Aggregated {
  return path.reduce<Aggregated>((at, name) => at[name] as Aggregated, aggregated ?? {});
}

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'facets');
    }, LOADING_MS);
    afterAll(() => engine.stop());

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

    it('SRCH-01 the counts of a facet apply all filters except the facet’s own', async () => {
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

    it('SRCH-01 facets have the same options and counts in every language', async () => {
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

    it('SRCH-05 the loyalty facet counts only rules of this customer that are valid today', async () => {
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
  });
}
