/**
 * Customer data in the folder of a Chromium profile after the browser has closed (P-100). Only site storage counts: the
 * browser's own history and form data are excluded.
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

/** Files of site storage in the profile folder. */
const filesOfSites = (): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && kept.test(one.parentPath))
    .map((one) => readFileSync(join(one.parentPath, one.name)));

const isIn = (files: readonly Buffer[], text: string): boolean =>
  files.some((file) => file.includes(text) || file.includes(Buffer.from(text, 'utf16le')));

/** Names, addresses and orders on the customer's pages, with a cart edit in between. */
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
    'P-100 P-12 the browser profile on disk contains no readable customer data after the browser was %s',
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
      // Public data is readable there, so the search method works.
      expect(isIn(files, '/assets/')).toBe(true);
      expect([...own].filter((text) => isIn(files, text))).toEqual([]);
    },
  );
});
