/** A first page has inline styles: every element looks as with the complete style sheet (P-77). */
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

interface Look {
  /** One entry for each element and pseudo-element: its tag, and a hash of its computed styles. */
  sums: string[];
  /** Computed styles of the element at index `at`, part by part. */
  styleOf(at: number): Promise<string[]>;
  close(): Promise<void>;
}

/** The smallest GIF. */
const dot = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** The styles for the whole page and the main part; cutting them imitates a stalled connection. */
const fromMain = /<style>(?:(?!<\/style>).)*<\/style><main.*$/s;

async function lookOf(
  context: BrowserContext,
  path: string,
  { cut = false }: { cut?: boolean } = {},
): Promise<Look> {
  const page = await context.newPage();
  await page.route(/\.js$/, (route) => route.abort());
  // A failed picture is replaced by a box at an unpredictable time, so no picture fails here.
  await page.route(/\/media\//, (route) => route.fulfill({ contentType: 'image/gif', body: dot }));
  if (cut)
    await page.route(shop.url + path, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replace(fromMain, '');
      expect(body.length).toBeLessThan(text.length);
      await route.fulfill({ response, body });
    });
  await page.goto(shop.url + path, { waitUntil: 'load' });
  // The styles are megabytes of text: only their hashes leave the browser.
  const sums = await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')].filter(
      (one) => one.id !== 'later-sheet' && !['link', 'style'].includes(one.localName),
    );
    const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
    // A centred svg reports a margin of 0 or of its full width at random.
    const ofIcon = names.filter((name) => !name.startsWith('margin'));
    const textOf = (one: Element): string =>
      [undefined, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(one, part);
          if (part !== undefined && style.content === 'none') return '';
          const compared = one.localName === 'svg' ? ofIcon : names;
          return compared.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
        })
        .join('|');
    const sumOf = (text: string): number => {
      let sum = 0;
      for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
      return sum;
    };
    Object.assign(window, { lookAt: (at: number) => textOf(elements[at] ?? document.body) });
    return elements.map((one) => {
      const text = textOf(one);
      return `<${one.localName} class="${one.getAttribute('class') ?? ''}"> ${text.length} ${sumOf(text)}`;
    });
  });
  return {
    sums,
    styleOf: async (at) =>
      (
        await page.evaluate(
          (one) => (Reflect.get(window, 'lookAt') as (at: number) => string)(one),
          at,
        )
      ).split(';'),
    close: () => page.close(),
  };
}

/** Elements that differ, each with some of the styles that differ from the complete style sheet. */
async function differing(inline: Look, whole: Look): Promise<string[]> {
  const found: string[] = [];
  for (const [at, sum] of inline.sums.entries()) {
    if (sum === whole.sums[at] || found.length === 10) continue;
    const other = new Set(await whole.styleOf(at));
    const own = (await inline.styleOf(at)).filter((part) => !other.has(part));
    found.push(`${sum.split('>')[0] ?? ''}> ${own.slice(0, 4).join(';')}`);
  }
  return found;
}

/** A missing style differs on every look, so only a difference that all looks share counts. */
async function compare(context: BrowserContext, path: string): Promise<void> {
  let lost: readonly string[] = [];
  for (let tries = 0; tries < 3; tries++) {
    await context.clearCookies({ name: 'sheet' });
    const inline = await lookOf(context, path);
    await context.addCookies([{ name: 'sheet', value: await sheetVersion(), url: shop.url }]);
    const whole = await lookOf(context, path);
    expect(inline.sums.length).toBeGreaterThan(20);
    // The hashes cover computed styles: without them nothing could differ.
    expect(Math.min(...inline.sums.map((one) => Number(one.split(' ').at(-2))))).toBeGreaterThan(
      1_000,
    );
    expect(inline.sums.length).toBe(whole.sums.length);
    const found = await differing(inline, whole);
    lost = tries === 0 ? found : lost.filter((one) => found.includes(one));
    await Promise.all([inline.close(), whole.close()]);
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
    it(`P-77 a guest’s first page shows no unstyled content at ${width} px`, async () => {
      const context = await screen(browser, { width, script: true });
      for (const path of [...open, product, category]) await compare(context, path);
      await context.close();
    });

    it(`P-77 a customer’s first page shows no unstyled content at ${width} px`, async () => {
      const context = await screen(browser, { width, script: true });
      const password =
        shop.sandbox.world.customers.find((one) => one.login === login)?.password ?? '';
      await signInByBrowser(context, shop.url, login, password);
      for (const path of [...own, product]) await compare(context, path);
      await context.close();
    });
  }

  it('P-77 a first page shows its header in the final style before the main part has arrived', async () => {
    for (const width of [360, 1280]) {
      const context = await screen(browser, { width, script: true });
      for (const path of ['/fr', product]) {
        const early = await lookOf(context, path, { cut: true });
        const whole = await lookOf(context, path);
        const before = early.sums.length;
        expect(before).toBeGreaterThan(40);
        const lost = await differing(early, { ...whole, sums: whole.sums.slice(0, before) });
        expect({ path, lost }).toEqual({ path, lost: [] });
        await Promise.all([early.close(), whole.close()]);
      }
      await context.close();
    }
  });

  it('P-77 a first page is painted even if style sheet, icons and script never load', async () => {
    for (const script of [true, false]) {
      const context = await screen(browser, { script });
      const page = await context.newPage();
      // These requests never get a response: a page that waits for one would stay white.
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

  it('SHELL-08 P-77 a first page prints without screen-only elements before its style sheet has loaded', async () => {
    const context = await screen(browser, { script: true });
    const page = await context.newPage();
    await page.route(/\/assets\/shop-/, () => new Promise(() => undefined));
    await page.goto(shop.url + product);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.find', '.nav', '.crumbs', '.tool', '.foot .cols'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(true);
    await context.close();
  });

  it('SHELL-08 P-77 a first page prints the customer’s name and a visible logo before its style sheet has loaded', async () => {
    const context = await screen(browser, { script: true });
    const password = shop.sandbox.world.customers.find((one) => one.login === login)?.password;
    await signInByBrowser(context, shop.url, login, String(password));
    await context.clearCookies({ name: 'sheet' });
    const page = await context.newPage();
    await page.route(/\/assets\/shop-/, () => new Promise(() => undefined));
    await page.goto(shop.url + product);
    const whose = page.locator('.for-paper');
    expect(await whose.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await whose.innerText()).toMatch(/C10021\s· \d\d\/\d\d\/\d{4}/);
    expect(await whose.isVisible()).toBe(true);
    const ink = await page.locator('.logo').evaluate((one) => getComputedStyle(one).color);
    expect(ink).not.toBe('rgb(255, 255, 255)');
    await context.close();
  });

  it.each([
    { script: true, width: 1280, height: 800 },
    { script: false, width: 1280, height: 800 },
    { script: true, width: 360, height: 780 },
    { script: false, width: 360, height: 780 },
  ])(
    'P-77 a first page loads at most six pictures of a list before scrolling: script $script, $width px',
    async ({ script, ...viewport }) => {
      const context = await browser.newContext({ viewport, javaScriptEnabled: script });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/media/p/')) asked.push(request.url());
      });
      await page.goto(`${shop.url}/fr/search?q=chien`, { waitUntil: 'networkidle' });
      const pictures = page.locator('img.row-pic');
      expect(await pictures.count()).toBeGreaterThan(20);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(6);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      // The placeholder of a picture is a valid image, so no broken-image icon is shown.
      const stands = await pictures
        .last()
        .evaluate((one: HTMLImageElement) =>
          one.complete ? one.decode().then(() => true) : false,
        );
      expect(stands).toBe(!script);
      if (script) {
        const last = page.waitForRequest(String(await pictures.last().getAttribute('src')));
        await page.locator('.row').last().scrollIntoViewIfNeeded();
        await last;
      }
      await context.close();
    },
  );

  it('P-80 a first page fetches the style sheet after loading, and the next page links it', async () => {
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
