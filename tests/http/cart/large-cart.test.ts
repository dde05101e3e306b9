/** The cost of a cart with many lines, in calls and bytes and not in time. `npm run bench` measures the time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weigh } from '../../support/page-weight';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import { newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const sizes = [10, 100, 250];

let shop: TestShop;
let who: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 1200 });
  await shop.sandbox.search.ready;
  who = await shop.customer(login);
});
afterAll(() => shop.stop());

const goods = (count: number): number[] =>
  variants(shop, count, (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite);
const searches = () => shop.logs.filter(({ event }) => event === 'search.called').length;
const lines = async (path: string): Promise<number> =>
  (await who.get(path)).dom.querySelectorAll('li.line, .mini > li').length;

describe('a large cart', () => {
  it('P-75 the products of a large cart are fetched once, in one call, for all pages that show them', async () => {
    for (const [position, size] of sizes.entries()) {
      // Different products each time, because cached documents would not be requested.
      const products = goods(400).slice(position * 20, position * 20 + size);
      newCart(shop, login, { products });
      const before = searches();
      // This page always fetches the cart, whatever is cached.
      expect(await lines('/fr/cart-confirm')).toBe(size);
      expect(searches() - before).toBe(1);
      expect(await lines('/fr/cart')).toBe(size);
      expect(await lines('/fr/cart-confirm')).toBe(size);
      expect(searches() - before).toBe(1);
    }
  });

  it('P-76 with a large cart, other pages grow by its badge only: at most 0.1 kB more than with a small cart', async () => {
    const bytes: number[] = [];
    for (const size of sizes) {
      newCart(shop, login, { products: goods(size) });
      // The badge shows the cart as last fetched.
      await who.get('/fr/cart-confirm');
      const page = await who.get('/fr/quick-order');
      expect(page.dom.querySelector('[data-cart-badge] .count')?.text ?? '').toContain(
        String(2 * size),
      );
      const known = page.dom.querySelector('cart-island')?.getAttribute('data-known') ?? '{}';
      const { cart } = JSON.parse(known) as { cart: { lines: [string, number][] } };
      expect(cart.lines.reduce((sum, [, quantity]) => sum + quantity, 0)).toBe(2 * size);
      bytes.push((await weigh(who, '/fr/quick-order')).html);
    }
    expect(Math.max(...bytes) - Math.min(...bytes)).toBeLessThan(100);
  });

  it('CART-10 a hundred lines are added to the cart with one ERP write', async () => {
    newCart(shop, login);
    const { world } = shop.sandbox;
    const paste = goods(140)
      .slice(20, 120)
      .map((id) => `${world.variants.get(id)?.sku} 1`)
      .join('\n');
    const quick = (await who.get('/fr/quick-order')).form('form.quick');
    const read = await quick.fill({ paste }).submit({ name: 'do', value: 'paste' });
    const from = shop.logs.length;
    await read.form('form.quick').submit({ name: 'do', value: 'add' });
    const writes = shop.logs
      .slice(from)
      .filter(({ event }) => event === 'cart.lines_added')
      .map(({ lines }) => lines);
    expect(writes).toEqual([100]);
  });
});
