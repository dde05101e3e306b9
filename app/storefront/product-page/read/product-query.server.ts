/** Request bodies of the product page (contract/search.md 3.6 and 3.16). */
import { underKey } from '~/catalogue/products/keys/key-clause.server';
import { cardFields } from '~/catalogue/products/wire/card-wire.server';

const variantOrder = [
  { main: { order: 'desc' } },
  { 'sku.keyword': { order: 'asc', unmapped_type: 'keyword' } },
];
const variantFields = ['sku', 'main', 'variant_attributes'];

/**
 * Finds a product by its current or an old key; `sku` selects the variant, else the main variant is shown. The scores
 * of the two keys are constants.
 */
export const productBody = (key: string, sku: string | null) => ({
  size: 1,
  timeout: '1500ms',
  track_total_hits: false,
  _source: { excludes: ['net_prices', 'characteristics_vector', 'description_vector'] },
  fields: ['characteristics_vector', 'description_vector'],
  query: {
    bool: {
      must: [underKey(key)],
      should: [
        ...(sku
          ? [{ constant_score: { filter: { term: { 'sku.keyword': sku } }, boost: 1 } }]
          : []),
        { constant_score: { filter: { term: { main: true } }, boost: 0.5 } },
      ],
    },
  },
  collapse: {
    field: 'url_key',
    inner_hits: { name: 'variants', size: 100, sort: variantOrder, _source: variantFields },
    max_concurrent_group_searches: 4,
  },
  sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
});

/** Requests the variants beyond the hundred that inner hits can return. */
export const moreVariantsBody = (urlKey: string, count: number) => ({
  from: 100,
  size: Math.min(count, 900),
  timeout: '1500ms',
  track_total_hits: false,
  _source: variantFields,
  query: { term: { url_key: urlKey } },
  sort: variantOrder,
});

export interface Vectors {
  characteristics: readonly number[] | null;
  description: readonly number[] | null;
}

/**
 * Sources of the scoring scripts for similar products. They are constant, so that the engine compiles each only once.
 * The added weights keep the score from being negative. The size tests avoid the error for a missing vector.
 */
const bothSource =
  "double s = params.wc + params.wd; if (doc['characteristics_vector'].size() > 0) { s += params.wc * cosineSimilarity(params.c, 'characteristics_vector'); } if (doc['description_vector'].size() > 0) { s += params.wd * cosineSimilarity(params.d, 'description_vector'); } return s;";
const oneSource = (field: string) =>
  `double s = params.w; if (doc['${field}'].size() > 0) { s += params.w * cosineSimilarity(params.v, '${field}'); } return s;`;

function scriptOf({ characteristics, description }: Vectors) {
  if (characteristics && description) {
    const params = { wc: 0.5, wd: 0.5, c: characteristics, d: description };
    return { lang: 'painless', source: bothSource, params };
  }
  const field = characteristics ? 'characteristics_vector' : 'description_vector';
  const params = { w: 1, v: characteristics ?? description ?? [] };
  return { lang: 'painless', source: oneSource(field), params };
}

/** Products with the nearest vectors, one per group, without the group of this product. */
export const similarBody = (urlKey: string, vectors: Vectors) => ({
  size: 12,
  timeout: '1500ms',
  track_total_hits: false,
  _source: cardFields,
  query: {
    script_score: {
      query: {
        bool: {
          filter: [
            { term: { main: true } },
            {
              bool: {
                minimum_should_match: 1,
                should: [
                  { exists: { field: 'characteristics_vector' } },
                  { exists: { field: 'description_vector' } },
                ],
              },
            },
          ],
          must_not: [{ term: { url_key: urlKey } }],
        },
      },
      script: scriptOf(vectors),
    },
  },
  collapse: { field: 'url_key' },
});
