import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isOrdinary, sampleProduct } from '../support/catalogue-world';
import { startTestShop, type TestShop } from '../support/shop';
import type { Visitor } from '../support/visitor';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 200 });
  vet = await shop.customer('vet@demo.example');
});
afterEach(() => shop.sandbox.search.faults.clear());
afterAll(() => shop.stop());

describe('a catalogue whose search engine is ill', () => {
  it('P-43 without counts the hits are shown without filters', async () => {
    shop.sandbox.search.faults.set({ match: { path: '_msearch' }, withoutAggregations: true });
    const page = await vet.get('/fr/search');
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('.row').length).toBe(30);
    expect(page.dom.querySelector('.facet')).toBeNull();
  });

  it('P-43 failed shards and time that ran out are told, not hidden', async () => {
    shop.sandbox.search.faults.set({ failedShards: 1 });
    const page = await vet.get('/fr/search');
    expect(page.status).toBe(200);
    expect(page.words()).toContain('peut-être incomplets');
    expect(shop.logs.some((line) => line['event'] === 'search.incomplete')).toBe(true);
  });

  it('P-15 a refusal by the search engine is an empty list, not a sign-out', async () => {
    shop.sandbox.search.faults.set({ match: { path: '_msearch' }, status: 403 });
    const page = await vet.get('/fr/search?q=chien');
    expect(page.status).toBe(200);
    expect(page.words()).toContain('Aucun produit');
    shop.sandbox.search.faults.clear();
    expect((await vet.get('/fr/vetgroup')).url.pathname).toBe('/fr/vetgroup');
  });

  it('P-43 lists and products answer 503 in the shop’s frame, never 404; suggestions are silent', async () => {
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
