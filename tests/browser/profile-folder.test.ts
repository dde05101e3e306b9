/**
 * What of a customer can be read in the folder of Chromium's profile once the browser is closed (P-100): in what the
 * shop lets it keep. Its own record of addresses and of forms is the browser's and is left out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchProfile, leave } from '../support/browser';
import { addToCart, goodsOf } from '../support/cart-browser';
import { openByLink, startVisit } from '../support/offline-browser';
import { startTestShop, type TestShop } from '../support/shop';

const login = 'vet@demo.example';
let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const kept = /(Service Worker|IndexedDB|Local Storage|Session Storage|WebStorage|Cache)/;

/** The files of what sites keep, as they lie there. */
const filesOfSites = (): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && kept.test(one.parentPath))
    .map((one) => readFileSync(join(one.parentPath, one.name)));

const isIn = (files: readonly Buffer[], text: string): boolean =>
  files.some((file) => file.includes(text) || file.includes(Buffer.from(text, 'utf16le')));

/** Names, addresses and orders that the customer's pages show, with a change of the cart made meanwhile. */
async function visited(page: Page): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  const known = shop.sandbox.world.customers.find((one) => one.login === login);
  const said = [known?.name, known?.email, known?.invoicing.street];
  for (const path of ['/fr/account/profile', '/fr/account/sales', '/fr/cart', '/fr/quick-order']) {
    await openByLink(page, path);
    const text = await page.locator('body').innerText();
    for (const one of said) if (one && text.includes(one)) own.add(one);
    for (const [order] of text.matchAll(/\bS\d{6}\b/g)) own.add(order);
  }
  const goods = goodsOf(shop, 4);
  await addToCart(page, goods, '7');
  return own;
}

const sealed = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('own-'));
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().length;
  });

describe('the browser profile on disk', () => {
  it.each(['signed out', 'only closed'])(
    'P-100 P-12 contains no readable customer data after the browser was %s',
    async (how) => {
      const context = await launchProfile(folder, shop.url);
      const who = await shop.customer(login);
      const cookies = await who.jar.getCookies(shop.url);
      await context.addCookies(
        cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
      );
      const page = await startVisit(context, '/fr');
      const own = await visited(page);
      expect(own.size).toBeGreaterThan(4);
      await expect.poll(() => sealed(page)).toBeGreaterThan(2);
      if (how === 'signed out') {
        await page.goto('/fr/account/sign-out');
        await leave(page, () => page.locator('main form button').first().click());
        await expect.poll(() => sealed(page)).toBe(0);
      }
      await context.close();
      const files = filesOfSites();
      // What is no customer's can be read there: the search is one that finds.
      expect(isIn(files, '/assets/')).toBe(true);
      expect([...own].filter((text) => isIn(files, text))).toEqual([]);
    },
  );
});
