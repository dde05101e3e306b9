/** No page scrolls sideways, at any width, in any language, with larger text, on paper or in the dark. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../app/routing/table';
import { violationsOf } from '../support/accessible';
import { fillCart } from '../support/cart-browser';
import { launchBrowser, leave, screen, seen, signInByBrowser } from '../support/browser';
import { answered, scan } from '../support/scanner';
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

async function signedIn(
  options: Parameters<typeof screen>[1] = {},
  customer = login,
): Promise<BrowserContext> {
  const context = await screen(browser, options);
  await signInByBrowser(context, shop.url, customer, `${customer.split('@')[0] ?? ''}-demo`);
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

/** The page of the provider is not ours to measure. */
const isOurs = (path: string): boolean => !path.endsWith('/sign-in');

const every40 = Array.from({ length: 25 }, (_, step) => 320 + 40 * step);

/** What the reader has set as the size of text, and the widths at which pages are read with it. */
interface Reading {
  pixels: number;
  widths: readonly number[];
  /** A style of the reader's enlarges the page's text; else the browser's setting does, which media queries know. */
  byStyle?: boolean;
}
const usual: Reading = { pixels: 16, widths: every40 };
const large = (
  [
    [24, 320],
    [32, 640],
  ] as const
).map(([pixels, narrowest]): Reading => ({
  pixels,
  widths: every40.filter((width) => width >= narrowest && width % 80 === 0),
}));

/** Text of 200 % on a phone. */
const doubled = [false, true].map((byStyle): Reading => ({
  pixels: 32,
  widths: [360, 412],
  byStyle,
}));

/** Shows a page in a frame without script; null, or why it is no page to be measured. */
const showInFrame = (page: Page, path: string): Promise<string | null> =>
  page.evaluate(async (address) => {
    const known = window.document.querySelector('iframe');
    const frame = known ?? window.document.createElement('iframe');
    if (!known) {
      frame.sandbox.add('allow-same-origin');
      frame.style.cssText = 'position:absolute;left:0;top:0;height:800px;border:0';
      window.document.body.replaceChildren(frame);
    }
    const answer = await fetch(address);
    const html = await answer.text();
    await new Promise((resolve) => {
      frame.onload = resolve;
      frame.srcdoc = html;
    });
    const inner = frame.contentDocument;
    // A page without its styles would be narrow for the wrong reason, and one that is not ours for any.
    return inner?.querySelector('main') && inner.styleSheets.length > 0
      ? null
      : `${address} is ${answer.status} and no page with styles`;
  }, path);

/** Where the shown page is too wide, with what stands out furthest there, or a text of it has no room. */
const faultsInFrame = (
  page: Page,
  { pixels, widths, byStyle = false }: Reading,
): Promise<string[]> =>
  page.evaluate(
    ([size, at, isStyled]) => {
      const frame = window.document.querySelector('iframe');
      const inner = frame?.contentDocument;
      if (!frame || !inner) return ['there is no frame'];
      const root = inner.documentElement;
      /** A word of the title that is in two parts, though a phone has room for it. */
      const splitWord = (): string | undefined => {
        const walker = inner.createTreeWalker(
          inner.querySelector('main h1') ?? inner.body,
          NodeFilter.SHOW_TEXT,
        );
        const range = inner.createRange();
        while (walker.nextNode())
          for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(
            /\p{L}+/gu,
          )) {
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (word.length < 14 && range.getClientRects().length > 1) return word;
          }
        return undefined;
      };
      root.style.fontSize = isStyled ? `${size}px` : '';
      /** A word that is broken though a line has room for it, or letter by letter; a field of some letters. */
      const cramped = (): string | undefined => {
        const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
        const range = inner.createRange();
        while (walker.nextNode()) {
          const { parentElement: box, textContent } = walker.currentNode;
          if (!box?.checkVisibility() || box.closest('.vh, .strip, thead, option, textarea, svg'))
            continue;
          for (const { 0: word, index } of (textContent ?? '').matchAll(
            /(?<=^|\s)\p{L}{2,}(?=\s|$)/gu,
          )) {
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
            if (lines > (word.length > 11 ? 2 : 1)) return `${word} is in ${lines} parts`;
          }
        }
        const field = [...inner.querySelectorAll('input:not(.qty, [type=file]), select')].find(
          (one) => one.checkVisibility() && one.clientWidth > 60 && one.clientWidth < 5 * size,
        );
        return field && `${String(field.clientWidth)} px of ${field.outerHTML}`;
      };
      const text = getComputedStyle(root).fontSize;
      if (text !== `${size}px`) return [`text has ${text} instead of ${size}px`];
      return at.flatMap((width) => {
        frame.style.width = `${width}px`;
        // Where its neighbour takes the width, one letter a line is left of words that may break anywhere.
        const crushed = [...inner.querySelectorAll('dt, dd, tbody th, td, p')].find(
          ({ clientWidth, clientHeight, textContent }) =>
            (textContent ?? '').trim().length > 3 &&
            clientWidth > 2 &&
            clientWidth < 2 * size &&
            clientHeight > 2 * clientWidth,
        );
        const badge = inner.querySelector('.count');
        if (badge && badge.clientHeight > 2 * size)
          return [`at ${width}: ${badge.outerHTML} breaks`];
        const split = size === 16 && inner.querySelector('main h1') ? splitWord() : undefined;
        if (split) return [`at ${width}: the title's ${split} is in two parts`];
        const tooSmall = size === 32 && width < 420 ? cramped() : undefined;
        if (tooSmall) return [`at ${width} with text of ${size} px: ${tooSmall}`];
        if (crushed) return [`at ${width} with text of ${size} px: crushed ${crushed.outerHTML}`];
        if (frame.contentWindow?.innerWidth === width && root.scrollWidth <= width) return [];
        const [furthest] = [...inner.querySelectorAll('body *')]
          .map((one) => ({ one, right: one.getBoundingClientRect().right }))
          .sort((a, b) => b.right - a.right);
        const what = furthest?.one.outerHTML.slice(0, 160) ?? '';
        return [`at ${width} with text of ${size} px: ${String(furthest?.right)} ${what}`];
      });
    },
    [pixels, widths, byStyle] as const,
  );

/**
 * Each page in a frame that is made as wide as asked, in each size of text: nothing has to be told to the browser and
 * waited for at each width, and a page is rendered once. The widths at which a page is too wide.
 */
async function tooWideInFrames(
  page: Page,
  paths: readonly string[],
  readings: readonly Reading[] = [usual],
): Promise<string[]> {
  const browserOf = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const path of paths) {
    const noPage = await showInFrame(page, path);
    if (noPage !== null) {
      faults.push(noPage);
      continue;
    }
    for (const reading of readings) {
      await browserOf.send('Page.setFontSizes', {
        fontSizes: { standard: reading.byStyle ? 16 : reading.pixels },
      });
      const found = await faultsInFrame(page, reading);
      faults.push(...found.map((fault) => `${path} ${fault}`));
    }
  }
  await browserOf.detach();
  return faults;
}

/** A page of the shop from which others are asked for, as this visitor. */
async function framePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/fr/consent`);
  return page;
}

describe('narrow and wide', () => {
  it('SHELL-10 what is too wide is seen in a frame', async () => {
    const page = await framePage(await screen(browser, { script: true }));
    // No page fits there.
    for (const pixels of [16, 24]) {
      const narrow = [{ pixels, widths: [60] }];
      expect(await tooWideInFrames(page, ['/fr/cart'], narrow)).toHaveLength(1);
    }
    await page.context().close();
  });

  it('SHELL-10 a word without end is broken where it stands', async () => {
    const page = await framePage(await screen(browser, { script: true }));
    const endless = 'w'.repeat(400);
    const paths = [`/fr/search?q=${endless}`, `/fr/${endless}`];
    expect(await tooWideInFrames(page, paths)).toEqual([]);
    await page.context().close();
  });

  it('SHELL-10 CMS-02 a long word in a name, an address or a delivery method is broken where it stands', async () => {
    const context = await signedIn();
    const page = await context.newPage();
    await fillCart(page, shop.url, 2);
    for (const path of [
      'cart',
      'cart-confirm',
      'account',
      'account/profile',
      'account/wishlists',
    ]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${shop.url}/fr/${path}`);
      await page.evaluate(() => {
        const named =
          'h1, .crumbs a, th a, .row-name a, .card :is(b, .t, .d), .list :is(a, b), .facts dd';
        for (const one of window.document.querySelectorAll(named)) one.prepend('w'.repeat(80));
      });
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => window.document.documentElement.scrollWidth);
        expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(width);
        const out = await page.locator('main .sheet .btn').evaluateAll((buttons) =>
          buttons.filter((button) => {
            const { right = 0 } = button.closest('.sheet')?.getBoundingClientRect() ?? {};
            return button.checkVisibility() && button.getBoundingClientRect().right > right;
          }),
        );
        expect(out, `${path} at ${width}`).toHaveLength(0);
      }
    }
    // A strip that is open says its first message once.
    const strip = page.locator('summary.strip');
    const first = strip.locator('b');
    const widthOf = async () => (await first.boundingBox())?.width;
    expect(await widthOf()).toBeGreaterThan(100);
    await strip.click();
    expect(await widthOf()).toBeLessThan(2);
    await context.close();
  });

  it.each(languages)(
    'SHELL-10 SHELL-05 SHELL-07 %s: no page of a customer scrolls sideways from 320 to 1280 px, nor breaks its words with text of 24 and 32 px',
    async (locale) => {
      if (locale === 'fr') {
        const plain = await signedIn();
        await fillCart(await plain.newPage(), shop.url, 12);
        await plain.close();
      }
      const context = await signedIn({ locale, script: true });
      const pages = pagesIn(locale, await records(context)).filter(isOurs);
      expect(pages.length).toBeGreaterThan(35);
      const framed = await framePage(context);
      // Words are longest in Dutch.
      const readings = locale === 'nl' ? [usual, ...large, ...doubled] : [usual, ...large];
      expect(await tooWideInFrames(framed, pages, readings)).toEqual([]);
      await context.close();
    },
  );

  it('SHELL-10 no page of a visitor does either, in any language', async () => {
    const context = await screen(browser, { script: true });
    const page = await framePage(context);
    // Whose pages are a customer's alone leads to the sign-in of the provider, which is not ours to measure.
    const isOpen = await openToVisitors();
    const pages = languages.flatMap((locale) => pagesIn(locale, new Map()).filter(isOpen));
    expect(await tooWideInFrames(page, pages)).toEqual([]);
    await context.close();
  });

  it('HOME-01 the names of departments stay within their tiles, two beside each other on a phone', async () => {
    const context = await screen(browser, { locale: 'nl' });
    const page = await context.newPage();
    await page.goto(`${shop.url}/nl`);
    for (const width of [320, 360, 600, 768, 1100, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const tiles = await page.locator('.tiles a').evaluateAll((all) =>
        all.map((tile) => {
          const words = window.document.createRange();
          words.selectNodeContents(tile);
          const box = tile.getBoundingClientRect();
          return {
            ...{ name: tile.textContent, top: box.top, bottom: box.bottom },
            out: words.getBoundingClientRect().right > box.right - 8,
          };
        }),
      );
      expect(
        tiles.filter(({ out }) => out),
        String(width),
      ).toEqual([]);
      expect(tiles[0]?.top).toBe(tiles[1]?.top);
      // Those of a line end on one line, however many lines a name has.
      const ends = new Map(tiles.map(({ top, bottom }) => [top, bottom]));
      for (const { top, bottom } of tiles) expect(bottom).toBe(ends.get(top));
    }
    await context.close();
  });

  it('SHELL-05 the records of an account are two-line rows that lead somewhere on a phone', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    for (const [list, most] of [
      ['sales', 1_900],
      ['documents', 1_900],
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
      expect(href).toBe(await row.locator('th > a').getAttribute('href'));
    }
    // Every other table is cards: each value below the name of its product or record, after its label and a colon.
    for (const path of ['account/products_on_order', 'account/smallads', 'account/wishlists']) {
      await page.goto(`${shop.url}/fr/${path}`);
      const labels = await page
        .locator('.table:not(.two) td[data-label]')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.checkVisibility())
            .map((cell) => [
              getComputedStyle(cell, '::before').content,
              cell.getAttribute('data-label') ?? '',
              cell.parentElement ? getComputedStyle(cell.parentElement).display : '',
            ]),
        );
      expect(labels.length, path).toBeGreaterThan(1);
      for (const [shown = '', label = '', row] of labels) {
        expect(shown.replaceAll('\u00a0', ' ')).toMatch(/ : "$/);
        expect(label.trim().length).toBeGreaterThan(1);
        expect(row).not.toBe('table-row');
      }
    }
    await context.close();
  });

  it('SHELL-05 CART-11 what is wrong with pasted lines breaks on a phone, and the field to mend it is wide enough', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    const [product] = shop.sandbox.world.documents('products', 'fr');
    await page.goto(`${shop.url}/fr/quick-order`);
    await page.fill('#paste', `${String(product?.['sku'])} 1.000\nNO-SUCH-CODE 2`);
    await leave(page, () => page.click('button[value=paste]'));
    expect(await page.locator('#scan-lines .row.is-bad').count()).toBe(2);
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
    const field = await page.locator('#scan-lines input.mono').boundingBox();
    expect(field?.width).toBeGreaterThan(180);
    // What is wrong stands above the code, which stands there once; the row is no taller than that.
    const unknown = page.locator('#scan-lines li:has(.mono)');
    expect(await unknown.locator('.row-name').textContent()).toBe('Code inconnu');
    expect((await unknown.boundingBox())?.height).toBeLessThan(130);
    // Nor does what is to be corrected touch the filters that are chosen.
    await page.goto(`${shop.url}/fr/search?q=chien&in_stock=1`);
    await page.locator('main .qty').first().fill('abc');
    await leave(page, () => page.locator('main .qty').first().press('Enter'));
    const [notice, chips] = await Promise.all(
      ['.notice', '.chips.suggest'].map((part) => page.locator(`main ${part}`).boundingBox()),
    );
    expect((chips?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThan(8);
    await context.close();
  });

  it('CART-11 SHELL-05 a phone has the newest scans in sight below the code field, with all that tells packs apart', async () => {
    const context = await signedIn({ width: 360, script: true });
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 780 });
    const packs = [...shop.sandbox.world.variants.values()]
      .filter(({ barcode, cnkCode }) => barcode && cnkCode)
      .slice(0, 5);
    await page.goto(`${shop.url}/fr/scan`);
    await seen(page);
    await scan(
      page,
      packs.map(({ barcode }, at) => `(01)${barcode?.padStart(14, '0')}(17)291231(10)LOT${at}`),
    );
    await answered(page, 5);
    const rows = await page.locator('#scan-lines > li').all();
    for (const [at, row] of rows.entries()) {
      const text = await row.innerText();
      const { cnkCode } = packs[4 - at] ?? {};
      for (const words of [`LOT${4 - at}`, '31/12/2029', cnkCode ?? '?'])
        expect(text).toContain(words);
      expect(text).toMatch(/1 × [\d,]+\s€/);
    }
    const wholeRows = async (): Promise<number> => {
      const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
      return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= 780).length;
    };
    const fieldAt = async () => (await page.locator('#code').boundingBox())?.y ?? -1;
    await page.evaluate(() => scrollTo(0, 0));
    expect(await wholeRows()).toBe(5);
    expect(await fieldAt()).toBeGreaterThan(0);
    await page.evaluate(() => scrollTo(0, 300));
    expect(await fieldAt()).toBeGreaterThan(0);
    await context.close();
  });

  it('SHELL-10 a cart of thirty lines has its button on the first screen of a phone, and its lines in sight', async () => {
    // Of whom no other test fills the cart: a line that has to say what is not in stock takes more room.
    const context = await signedIn({ width: 360 }, 'clinique@demo.example');
    const page = await context.newPage();
    await fillCart(page, shop.url, 30);
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
    // Each names SKU, pack and form, and has its amount, its quantity and a button that takes it out.
    for (const row of (await page.locator('#cart .row').all()).slice(0, 5)) {
      expect(await row.innerText()).toMatch(/\w{2}\d{6}[^]*€/);
      const bin = await row.locator('button[name=drop]').boundingBox();
      expect(Math.min(bin?.width ?? 0, bin?.height ?? 0)).toBeGreaterThanOrEqual(24);
      const hidden = row.locator('.row-pres > span');
      if ((await hidden.count()) > 0) expect(await hidden.isVisible()).toBe(false);
    }
    expect(await wholeLines()).toBeGreaterThanOrEqual(5);
    await page.evaluate(() => {
      const rows = [...window.document.querySelectorAll('#cart .row')];
      rows[Math.floor(rows.length / 2)]?.scrollIntoView();
    });
    await expect.poll(wholeLines).toBeGreaterThanOrEqual(9);
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
