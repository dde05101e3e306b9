/**
 * An index of an ERP that fills fewer fields than the contract names: lists work, and what needs other fields is
 * absent.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCategory } from '~/catalogue/products/category/category.server';
import { findProduct } from '~/storefront/product-page/read/product.server';
import { findSpecials } from '~/storefront/home/specials.server';
import { parseCriteria, sortKeys } from '~/storefront/search/criteria';
import { facetKeys } from '~/storefront/search/facets/facet-list';
import { findListing } from '~/storefront/search/listing.server';
import { promotionNow, specialNow } from '~/storefront/search/query/clauses.server';
import { bySpecialSequence } from '~/storefront/search/query/sort.server';
import type { PageRequest } from '~/base/page/page';
import type { Day } from '~/base/kernel/day';
import { isObject } from '../../../sandbox/search/json';
import { openVisitorShop, type VisitorShop } from '../../support/elasticsearch/visitor-page';
import { TODAY } from '../../support/search-fixture/days';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';
import type { FixtureIndex } from '../../support/search-fixture/fixture';

const today = TODAY as Day;
const KEPT = new Set([
  'id',
  'main',
  'url_key',
  'redirect_url_key',
  'name',
  'short_name',
  'sku',
  'search_text',
  'codes',
  'brand',
  'categories',
  'stock',
  'species_option_ids',
  'price_by_pricelist',
]);

/** Products with a mapping of the basic fields only; the documents contain all fields. */
function lean(index: FixtureIndex): FixtureIndex {
  const { properties } = index.body.mappings;
  if (!index.alias.startsWith('products') || !isObject(properties)) return index;
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => KEPT.has(name)));
  return {
    ...index,
    body: { ...index.body, mappings: { ...index.body.mappings, properties: kept } },
  };
}

for (const kind of engines()) {
  describe(kind.name, () => {
    let loaded: LoadedEngine;
    let shop: VisitorShop;
    beforeAll(async () => {
      loaded = await LoadedEngine.start(kind, 'lean', lean);
      shop = openVisitorShop(loaded);
    }, LOADING_MS);
    afterAll(async () => {
      await shop.close();
      await loaded.stop();
    }, LOADING_MS);

    const list = (page: PageRequest, scope: Partial<Parameters<typeof findListing>[1]> = {}) =>
      findListing(
        page,
        { filter: [], defaultSort: 'relevance', ...scope },
        parseCriteria(page.url.searchParams),
      );

    it.each(sortKeys)(
      'P-43 the sort order %s works in an index without its fields',
      async (sort) => {
        const found = await list(shop.page(`/fr/search?sort=${sort}`));
        expect(found.total).toBeGreaterThan(30);
        expect(found.facets?.map(({ key }) => key)).toEqual(
          expect.arrayContaining(['species', 'brand', 'in_stock']),
        );
        expect(found.facets?.map(({ key }) => key)).not.toContain('active_principle');
      },
    );

    it.each(['amoxicilline', 'amoxi chien', 'zzzqqq', 'EXM250-20'])(
      'P-43 the text "%s" is searched in the fields that the index has',
      async (text) => {
        const found = await list(shop.page(`/fr/search?q=${encodeURIComponent(text)}`));
        expect(found.total > 0).toBe(text !== 'zzzqqq');
        expect(found.facets).not.toBeNull();
      },
    );

    it('P-43 a filter on a missing field finds nothing, and can be removed', async () => {
      for (const key of facetKeys) {
        const value = key === 'order_mode' ? 'direct_sale' : '1';
        const found = await list(shop.page(`/fr/search?${key}=${value}`));
        expect(found.incomplete, key).toBe(false);
        expect(found.facets, key).not.toBeNull();
      }
      expect((await list(shop.page('/fr/search?active_principle=901'))).total).toBe(0);
    });

    it('P-43 promotions and special offers are empty lists when the index lacks their fields', async () => {
      const promotions = await list(shop.page('/fr/promotions'), {
        filter: [promotionNow(today, { kind: 'hidden' })],
      });
      expect(promotions.total).toBe(0);
      const specials = await list(shop.page('/fr/promotions'), {
        filter: [specialNow(today)],
        order: bySpecialSequence(today),
      });
      expect(specials.total).toBe(0);
      expect(await findSpecials(shop.page('/fr'), 12)).toEqual([]);
    });

    it('P-43 product and category pages work with an index of the basic fields only', async () => {
      const product = await findProduct(shop.page('/fr/p/exemplamox-fr'), 'exemplamox-fr', null);
      expect(product?.urlKey).toBe('exemplamox-fr');
      const key = await firstCategory(loaded);
      expect(await findCategory(shop.page('/fr'), key)).not.toBeNull();
    });
  });
}

async function firstCategory(loaded: LoadedEngine): Promise<string> {
  const answer = await loaded.search('categories_fr_be', { size: 1, sort: [{ id: 'asc' }] });
  return String(answer.body.hits.hits[0]?._source?.['url_key']);
}
