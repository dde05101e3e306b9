/** Filters by the customer's ordered products and wishlists: they come from the ERP, and never delay the results. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { productsAreIndexed } from '../../support/catalogue-world';
import { until } from '../../support/until';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf } from '../checkout/checkout-carts';
import { countAt } from '../../support/facets';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 400 });
  await productsAreIndexed(shop, 'fr');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const boxOf = (page: Page, key: string) => page.dom.querySelector(`.facet input[name=${key}]`);
/** Keys of the products that the links lead to. */
const keysOn = (page: Page, links: string): string[] =>
  page.dom.querySelectorAll(links).flatMap((link) => {
    const key = /\/p\/([^?#]+)/.exec(link.getAttribute('href') ?? '')?.[1];
    return key === undefined ? [] : [key];
  });

async function offering(visitor: Visitor, key: string): Promise<Page> {
  let page = await visitor.get('/fr/search');
  await until(async () => {
    page = await visitor.get('/fr/search');
    return boxOf(page, key) !== null;
  });
  return page;
}

describe('filters by the customer’s own products', () => {
  it('SRCH-01 filters by the customer’s own products narrow the results to products ordered before or on a wishlist', async () => {
    const vet = await shop.customer('vet@demo.example');
    const all = await offering(vet, 'on_list');
    const listed = await vet.get('/fr/search?on_list=1');
    const promised = countAt(boxOf(all, 'on_list'));
    const rows = listed.dom.querySelectorAll('form.sheet li.row').length;
    expect(rows).toBe(Math.min(30, promised));
    const lists = (await vet.get('/fr/account/wishlists')).dom
      .querySelectorAll('a')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => /\/account\/wishlists\/\d+$/.test(href));
    const onLists = new Set<string>();
    for (const href of new Set(lists))
      for (const key of keysOn(await vet.get(href), 'main a')) onLists.add(key);
    expect(onLists.size).toBeGreaterThan(0);
    for (const key of keysOn(listed, 'form.sheet .row-name a')) expect([...onLists]).toContain(key);

    const ordered = await vet.get('/fr/search?ordered=1');
    expect(keysOn(ordered, 'form.sheet .row-name a').length).toBeGreaterThan(0);
    expect(ordered.dom.querySelector('.chips .chip')?.text).toContain('Déjà commandé');
  });

  it('SRCH-01 filters by own products are not offered to guests, and cause no ERP call', async () => {
    const before = callsOf(shop, 'GET', 'sale_statistics/top_ordered').length;
    const page = await shop.visitor().get('/fr/search?ordered=1&on_list=1');
    expect(boxOf(page, 'ordered')).toBeNull();
    expect(boxOf(page, 'on_list')).toBeNull();
    expect(callsOf(shop, 'GET', 'sale_statistics/top_ordered').length).toBe(before);
  });

  it('DEG-01 filters by own products are left out when the ERP fails; results still appear, and a chosen filter is reported', async () => {
    const other = await shop.customer('pharmacie@demo.example');
    for (const path of ['wishlists', 'sale_statistics/top_ordered'])
      shop.sandbox.erp.control.fault({ match: { path }, status: 500, times: 20 });
    const page = await other.get('/fr/search');
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('form.sheet li.row').length).toBe(30);
    expect(boxOf(page, 'on_list')).toBeNull();
    const chosen = await other.get('/fr/search?on_list=1');
    expect(chosen.status).toBe(200);
    expect(chosen.words()).toContain('Vos commandes et vos listes ne peuvent pas être lues');
  });
});
