/** The shop behind a connection to the ERP that drops idle connections at any moment: no page fails (P-45). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import type { Visitor } from '../../support/visitor';
import { customerId, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const rounds = 100;
const pages = ['/fr/account/sales', '/fr/account/quotations', '/fr/cart', '/fr/account/wishlists'];
let shops: ShopProcesses;
let who: Visitor;

beforeAll(async () => {
  shops = await startShopProcesses({ store: 'embedded', instances: 1, profile: 'seed' });
  who = await shops.customer(login);
});
afterAll(() => shops.stop());

describe('a connection to the ERP that is dropped while idle', () => {
  it(`P-45 over ${rounds} pages, each page is complete although idle ERP connections are dropped`, async () => {
    const whole = new Map<string, string>();
    for (const path of pages) whole.set(path, (await who.get(path)).words());
    const before = shops.erpLine.stats.connections;
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Do not wait: the shop should notice the reset during its next call.
      shops.erpLine.resetAll();
      const path = pages[round % pages.length] ?? '';
      const page = await who.get(path);
      if (page.status !== 200 || page.words() !== whole.get(path))
        faults.push(`${path}: ${page.status} ${page.words().slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
    // Connections were dropped, so calls opened new ones.
    expect(shops.erpLine.stats.connections - before).toBeGreaterThan(rounds / 2);
  });

  it('P-45 CART-06 during cart edits, each edit counts once although idle ERP connections are dropped', async () => {
    const [id = 0] = variants(shops, 1);
    const form = async () =>
      (await who.get(`/fr/search?q=${shops.sandbox.world.variants.get(id)?.sku ?? ''}&exact=0`))
        .form('form[data-sheet]')
        .fill({ [`q.${id}`]: '1' });
    const edits = 20;
    for (let edit = 0; edit < edits; edit += 1) {
      const filled = await form();
      shops.erpLine.resetAll();
      expect((await filled.submit({ name: 'add', value: 'all' })).status).toBe(200);
    }
    const booked = (): number =>
      shops.sandbox.erp.control
        .cartsOf(customerId(shops, login))
        .flatMap(({ lines }) => lines)
        .reduce((sum, one) => sum + (one.productId === id ? one.qty : 0), 0);
    // An edit in doubt is resolved by later page views.
    for (let visit = 0; visit < 20 && booked() < edits; visit += 1) {
      await shops.advance(60_000);
      await who.get('/fr/cart');
    }
    expect(booked()).toBe(edits);
  });
});
