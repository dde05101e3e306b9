/** No page scrolls sideways, at any width, in any language, with larger text, on paper or in the dark. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../app/routing/table';
import { violationsOf } from '../support/accessible';
import { launchBrowser, leave, screen, signInByBrowser } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';

const login = 'vet@demo.example';
const languages = ['fr', 'nl', 'en'] as const;
type Language = (typeof languages)[number];

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  await shop.sandbox.search.ready;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const document = (index: 'products' | 'categories', locale: Language, wanted: string): string => {
  const found = [...shop.sandbox.world.documents(index, locale)].find(
    (one) => one[wanted] === true || (wanted === '' && one['level'] === 0),
  );
  return String(found?.['url_key']);
};

async function signedIn(options: Parameters<typeof screen>[1] = {}): Promise<BrowserContext> {
  const context = await screen(browser, options);
  await signInByBrowser(context, shop.url, login, `${login.split('@')[0] ?? ''}-demo`);
  return context;
}

/** Addresses of the first record in the lists of the account, by the pattern of its page. */
async function records(context: BrowserContext): Promise<Map<string, string>> {
  const page = await context.newPage();
  const found = new Map<string, string>();
  for (const list of ['sales', 'wishlists', 'quotations', 'smallads']) {
    await page.goto(`${shop.url}/fr/account/${list}`);
    const href = await page.locator('main tbody th a').first().getAttribute('href');
    found.set(`account/${list}/:id`, (href ?? '').split('/').at(-1) ?? '');
  }
  await page.close();
  return found;
}

/** What a parameter of the route table stands for; what leads to no page of its own is left out. */
function addressOf(
  pattern: string,
  locale: Language,
  ids: ReadonlyMap<string, string>,
): string | null {
  const below = pattern.replace(/^:locale\/?/, '');
  if (below === 'c/*') return `c/${document('categories', locale, '')}`;
  if (below === 'p/*') return `p/${document('products', locale, 'is_meds')}`;
  if (below === 'page/*') return 'page/livraison';
  if (below === 'form/:code') return 'form/visit_request';
  if (below === 'search') return 'search?q=a';
  const [list] = [...ids].filter(([one]) => below.startsWith(one));
  const named = list ? below.replace(':id', list[1]) : below;
  return /[:*]/.test(named) ? null : named;
}

const noPage =
  /\/(download|csv|document|template|banner|sync|lines|session)$|sign-out|\.(xml|txt|web)/;

const pagesIn = (locale: Language, ids: ReadonlyMap<string, string>): string[] =>
  routeTable.flatMap(({ pattern, file }) => {
    if (!pattern.startsWith(':locale') || !file.endsWith('.tsx') || noPage.test(pattern)) return [];
    const address = addressOf(pattern, locale, ids);
    return address === null ? [] : [`/${locale}/${address}`.replace(/\/$/, '')];
  });

/** Which pages a visitor is shown, as they answer in the first language: below the locale they are the same. */
async function openToVisitors(): Promise<(path: string) => boolean> {
  const closed = new Set<string>();
  for (const path of pagesIn('fr', new Map())) {
    const { status } = await shop.visitor().get(path, { follow: false });
    if (status >= 300 && status < 400) closed.add(path.slice(3));
  }
  expect(closed.size).toBeGreaterThan(5);
  return (path) => !closed.has(path.slice(3));
}

const every40 = Array.from({ length: 25 }, (_, step) => 320 + 40 * step);
/** Phones, the edges of the style sheet's own widths, a desk: for the languages and people that share its rules. */
const edges = [320, 480, 768, 1280];

/**
 * The same at many widths, in a frame of the page itself that is made as wide: nothing has to be told to the browser
 * and waited for at each of them. The widths at which the page is too wide.
 */
async function tooWideInFrame(page: Page, at: readonly number[]): Promise<number[]> {
  await page.evaluate(() => {
    const frame = window.document.createElement('iframe');
    frame.style.cssText = 'position:absolute;left:0;top:0;width:320px;height:800px;border:0';
    // A page without its stylesheet would be narrow for the wrong reason: the frame is the page as it stands.
    frame.srcdoc = `<!doctype html>${window.document.documentElement.outerHTML}`;
    window.document.body.replaceChildren(frame);
  });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const inner = window.document.querySelector('iframe')?.contentDocument;
        return `${inner?.URL} ${inner?.readyState} ${(inner?.styleSheets.length ?? 0) >= window.document.styleSheets.length}`;
      }),
    )
    .toBe('about:srcdoc complete true');
  return page.evaluate((widths) => {
    const frame = window.document.querySelector('iframe');
    const root = frame?.contentDocument?.documentElement;
    if (!frame || !root) return [...widths];
    return widths.filter((width) => {
      frame.style.width = `${width}px`;
      return frame.contentWindow?.innerWidth !== width || root.scrollWidth > width;
    });
  }, at);
}

/** Widths at which a page is wider than its window, with the element that stands out furthest. */
async function tooWide(page: Page, at: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of at) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => {
      const room = window.innerWidth;
      if (window.document.documentElement.scrollWidth <= room) return null;
      const [furthest] = [...window.document.querySelectorAll('body *')]
        .map((one) => ({ one, right: one.getBoundingClientRect().right }))
        .sort((a, b) => b.right - a.right);
      return `${String(furthest?.right)} ${furthest?.one.outerHTML.slice(0, 160) ?? ''}`;
    });
    if (over !== null) faults.push(`${page.url()} at ${width}: ${over}`);
  }
  return faults;
}

/** With goods in stock: a shortage adds its words to a line. */
async function fillCart(page: Page, lines: number): Promise<void> {
  const list = `${shop.url}/fr/search?q=a&in_stock=1`;
  for (let number = 1; await page.goto(`${list}&page=${number}`); number += 1) {
    const quantities = page.locator('main input.qty');
    const count = await quantities.count();
    for (let row = 0; row < count; row += 1) await quantities.nth(row).fill('2');
    await leave(page, () => quantities.first().press('Enter'));
    await page.goto(`${shop.url}/fr/cart`);
    if ((await page.locator('#cart .row').count()) >= lines) return;
  }
}

describe('narrow and wide', () => {
  it.each(languages)(
    'SHELL-10 SHELL-05 %s: no page of a customer scrolls sideways from 320 to 1280 px',
    async (locale) => {
      const context = await signedIn({ locale });
      const page = await context.newPage();
      if (locale === 'fr') await fillCart(page, 12);
      const faults: string[] = [];
      const pages = pagesIn(locale, await records(context));
      expect(pages.length).toBeGreaterThan(35);
      for (const path of pages) {
        await page.goto(shop.url + path);
        faults.push(...(await tooWide(page, locale === 'fr' ? [320, 1280] : edges)));
        if (locale !== 'fr') continue;
        for (const width of await tooWideInFrame(page, every40))
          faults.push(`${shop.url}${path} at ${width}`);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  it('SHELL-10 no page of a visitor does either, in any language', async () => {
    const context = await screen(browser, {});
    const page = await context.newPage();
    const faults: string[] = [];
    // Whose pages are a customer's alone leads to the sign-in of the provider, which is not ours to measure.
    const isOpen = await openToVisitors();
    for (const locale of languages)
      for (const path of pagesIn(locale, new Map()).filter(isOpen)) {
        await page.goto(shop.url + path);
        expect(new URL(page.url()).origin).toBe(shop.url);
        faults.push(...(await tooWide(page, edges)));
      }
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    [24, languages, [320]],
    [24, ['nl'], [480, 768, 1280]],
    [32, ['nl'], [640, 768, 1280]],
  ] as const)(
    'SHELL-10 SHELL-07 with text of %i px nothing scrolls sideways: %j at %j px',
    async (pixels, locales, widths) => {
      const large = await launchBrowser([`--blink-settings=defaultFontSize=${pixels}`]);
      try {
        const context = await screen(large, {});
        await signInByBrowser(context, shop.url, login, 'vet-demo');
        const page = await context.newPage();
        const ids = await records(context);
        const faults: string[] = [];
        for (const locale of locales)
          for (const path of pagesIn(locale, ids)) {
            await page.goto(shop.url + path, { waitUntil: 'domcontentloaded' });
            faults.push(...(await tooWide(page, widths)));
          }
        expect(faults).toEqual([]);
      } finally {
        await large.close();
      }
    },
  );

  it('SHELL-05 the records of an account are two-line rows that lead somewhere on a phone', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    for (const [list, most] of [
      ['sales', 2_100],
      ['documents', 2_100],
    ] as const) {
      await page.goto(`${shop.url}/fr/account/${list}`);
      expect(await page.evaluate(() => window.document.body.scrollHeight)).toBeLessThan(most);
      // The whole row is the link: what lies at its right edge leads where the name leads.
      const row = page.locator('main tbody tr').first();
      const box = await row.boundingBox();
      const href = await page.evaluate(
        ([x, y]) => window.document.elementFromPoint(x ?? 0, y ?? 0)?.closest('a')?.pathname,
        [(box?.x ?? 0) + (box?.width ?? 0) - 6, (box?.y ?? 0) + 6],
      );
      expect(href).toBe(await row.locator('th a').getAttribute('href'));
    }
    await context.close();
  });

  it('SHELL-10 a cart of thirty lines has its button on the first screen of a phone, and its lines in sight', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    await fillCart(page, 30);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${shop.url}/fr/cart`);
    const go = page.locator('.paybar .btn');
    const wholeLines = async (): Promise<number> => {
      const bar = (await page.locator('.paybar').boundingBox())?.y ?? 0;
      const boxes = await page.locator('#cart .row').all();
      const rows = await Promise.all(boxes.map((one) => one.boundingBox()));
      return rows.filter((row) => row && row.y >= 0 && row.y + row.height <= bar).length;
    };
    expect(await page.locator('#cart .row').count()).toBeGreaterThanOrEqual(30);
    expect((await go.boundingBox())?.y).toBeLessThan(780);
    expect(await wholeLines()).toBeGreaterThanOrEqual(5);
    await page.evaluate(() => {
      const rows = [...window.document.querySelectorAll('#cart .row')];
      rows[Math.floor(rows.length / 2)]?.scrollIntoView();
    });
    expect(await wholeLines()).toBeGreaterThanOrEqual(9);
    await context.close();
  });
});

describe('other colours', () => {
  it('SHELL-07 a dark screen has no violation of contrast or any other', async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      locale: 'fr-BE',
    });
    await signInByBrowser(context, shop.url, login, 'vet-demo');
    const page = await context.newPage();
    const product = `/fr/p/${document('products', 'fr', 'is_meds')}`;
    for (const path of ['/fr', '/fr/search?q=chien', product, '/fr/cart', '/fr/account/sales']) {
      await page.goto(shop.url + path);
      const ground = await page.evaluate(
        () => getComputedStyle(window.document.body).backgroundColor,
      );
      expect(ground).toBe('rgb(16, 22, 30)');
      expect(await violationsOf(page)).toEqual([]);
    }
    await context.close();
  });

  it('SHELL-07 forced colours show where the search field is and which step is the present one', async () => {
    const context = await browser.newContext({ forcedColors: 'active', javaScriptEnabled: false });
    await signInByBrowser(context, shop.url, login, 'vet-demo');
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/cart`);
    const borderOf = (selector: string, part?: string) =>
      page.evaluate(
        ([one, pseudo]) => {
          const found = window.document.querySelector(one ?? '');
          if (!found) return '';
          const style = getComputedStyle(found, pseudo);
          return `${style.borderTopWidth} ${style.borderTopStyle}`;
        },
        [selector, part],
      );
    expect(await borderOf('.find input')).toBe('1px solid');
    expect(await borderOf('.steps [aria-current]', '::before')).toBe('3px solid');
    await context.close();
  });
});
