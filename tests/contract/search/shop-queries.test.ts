/**
 * The shop's own searches on every available engine: accepted completely, with the same products, counts and orders.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBareKey } from '~/catalogue/products/keys/bare-key.server';
import { findCards } from '~/catalogue/products/cards.server';
import { findCategory } from '~/catalogue/products/category/category.server';
import { findProduct, viewProduct } from '~/storefront/product-page/read/product.server';
import { findRelatedProducts } from '~/storefront/product-page/read/related-products.server';
import { findAddresses, findPages } from '~/catalogue/products/keys/sitemap.server';
import { loadAnnouncements } from '~/content/articles/announcements.server';
import { loadNavigation } from '~/storefront/layout/navigation.server';
import { findSpecials } from '~/storefront/home/specials.server';
import { findSuggestions } from '~/storefront/search/typing/autocomplete.server';
import { parseCriteria, sortKeys } from '~/storefront/search/criteria';
import { findExactProduct } from '~/storefront/search/text/exact-code.server';
import type { Listing } from '~/storefront/search/listing';
import { findListing } from '~/storefront/search/listing.server';
import { helpForNoHits } from '~/storefront/search/text/no-hits.server';
import type { PageRequest } from '~/base/page/page';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';
import { openVisitorShop, type VisitorShop } from '../../support/elasticsearch/visitor-page';

const kinds = engines();
interface Opened {
  name: string;
  hasSimilar: boolean;
  shop: VisitorShop;
  loaded: LoadedEngine;
}
const shops: Opened[] = [];

beforeAll(async () => {
  for (const kind of kinds) {
    const loaded = await LoadedEngine.start(kind, 'shop');
    const { name, scripts } = kind;
    const hasSimilar = scripts && loaded.hasVectors;
    shops.push({ name, hasSimilar, shop: openVisitorShop(loaded), loaded });
  }
}, LOADING_MS * 2);
afterAll(async () => {
  for (const { shop, loaded } of shops) {
    await shop.close();
    await loaded.stop();
  }
});

/**
 * Runs `ask` on every engine, expects that the shop has left out no part of the page, and returns the result that all
 * engines share.
 */
async function same<T>(path: string, ask: (page: PageRequest) => Promise<T>): Promise<T> {
  const answers: T[] = [];
  for (const { name, shop } of shops) {
    const known = shop.warnings.length;
    answers.push(await ask(shop.page(path)));
    expect(shop.warnings.slice(known), name).toEqual([]);
  }
  const [first, ...others] = answers;
  if (first === undefined) throw new Error('there is no engine');
  for (const other of others) expect(other).toEqual(first);
  return first;
}

const namesFor = async (page: PageRequest, text: string) => (await helpForNoHits(page, text)).names;

const listing = (page: PageRequest) =>
  findListing(page, { filter: [], defaultSort: 'relevance' }, parseCriteria(page.url.searchParams));

/** OpenSearch has no vectors; the rest of a product is the same on every engine. */
async function findWithoutVectors(...asked: Parameters<typeof findProduct>) {
  const found = await findProduct(...asked);
  return found && { ...found, vectors: { characteristics: null, description: null } };
}

/**
 * Scores order the hits almost, not exactly, the same on all engines: for a text search, compare the set of products
 * and the first one.
 */
function inNoOrder(found: Listing) {
  return { ...found, cards: found.cards.map(({ urlKey }) => urlKey).sort(), spellings: [] };
}

describe(kinds.map(({ name }) => name).join(' and '), () => {
  it.each(sortKeys)(
    'SRCH-01 all products sorted by %s, with every filter, are the same on each engine',
    async (sort) => {
      const found = await same(`/fr/search?sort=${sort}&per_page=90`, listing);
      expect(found.cards.length).toBeGreaterThan(30);
      expect(found.facets?.map(({ key }) => key)).toContain('species');
      expect(found.incomplete).toBe(false);
    },
  );

  it.each([
    'species=11',
    'species=11&species=12&in_stock=1',
    'brand=12&promotion=1',
    'promotion_ending=1',
    'order_mode=direct_sale&active_principle=901',
    'manufacturer=88&indication=71',
    'supplier=501&all=brand',
  ])('SRCH-01 the filters %s find the same products and counts on each engine', async (filters) => {
    const found = await same(`/fr/search?sort=name_asc&${filters}`, listing);
    expect(found.total).toBeGreaterThan(0);
    expect(found.selected.length).toBeGreaterThan(0);
  });

  it.each([
    ['/fr/search?q=amoxicilline', 'as it stands'],
    ['/fr/search?q=amoxicilline+chien', 'two words of different fields'],
    ['/nl/search?q=amoxicilline+hond', 'Dutch'],
    ['/en/search?q=amoxicillin+dog', 'English'],
    ['/fr/search?q=amoxicilline&species=11', 'text and filter'],
    ['/fr/search?q=amoxi+chien', 'a word cut short'],
    ['/nl/search?q=amoxicilline+chien', 'a foreign word'],
    ['/fr/search?q=amoxicyline', 'a wrong letter'],
    ['/fr/search?q=exemplamox+250mg', 'a figure joined to its unit'],
    ['/fr/search?q=EXM500', 'a code that is not finished'],
  ])('SRCH-01 the search %s (%s) finds the same products on each engine', async (path) => {
    const found = await same(path, async (page) => inNoOrder(await listing(page)));
    expect(found.total).toBeGreaterThan(0);
    expect(found.facets).not.toBeNull();
  });

  it('SRCH-01 a text without matches finds nothing on any engine', async () => {
    const found = await same('/fr/search?q=zzzqqqxxx', async (page) =>
      inNoOrder(await listing(page)),
    );
    expect(found.total).toBe(0);
  });

  it('SRCH-02 a text without matches returns products with similar names', async () => {
    const cards = await same('/fr/search?q=etoila', (page) => namesFor(page, 'etoila'));
    expect(cards.map(({ name }) => name)).toEqual(['Étoile de foin']);
  });

  it.each(['exemplamix', 'prednisone 5 mg', 'doxamil', 'gants 5 mg', 'pentobarbital'])(
    'SRCH-02 "%s" returns no name that could be another medicine',
    async (text) => {
      expect(await same('/fr/search', (page) => namesFor(page, text))).toEqual([]);
    },
  );

  it.each(['EXM250-20', 'exm 250 20', '5400000047119', '5400 0000 4711 9', '1234567', 'V-250'])(
    'SRCH-03 the code %s finds its product’s URL',
    async (code) => {
      const address = await same('/fr/search', (page) => findExactProduct(page, code));
      expect(address).toContain('EXM250-20');
    },
  );

  it.each(['exempla', 'antib', 'EXM25', 'exemplamix'])(
    'SRCH-04 "%s" suggests the same products and categories on each engine',
    async (text) => {
      const found = await same('/fr/autocomplete', async (page) => {
        const { products, categories, correctedText } = await findSuggestions(page, text);
        const keys = products.map(({ urlKey }) => urlKey).sort();
        return { keys, categories: categories.map(({ urlKey }) => urlKey).sort(), correctedText };
      });
      expect(found.keys.length + found.categories.length).toBeGreaterThan(0);
    },
  );

  it('PROD-01 a product is the same by its key, by an old key and with a chosen variant', async () => {
    const current = await same('/fr/p/exemplamox-fr', (page) =>
      findWithoutVectors(page, 'exemplamox-fr', 'EXM500-20'),
    );
    if (!current) throw new Error('the product is not there');
    expect(current.wire.sku).toBe('EXM500-20');
    const leadsTo = current.shared.axes.flatMap(({ values }) => values.map(({ sku }) => sku));
    expect(new Set(leadsTo)).toEqual(new Set(['EXM250-20', 'EXM500-20', 'EXM500-100']));
    // Data that are the same for all visitors are computed once per document.
    const page = shops[0]?.shop.page('/fr/p/exemplamox-fr');
    if (!page) throw new Error('there is no engine');
    const views = [await viewProduct(page, current), await viewProduct(page, current)] as const;
    expect(views[1].axes).toBe(views[0].axes);
    const old = await same('/fr/p/exemplamox-ancien', (page) =>
      findWithoutVectors(page, 'exemplamox-ancien', null),
    );
    expect(old?.urlKey).toBe('exemplamox-fr');
    expect(
      await same('/fr/exemplamox-ancien', (page) => findBareKey(page, 'exemplamox-ancien')),
    ).toContain('exemplamox-fr');
  });

  it('PROD-01 similar products are returned if the engine can compute them; otherwise the page works without them', async () => {
    for (const { shop, hasSimilar, name } of shops) {
      const page = shop.page('/fr/p/exemplamox-fr');
      const found = await findProduct(page, 'exemplamox-fr', null);
      if (!found) throw new Error(`${name} does not know the product`);
      const { similar } = await findRelatedProducts(page, found);
      if (hasSimilar) expect(similar.length, name).toBeGreaterThan(0);
      else expect(similar, name).toEqual([]);
    }
  });

  it('CART-01 cart lines find their product cards by id', async () => {
    const cards = await same('/fr/cart', (page) => findCards(page, [4711, 4712, 999_999]));
    expect([...cards.keys()].sort()).toEqual([4711, 4712]);
  });

  it('CAT-01 a category, its path and the category tree are the same on each engine', async () => {
    const category = await same('/fr/c/medicaments', (page) => findCategory(page, 'medicaments'));
    expect(category?.name).toBe('Médicaments');
    expect(await same('/fr', loadNavigation)).not.toEqual([]);
  });

  it('CMS-03 today’s banners and advertisements are the same on each engine', async () => {
    const found = await same('/fr', loadAnnouncements);
    expect(Object.values(found).flat()).not.toEqual([]);
  });

  it('PROM-01 today’s special offers are in the sequence of their offers', async () => {
    const offers = await same('/fr', (page) => findSpecials(page, 6));
    expect(offers.length).toBeGreaterThan(0);
  });

  it('CMS-08 the sitemap contains all URLs of products and categories', async () => {
    const addresses = await same('/fr/sitemap.xml', async ({ context }) => {
      const pages = await findPages(context);
      return Promise.all(pages.map((page) => findAddresses(context, page)));
    });
    expect(addresses.flat().length).toBeGreaterThan(60);
  });
});
