import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser';
import {
  goodsOf,
  quantityOf,
  queued,
  settled,
  sheetOf,
  typeQuantity,
} from '../support/cart-browser';
import {
  browserBehindLine,
  keptTexts,
  openByLink,
  startVisit,
  untilCached,
  type LineBrowser,
} from '../support/offline-browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let behind: LineBrowser;
let category: string;
beforeAll(async () => {
  shop = await startTestShop({ products: 200 });
  behind = await browserBehindLine(shop);
  const top = [...shop.sandbox.world.documents('categories', 'fr')].find(
    (one) => one['level'] === 0,
  );
  category = `/fr/c/${String(top?.['url_key'])}`;
});
beforeEach(() => behind.line.set({ fault: null }));
afterAll(async () => {
  await behind.close();
  await shop.stop();
});

const visitor = (): Promise<BrowserContext> => behind.browser.newContext({ baseURL: shop.url });
const title = (page: Page): Promise<string> => page.locator('h1').first().innerText();
const offlineTitle = 'La page n’a pas pu être chargée';
const noLine = (): Promise<void> => behind.line.set({ fault: { kind: 'refuse' } });

async function customer(): Promise<BrowserContext> {
  const who = await shop.customer('vet@demo.example');
  const context = await visitor();
  const cookies = await who.jar.getCookies(shop.url);
  await context.addCookies(
    cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
  );
  return context;
}

/** True if `work` ends within fifteen seconds of the browser's clock, a time between the worker's two time-outs. */
async function comesBefore(
  context: BrowserContext,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const clock = await context.newPage();
  const working = work().then(() => true);
  const counted = clock.evaluate(
    () => new Promise<boolean>((done) => setTimeout(() => done(false), 15_000)),
  );
  const first = await Promise.race([working, counted]);
  await Promise.all([working, counted]);
  await clock.close();
  return first;
}

describe('a guest without network', () => {
  it('PWA-01 an offline guest can reopen recently seen pages, and each page says that there is no network', async () => {
    const context = await visitor();
    const page = await startVisit(context, '/fr/promotions');
    await openByLink(page, category);
    await untilCached(page, (paths) => paths.includes(category));
    const seen = await title(page);
    await noLine();
    await page.reload();
    expect(await title(page)).toBe(seen);
    await page.locator('#offline').waitFor();
    // The page looks as before, because style sheet and icons are cached too.
    const colour = await page
      .locator('.top')
      .evaluate((top) => getComputedStyle(top).backgroundColor);
    expect(colour).toBe('rgb(12, 78, 153)');
    await context.close();
  });

  it('PWA-01 P-81 an offline guest gets the offline page for every uncached page, in its language, with links to the cached pages', async () => {
    const context = await visitor();
    const page = await startVisit(context, '/fr/promotions');
    await openByLink(page, category);
    await untilCached(page, (paths) => paths.includes(category));
    await openByLink(page, '/nl/news');
    await untilCached(page, (paths) => paths.includes('/nl/offline'));
    await noLine();
    await page.goto('/fr/cart');
    expect(await title(page)).toBe(offlineTitle);
    await page.waitForSelector('#kept a');
    expect(await page.locator('#kept a').first().getAttribute('href')).toBe(category);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await page.goto('/nl/account');
    expect(await title(page)).toBe('De pagina kon niet worden geladen');
    // The connection is back: the requested page opens at its own URL.
    await behind.line.set({ fault: null });
    await page.goto('/fr/search?q=chien');
    await noLine();
    await page.reload();
    expect(await title(page)).toBe(offlineTitle);
    await behind.line.set({ fault: null });
    await page.click('.acts .btn');
    await page.waitForSelector('.top');
    expect(new URL(page.url()).search).toBe('?q=chien');
    await context.close();
  });

  it('P-81 on a connection without responses, a cached page opens, and an uncached one shows the offline page', async () => {
    const context = await visitor();
    const page = await startVisit(context, '/fr/promotions');
    await openByLink(page, category);
    await untilCached(page, (paths) => paths.includes(category));
    const seen = await title(page);
    await behind.line.set({ fault: { kind: 'silent' } });
    await page.reload();
    expect(await title(page)).toBe(seen);
    await page.locator('#offline').waitFor();
    // The offline page appears as fast as the cached one, because the worker's ping gets no response either.
    expect(await comesBefore(context, () => page.goto('/fr/selection'))).toBe(true);
    expect(await title(page)).toBe(offlineTitle);
    await context.close();
  });

  it('P-81 when only one page is slow, the browser waits longer before it shows the offline page', async () => {
    const context = await visitor();
    const page = await startVisit(context, '/fr/promotions');
    await behind.line.set({ fault: { kind: 'silent', when: 'GET /fr/selection' } });
    expect(await comesBefore(context, () => page.goto('/fr/selection'))).toBe(false);
    expect(await title(page)).toBe(offlineTitle);
    await context.close();
  });

  it('P-76 the first page of a visit does not request the service worker; the second page installs it', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(category, { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /sw\.js|entry\.again|offline/.test(path))).toEqual([]);
    await openByLink(page, '/fr');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.close();
  });

  it('PWA-01 the browser reports no obstacle to installing the shop as an app', async () => {
    // Only a browser with windows can install an app.
    const browser = await launchBrowser([], { whole: true });
    const context = await browser.newContext({ baseURL: shop.url });
    const page = await startVisit(context, '/fr');
    const session = await context.newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The context of a test is a private window, in which nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
    await browser.close();
  });
});

const ownPaths = (): string[] => [
  category,
  '/fr/cart',
  '/fr/account',
  '/fr/account/sales',
  '/fr/search?q=chien',
  '/fr/news',
];

/** Texts that only this customer's pages contain: name, number and the public name of the session. */
async function ownTexts(page: Page): Promise<string[]> {
  const who = shop.sandbox.world.customers.find(({ login }) => login === 'vet@demo.example');
  const session = await page.locator('shop-session').getAttribute('data-name');
  const owner = await page.locator('cart-island').getAttribute('data-owner');
  const own = [who?.name, session, owner].flatMap((text) => (text ? [text] : []));
  expect(own).toHaveLength(3);
  const html = await page.content();
  for (const text of own) expect(html).toContain(text);
  return own;
}

/**
 * Expects that no cache contains a readable page or text of the customer; `sealed` is the number of encrypted pages.
 */
async function nothingOwn(page: Page, own: readonly string[], sealed: 'some' | 'none') {
  const kept = await keptTexts(page);
  const closed = Object.keys(kept).filter((path) => path.startsWith('/own/'));
  expect(closed.length > 0).toBe(sealed === 'some');
  const pages = Object.keys(kept).filter((path) => !/^\/(assets|own)\//.test(path));
  expect(pages).toEqual(['/fr/offline']);
  for (const text of Object.values(kept)) {
    for (const word of [...own, 'private, no-store', 'set-cookie', '<html'])
      if (word !== '<html' || !text.includes('shop-offline')) expect(text).not.toContain(word);
  }
}

/** Number of encrypted pages in this browser, and whether their key exists. */
const sealedIn = (page: Page): Promise<{ pages: number; key: boolean }> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('shop-own-'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const databases = await indexedDB.databases();
    // Opening a missing database would create it.
    if (!databases.some(({ name }) => name === 'shop-own'))
      return { pages: keys.flat().length, key: false };
    const key = await new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open('shop-own');
      opening.onerror = () => reject(new Error('no database'));
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('held')) return resolve(false);
        const asked = database.transaction('held').objectStore('held').get('held');
        asked.onsuccess = () => {
          const { own } = (asked.result ?? {}) as { own?: { key: CryptoKey } };
          if (own?.key.extractable) reject(new Error('the key can be read out'));
          database.close();
          resolve(own !== undefined);
        };
      };
    });
    return { pages: keys.flat().length, key };
  });

async function untilSealed(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await sealedIn(page)).pages).toBe(count);
}

/** Opens a product, a wishlist, the cart, quick order and scan, one after the other. */
async function seenPages(page: Page): Promise<Record<string, string>> {
  await openByLink(page, '/fr/account/wishlists');
  const list = await page
    .locator('main a[href*="/account/wishlists/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    .then((hrefs) => hrefs.find((href) => /\/wishlists\/\d+$/.test(href)) ?? '');
  await openByLink(page, category);
  const product = await page.locator('main a[href^="/fr/p/"]').first().getAttribute('href');
  const paths = [
    '/fr/account/wishlists',
    product ?? '',
    list,
    '/fr/cart',
    '/fr/quick-order',
    '/fr/scan',
  ];
  const titles: Record<string, string> = {};
  for (const path of paths) {
    await openByLink(page, path);
    titles[path] = await title(page);
  }
  // Includes the category that was opened on the way.
  await expect.poll(async () => (await sealedIn(page)).pages).toBeGreaterThan(paths.length);
  return titles;
}

async function nothingOpens(page: Page, paths: readonly string[]): Promise<void> {
  await noLine();
  for (const path of paths) {
    await page.goto(path);
    expect(await title(page), path).toBe(offlineTitle);
  }
  await expect.poll(() => sealedIn(page)).toEqual({ pages: 0, key: false });
}

describe('a customer without network', () => {
  it('PWA-01 CART-02 an offline customer can order on the open page, which shows the waiting edits, and they are sent once', async () => {
    const context = await customer();
    const first = await startVisit(context, '/fr');
    await untilCached(first, (paths) => paths.some((path) => path.includes('entry.customer')));
    await untilCached(
      first,
      (paths) => paths.filter((path) => path.includes('islands-')).length === 3,
    );
    const page = await context.newPage();
    const goods = goodsOf(shop, 3);
    await sheetOf(page, goods);
    await noLine();
    await context.setOffline(true);
    await page.waitForSelector('#offline:not([hidden])');
    await typeQuantity(page, goods, '6');
    await expect.poll(() => queued(page)).toBe(1);
    const other = await context.newPage();
    await other.goto('/fr/cart');
    expect(await title(other)).toBe(offlineTitle);
    await expect
      .poll(() => other.locator('#waiting').innerText())
      .toMatch(/^1 modification du panier attend/);
    await behind.line.set({ fault: null });
    await context.setOffline(false);
    // The offline page reloads by itself, because none of its fields has been edited.
    await other.waitForSelector('.top');
    await settled(other);
    expect(await quantityOf(other, goods.id)).toBe('6');
    await context.close();
  });

  it('CART-02 a quantity sent offline before the page’s script has loaded is sent when the network is back', async () => {
    const context = await behind.browser.newContext({
      baseURL: shop.url,
      serviceWorkers: 'block',
      storageState: await (await customer()).storageState(),
    });
    const page = await context.newPage();
    const goods = goodsOf(shop, 4);
    await sheetOf(page, goods);
    await noLine();
    await context.setOffline(true);
    await typeQuantity(page, goods, '7');
    const field = page.locator(`input[name="q.${goods.id}"]`);
    expect(await field.inputValue()).toBe('7');
    await behind.line.set({ fault: null });
    await context.setOffline(false);
    await expect.poll(() => field.inputValue()).toBe('');
    await settled(page);
    expect(await quantityOf(page, goods.id)).toBe('7');
    await context.close();
  });

  it('PWA-01 an offline customer can reopen product, list, cart, quick order and scan pages, each with the date of its content', async () => {
    const context = await customer();
    const page = await startVisit(context, '/fr');
    const seen = await seenPages(page);
    const goods = goodsOf(shop, 3);
    await sheetOf(page, goods);
    const sheet = page.url();
    await noLine();
    await context.setOffline(true);
    for (const [path, heading] of Object.entries(seen)) {
      await page.goto(path);
      expect(await title(page), path).toBe(heading);
      await expect
        .poll(() => page.locator('#offline').innerText())
        .toMatch(/Page du .*\d{4}.*\d\d:\d\d/);
    }
    await page.goto('/fr/account/profile');
    expect(await title(page)).toBe(offlineTitle);
    await page.waitForSelector(`#kept a[href="/fr/cart"]`);
    await page.goto(sheet);
    await typeQuantity(page, goods, '6');
    await expect.poll(() => queued(page)).toBe(1);
    await context.close();
  });

  it('PWA-01 P-100 once the session has ended, by another sign-in too, an offline customer can reopen no page', async () => {
    const context = await customer();
    const page = await startVisit(context, '/fr');
    const seen = await seenPages(page);
    // The session has ended at the shop, so a customer page redirects to sign-in.
    await context.clearCookies();
    await page.goto('/fr/account/wishlists');
    // The provider's page has another origin; the shop's page redirects there by itself.
    await page.waitForURL(({ origin }) => origin !== new URL(shop.url).origin);
    await page.goto('/healthz');
    await untilSealed(page, 0);
    await nothingOpens(page, Object.keys(seen));
    await behind.line.set({ fault: null });
    await context.close();

    const shared = await customer();
    const first = await startVisit(shared, '/fr');
    await seenPages(first);
    const other = await shop.customer('clinique@demo.example');
    await shared.clearCookies();
    const cookies = await other.jar.getCookies(shop.url);
    await shared.addCookies(
      cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
    );
    await first.goto('/fr/cart');
    await untilSealed(first, 1);
    await noLine();
    await first.goto('/fr/quick-order');
    expect(await title(first)).toBe(offlineTitle);
    await shared.close();
  });

  it('PWA-01 P-27 P-81 P-100 the offline caches contain nothing readable about a customer, neither while signed in nor after sign-out', async () => {
    const context = await customer();
    const page = await startVisit(context, '/fr');
    const own = await ownTexts(page);
    for (const path of ownPaths()) await openByLink(page, path);
    await expect.poll(async () => (await sealedIn(page)).pages).toBeGreaterThan(2);
    await nothingOwn(page, own, 'some');
    await page.goto('/fr/account/sign-out');
    await page.locator('main form button').first().click();
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-out'));
    await page.goto('/fr');
    // After sign-out the header no longer names the customer.
    expect(await page.locator('shop-session').count()).toBe(0);
    await nothingOwn(page, own, 'none');
    await nothingOpens(page, ['/fr/account/sales', '/fr/cart', category]);
    await context.close();
  });

  it('PWA-01 an offline customer cannot reopen pages that were cached for a guest', async () => {
    const context = await visitor();
    const page = await startVisit(context, '/fr/promotions');
    await openByLink(page, category);
    await untilCached(page, (paths) => paths.includes(category));
    const who = await shop.customer('vet@demo.example');
    const cookies = await who.jar.getCookies(shop.url);
    await context.addCookies(
      cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
    );
    await openByLink(page, '/fr');
    await untilCached(page, (paths) => !paths.includes(category));
    await context.close();
  });
});
