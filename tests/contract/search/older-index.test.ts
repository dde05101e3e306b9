/**
 * During a rolling upgrade two versions of the shop use one index with the mapping of one of them (OPS-08): an index
 * that lacks fields of a newer shop, and one with fields that an older shop does not know.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findCards } from '~/catalogue/products/cards.server';
import { findCategory } from '~/catalogue/products/category/category.server';
import { findProduct } from '~/storefront/product-page/read/product.server';
import { findRelatedProducts } from '~/storefront/product-page/read/related-products.server';
import { findPages } from '~/catalogue/products/keys/sitemap.server';
import { loadNavigation } from '~/storefront/layout/navigation.server';
import { findSpecials } from '~/storefront/home/specials.server';
import { findSuggestions } from '~/storefront/search/typing/autocomplete.server';
import { parseCriteria, sortKeys } from '~/storefront/search/criteria';
import { findExactProduct } from '~/storefront/search/text/exact-code.server';
import { findListing } from '~/storefront/search/listing.server';
import type { PageRequest } from '~/base/page/page';
import { openVisitorShop } from '../../support/elasticsearch/visitor-page';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';
import type { FixtureIndex } from '../../support/search-fixture/fixture';

const Properties = z.record(z.string(), z.unknown());
const isProducts = ({ alias }: FixtureIndex): boolean => alias.startsWith('products');

/** Fields that every version of the shop needs; the doctor checks these and those for good results. */
const indispensable = ['id', 'url_key', 'main', 'name'];
const only = (whole: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => indispensable.includes(name)));

function changed(
  index: FixtureIndex,
  properties: (all: Record<string, unknown>) => Record<string, unknown>,
  document: (one: FixtureIndex['documents'][number]) => Record<string, unknown>,
): FixtureIndex {
  if (!isProducts(index)) return index;
  const { body, documents } = index;
  const mappings = {
    ...body.mappings,
    properties: properties(Properties.parse(body.mappings.properties)),
  };
  return {
    ...index,
    body: { ...body, mappings },
    documents: documents.map((one) => ({ ...document(one), id: one.id })),
  };
}

const older = (index: FixtureIndex): FixtureIndex => changed(index, only, only);
const newer = (index: FixtureIndex): FixtureIndex =>
  changed(
    index,
    (all) => ({
      ...all,
      withdrawal: { type: 'nested', properties: { days: { type: 'integer' } } },
      shelf_life: { type: 'keyword' },
    }),
    (one) => ({ ...one, withdrawal: [{ days: 3, of: { meat: 1 } }], shelf_life: ['a', 'b'] }),
  );

const list = (page: PageRequest) =>
  findListing(page, { filter: [], defaultSort: 'relevance' }, parseCriteria(page.url.searchParams));

/** Runs all searches that a visitor's pages need. Throws if a page would fail. */
async function everyPage(page: (path: string) => PageRequest): Promise<{ found: number }> {
  let found = 0;
  for (const sort of sortKeys) found += (await list(page(`/fr/search?sort=${sort}`))).cards.length;
  for (const query of [
    'q=exemplamox',
    'q=amoxicilline+chien',
    'q=EXM500',
    'in_stock=1&promotion=1',
  ])
    await list(page(`/fr/search?${query}`));
  const product = await findProduct(page('/fr/p/exemplamox-fr'), 'exemplamox-fr', null);
  if (!product) throw new Error('the product is not found');
  await findRelatedProducts(page('/fr/p/exemplamox-fr'), product);
  await findSuggestions(page('/fr'), 'exempla');
  await findCategory(page('/fr/c/medicaments'), 'medicaments');
  await loadNavigation(page('/fr'));
  await findSpecials(page('/fr'), 6);
  await findCards(page('/fr/cart'), [4711]);
  await findExactProduct(page('/fr/search'), 'EXM500-20');
  await findPages(page('/').context);
  return { found };
}

const opened: { close(): Promise<void>; stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const { close, stop } of opened) {
    await close();
    await stop();
  }
});

describe.each(engines())('two versions of the shop with one index, $name', (kind) => {
  it.each([
    ['lacks all that a newer shop asks for', 'older', older],
    ['has what an older shop does not know', 'newer', newer],
  ] as const)(
    'OPS-08 P-43 P-64 no page fails with an index that %s',
    async (_what, suite, change) => {
      const loaded = await LoadedEngine.start(kind, suite, change);
      const shop = openVisitorShop(loaded);
      opened.push({ close: () => shop.close(), stop: () => loaded.stop() });
      const { found } = await everyPage((path) => shop.page(path));
      expect(found).toBeGreaterThanOrEqual(30 * sortKeys.length);
      // A node without scripts computes no similar products, whatever its index contains.
      const told = shop.warnings.filter((line) => kind.scripts || !line.includes('similar'));
      expect(told).toEqual([]);
    },
    LOADING_MS * 2,
  );
});
