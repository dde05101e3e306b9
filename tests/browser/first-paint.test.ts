/** A first page has its styles in itself: everything on it looks as it does with the whole sheet (P-77). */
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../support/catalogue-world';
import { launchBrowser, screen, signInByBrowser } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';

const login = 'vet@demo.example';

let shop: TestShop;
let browser: Browser;
let product: string;
let category: string;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  browser = await launchBrowser();
  product = `/fr/p/${sampleProduct(shop, (one) => one.main && one.variant_count > 2).url_key}`;
  const top = [...shop.sandbox.world.documents('categories', 'fr')].find(
    (one) => one['level'] === 0,
  );
  category = `/fr/c/${String(top?.['url_key'])}`;
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/** Every element and its drawn parts, each with all that the browser computed for it. */
async function lookOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage();
  await page.route(/\.(css|js)$|\/media\//, (route) =>
    route.request().url().endsWith('.css') ? route.continue() : route.abort(),
  );
  await page.goto(shop.url + path, { waitUntil: 'load' });
  const found = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => one.id !== 'later-sheet' && one.localName !== 'link')
      .map((one) => {
        const computed = [undefined, '::before', '::after'].map((part) => {
          const style = getComputedStyle(one, part);
          if (part !== undefined && style.content === 'none') return '';
          return [...style]
            .filter((name) => !name.startsWith('--'))
            .map((name) => `${name}:${style.getPropertyValue(name)}`)
            .join(';');
        });
        return `<${one.localName} class="${one.getAttribute('class') ?? ''}"> ${computed.join(' | ')}`;
      }),
  );
  await page.close();
  return found;
}

const differing = (inline: readonly string[], whole: readonly string[]): string[] =>
  inline.flatMap((one, index) => {
    if (one === whole[index]) return [];
    const other = new Set((whole[index] ?? '').split(';'));
    return [
      `${one.split('>')[0] ?? ''}> ${one
        .split(';')
        .filter((part) => !other.has(part))
        .slice(0, 4)
        .join(';')}`,
    ];
  });

/** A box that was read between two layouts differs once; a style that is missing differs every time. */
async function compare(context: BrowserContext, path: string): Promise<void> {
  let lost: readonly string[] = [];
  for (let tries = 0; tries < 3; tries++) {
    await context.clearCookies({ name: 'sheet' });
    const inline = await lookOf(context, path);
    await context.addCookies([{ name: 'sheet', value: await sheetVersion(), url: shop.url }]);
    const whole = await lookOf(context, path);
    expect(inline.length).toBeGreaterThan(20);
    expect(inline.length).toBe(whole.length);
    lost = differing(inline, whole);
    if (lost.length === 0) return;
  }
  expect({ path, lost }).toEqual({ path, lost: [] });
}

async function sheetVersion(): Promise<string> {
  const { text } = await shop.visitor().get('/fr');
  return /\/assets\/shop-([\w-]+)\.css/.exec(text)?.[1] ?? '';
}

describe('a first page', () => {
  const open = ['/fr', '/fr/cart', '/fr/news', '/fr/contact', '/fr/no/such/page'];
  const own = ['/fr', '/fr/cart', '/fr/cart-confirm', '/fr/account'];
  for (const width of [360, 1280]) {
    it(`P-77 shows a visitor nothing unstyled at ${width} px`, async () => {
      const context = await screen(browser, { width, script: true });
      for (const path of [...open, product, category]) await compare(context, path);
      await context.close();
    });

    it(`P-77 shows a customer nothing unstyled at ${width} px`, async () => {
      const context = await screen(browser, { width, script: true });
      const password =
        shop.sandbox.world.customers.find((one) => one.login === login)?.password ?? '';
      await signInByBrowser(context, shop.url, login, password);
      for (const path of [...own, product]) await compare(context, path);
      await context.close();
    });
  }

  it('P-77 is painted while its stylesheet, drawings and script do not come at all', async () => {
    for (const script of [true, false]) {
      const context = await screen(browser, { script });
      const page = await context.newPage();
      // Never answered: a page that waited for one of them would stay white.
      await page.route(/\/assets\//, () => new Promise(() => undefined));
      await page.goto(shop.url + product, { waitUntil: 'commit' });
      await page.locator('h1').waitFor({ state: 'visible' });
      if (script) {
        const painted = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((list, observer) => {
                observer.disconnect();
                resolve(list.getEntries().length);
              }).observe({ type: 'paint', buffered: true });
            }),
        );
        expect(painted).toBeGreaterThan(0);
      }
      await context.close();
    }
  });

  it('P-80 fetches the sheet once it is complete, and the next page names it', async () => {
    const context = await screen(browser, { script: true });
    const page = await context.newPage();
    const sheet = page.waitForResponse(/\/assets\/shop-.*\.css$/);
    await page.goto(shop.url + product);
    expect((await sheet).status()).toBe(200);
    await page.goto(`${shop.url}/fr/cart`);
    expect(await page.locator('head link[rel=stylesheet]').count()).toBe(1);
    expect(await page.locator('style').count()).toBe(0);
    await context.close();
  });
});
