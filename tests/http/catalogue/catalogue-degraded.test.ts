import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../sandbox/search/http/faults';
import { isOrdinary, productsAreIndexed, sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

let shop: TestShop;
let vet: Visitor;
/** Milliseconds that the shop's clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  shop = await startTestShop({ products: 200, clock });
  await productsAreIndexed(shop, 'fr', 'nl', 'en');
  vet = await shop.customer('vet@demo.example');
});
afterEach(() => shop.sandbox.search.faults.clear());
afterAll(() => shop.stop());

/** The message about unavailable search, by language. */
const illness = {
  fr: 'La recherche ne répond pas',
  nl: 'De zoekfunctie antwoordt niet',
  en: 'The search is not answering',
} as const;
const locales = ['fr', 'nl', 'en'] as const;

describe('the catalogue when the search engine fails', () => {
  it.each([
    ['are missing from the answer', { withoutAggregations: true }],
    ['do not come in time, as in an index just rebuilt', { delayMs: 30_000 }],
    ['are refused', { status: 503 }],
  ])(
    'P-43 when the counts %s, hits are shown without filters and the page says so',
    async (_case, fault) => {
      shop.sandbox.search.faults.set({ match: { path: '/products_fr_be/_search' }, ...fault });
      const page = await vet.get('/fr/search?q=chien');
      expect(page.status).toBe(200);
      expect(page.dom.querySelectorAll('.row').length).toBe(30);
      expect(page.dom.querySelectorAll('.facet').length).toBe(0);
      expect(page.words()).toContain('Les filtres ne sont pas disponibles');
    },
  );

  it.each([
    ['fr', 'peut-être incomplets', { failedShards: 1 }],
    ['nl', 'misschien onvolledig', { failedShards: 1 }],
    ['en', 'may be incomplete', { failedShards: 1 }],
    ['fr', 'peut-être incomplets', { timedOut: true }],
  ] as const)(
    'P-43 /%s says "%s" when the search response has the fault %o, shows the partial result and logs it',
    async (locale, words, fault) => {
      const known = shop.logs.length;
      shop.sandbox.search.faults.set(fault);
      const page = await vet.get(`/${locale}/search`);
      expect(page.status).toBe(200);
      expect(page.words()).toContain(words);
      expect(page.dom.querySelectorAll('.row').length).toBe(30);
      expect(
        shop.logs.slice(known).filter((line) => line['event'] === 'search.incomplete'),
      ).not.toEqual([]);
    },
  );

  it.each([
    ['fr', 'ne peut pas joindre la recherche'],
    ['nl', 'zoekfunctie nu niet bereiken'],
    ['en', 'cannot reach the search'],
  ] as const)(
    'P-15 /%s: a 403 of the search engine is shown as a fault instead of "nothing found", and ends no session',
    async (locale, words) => {
      shop.sandbox.search.faults.set({ match: { path: '_msearch' }, status: 403 });
      const page = await vet.get(`/${locale}/search?q=chien`);
      expect(page.status).toBe(200);
      expect(page.words()).toContain(words);
      expect(page.words()).not.toMatch(/Aucun produit|Geen product|No products/);
      shop.sandbox.search.faults.clear();
      expect((await vet.get('/fr/vetgroup')).url.pathname).toBe('/fr/vetgroup');
    },
  );

  it('P-43 while the search engine is down, lists and products answer 503 in the shop’s layout, never 404; autocomplete stays empty', async () => {
    const product = sampleProduct(shop, isOrdinary);
    shop.sandbox.search.faults.set({ status: 503 });
    for (const path of [
      '/fr/search',
      `/fr/p/${product.url_key}`,
      '/fr/c/medicaments',
      '/fr/promotions',
      `/fr/${product.url_key}`,
    ]) {
      const page = await vet.get(path);
      expect(page.status, path).toBe(503);
      expect(page.dom.querySelector('header.top'), path).not.toBeNull();
    }
    const suggestions = await vet.get('/fr/autocomplete?q=chien');
    expect([suggestions.status, suggestions.text]).toEqual([200, '']);
  });
});

describe('each kind of search failure', () => {
  const faults: readonly [string, FaultRule][] = [
    ['401', { status: 401 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['a page instead of JSON', { html: true }],
    ['a connection that breaks', { drop: true }],
    ['an answer that does not come', { delayMs: 6_000 }],
  ];
  afterEach(async () => {
    // Restart before each fault, so that the circuit breaker is closed and does not answer in its place.
    await shop.restart();
  });

  it.each(faults)(
    'P-43 for the search failure "%s" the page says in every language that search is down, and the customer stays signed in',
    async (_name, fault) => {
      for (const locale of locales) {
        shop.sandbox.search.faults.set(fault);
        const page = await vet.get(`/${locale}/search?q=chien`);
        expect(page.status, locale).toBe(503);
        expect(page.words(), locale).toContain(illness[locale]);
        expect(page.dom.querySelector('.ref')?.text).toMatch(/\w{6,}/);
        // The page links to what works without search.
        expect(page.text).toContain(`/${locale}/quick-order`);
      }
      shop.sandbox.search.faults.clear();
      expect((await vet.get('/fr/vetgroup', { follow: false })).status).not.toBe(302);
    },
  );

  it('DEG-01 categories and known products are served from the stale cache', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const before = await vet.get(`/fr/p/${product.url_key}`);
    expect(before.status).toBe(200);
    expect((await vet.get('/fr/c/medicaments')).status).toBe(200);
    aheadMs += 3_600_000;
    shop.sandbox.search.faults.set({ status: 503 });
    const after = await vet.get(`/fr/p/${product.url_key}`);
    expect(after.status).toBe(200);
    expect(after.words('h1')).toBe(before.words('h1'));
    expect(after.words('.buy .net')).toBe(before.words('.buy .net'));
    const list = await vet.get('/fr/c/medicaments');
    expect(list.status).toBe(503);
    for (const page of [after, list]) {
      expect(page.dom.querySelector('a[href="/fr/c/medicaments"]')).not.toBeNull();
    }
    const cart = await vet.get('/fr/cart');
    expect(cart.status).toBe(200);
  });

  it('DEG-01 a missing index disables search in its own language only', async () => {
    const engine = shop.sandbox.settings['SEARCH_URL'] ?? '';
    const mapping = await fetch(`${engine}/products_nl_be/_mapping`);
    const [name] = Object.keys((await mapping.json()) as Record<string, unknown>);
    expect((await fetch(`${engine}/${name ?? ''}`, { method: 'DELETE' })).status).toBe(200);
    const missing = await vet.get('/nl/search');
    expect(missing.status).toBe(503);
    expect(missing.words()).toContain(illness.nl);
    expect((await vet.get('/fr/search')).status).toBe(200);
    expect(
      shop.logs.some(
        (line) =>
          line['event'] === 'search.part_failed' &&
          String(line['error']).includes('index_not_found'),
      ),
    ).toBe(true);
  });
});
