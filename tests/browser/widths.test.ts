/** No page scrolls sideways: at any width, in any language, with larger text, in print or in dark mode. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../app/base/routing/table';
import { violationsOf } from '../support/accessible';
import { fillCart } from '../support/cart-browser';
import { launchBrowser, leave, screen, seen, signInByBrowser } from '../support/browser';
import { answered, scan } from '../support/scanner';
import { doubled, fewWidths, large, tooWideInFrames, usual } from '../support/width-in-frames';
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

/** URLs of the first record in each account list, by the pattern of its page. */
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

/** A URL for a pattern of the route table, with values for its parameters; null for routes without a page. */
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

/** Tells which pages a guest can open, tested in the first language: the others behave alike. */
async function openToVisitors(): Promise<(path: string) => boolean> {
  const closed = new Set<string>();
  for (const path of pagesIn('fr', new Map())) {
    const { status } = await shop.visitor().get(path, { follow: false });
    if (status >= 300 && status < 400) closed.add(path.slice(3));
  }
  expect(closed.size).toBeGreaterThan(5);
  return (path) => !closed.has(path.slice(3));
}

/** The provider's page is not measured. */
const isOurs = (path: string): boolean => !path.endsWith('/sign-in');

/** A page of the shop that loads others in frames, as this visitor. */
async function framePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/fr/consent`);
  return page;
}

describe('page widths', () => {
  it('SHELL-10 the width check finds a page that is too wide for its frame', async () => {
    const page = await framePage(await screen(browser, { script: true }));
    // No page fits this width.
    for (const pixels of [16, 24]) {
      const narrow = [{ pixels, widths: [60] }];
      expect(await tooWideInFrames(page, ['/fr/cart'], narrow)).toHaveLength(1);
    }
    await page.context().close();
  });

  it('SHELL-10 P-86 rebate tiers do not scroll a phone sideways with the text spacing of WCAG 1.4.12', async () => {
    const context = await signedIn({ width: 320 });
    const page = await context.newPage();
    for (const path of ['/fr', '/fr/account']) {
      await page.goto(shop.url + path);
      const beyond = await page.evaluate(() => {
        const { body, documentElement } = window.document;
        for (const one of body.querySelectorAll<HTMLElement>('*'))
          Object.assign(one.style, { letterSpacing: '0.12em', wordSpacing: '0.16em' });
        return documentElement.scrollWidth - innerWidth;
      });
      expect(beyond, path).toBeLessThanOrEqual(0);
    }
    await context.close();
  });

  it('SHELL-10 no text field is below 16 px on a phone, which would enlarge the page', async () => {
    const plain = await signedIn();
    const context = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: false,
    });
    await context.addCookies(await plain.cookies());
    const page = await context.newPage();
    const small = (): Promise<string[]> =>
      page.evaluate(() =>
        [...window.document.querySelectorAll<HTMLElement>('input, select, textarea')]
          .filter(
            (field) => !/^(checkbox|radio|hidden|file)$/.test(field.getAttribute('type') ?? ''),
          )
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      );
    for (const path of pagesIn('fr', await records(plain)).filter(isOurs)) {
      await page.goto(shop.url + path);
      expect(await small(), path).toEqual([]);
    }
    // A code without a product can be corrected in its row.
    await page.goto(`${shop.url}/fr/quick-order`);
    await page.fill('#paste', 'ZZ999999 2');
    await leave(page, () => page.click('button[value="paste"]'));
    expect(await page.locator('input[name^="c."]').count()).toBeGreaterThan(0);
    expect(await small()).toEqual([]);
    for (const one of [context, plain]) await one.close();
  });

  it('SHELL-10 an endless word from the URL is wrapped inside the page', async () => {
    const page = await framePage(await screen(browser, { script: true }));
    const endless = 'w'.repeat(400);
    const paths = [`/fr/search?q=${endless}`, `/fr/${endless}`];
    expect(await tooWideInFrames(page, paths)).toEqual([]);
    await page.context().close();
  });

  it('SHELL-10 CMS-02 an endless word in a name, an address or a delivery method is wrapped inside the page', async () => {
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
    // An open notice strip shows its first message only once.
    const strip = page.locator('summary.strip');
    const first = strip.locator('b');
    const widthOf = async () => (await first.boundingBox())?.width;
    expect(await widthOf()).toBeGreaterThan(100);
    await strip.click();
    expect(await widthOf()).toBeLessThan(2);
    await context.close();
  });

  it.each(languages)(
    'SHELL-10 SHELL-05 SHELL-07 %s: no customer page scrolls sideways from 320 to 1280 px, nor breaks words with text of 24 and 32 px',
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
      // Words are longest in Dutch; the markup is the same in every language.
      const readings = locale === 'nl' ? [usual, ...large, ...doubled] : fewWidths;
      expect(await tooWideInFrames(framed, pages, readings)).toEqual([]);
      await context.close();
    },
  );

  it('SHELL-10 no guest page scrolls sideways either, in any language', async () => {
    const context = await screen(browser, { script: true });
    const page = await framePage(context);
    // Pages of customers redirect to the provider's sign-in page, which is not measured.
    const isOpen = await openToVisitors();
    for (const locale of languages) {
      const pages = pagesIn(locale, new Map()).filter(isOpen);
      const readings = locale === 'nl' ? [usual] : fewWidths;
      expect(await tooWideInFrames(page, pages, readings)).toEqual([]);
    }
    await context.close();
  });

  it('SRCH-04 SHELL-10 search suggestions are completely visible at any width, with and without icons next to the field', async () => {
    for (const context of [
      await screen(browser, { script: true }),
      await signedIn({ script: true }),
    ]) {
      const page = await context.newPage();
      await page.goto(`${shop.url}/fr`);
      await page.focus('#q');
      await page.waitForSelector('#q[role=combobox]');
      await page.keyboard.type('amox');
      await page.waitForSelector('#suggestions li');
      const cut: number[] = [];
      for (let width = 320; width <= 1320; width += 8) {
        await page.setViewportSize({ width, height: 900 });
        const isWhole = await page.$eval('#suggestions', (panel) => {
          const { left, right } = panel.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        });
        if (!isWhole) cut.push(width);
      }
      expect(cut).toEqual([]);
      await context.close();
    }
  });

  it('HOME-01 category names fit their tiles, which are two side by side on a phone', async () => {
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
            name: tile.textContent,
            top: box.top,
            bottom: box.bottom,
            out: words.getBoundingClientRect().right > box.right - 8,
          };
        }),
      );
      expect(
        tiles.filter(({ out }) => out),
        String(width),
      ).toEqual([]);
      expect(tiles[0]?.top).toBe(tiles[1]?.top);
      // Tiles of one row end at the same height, whatever the number of lines in a name.
      const ends = new Map(tiles.map(({ top, bottom }) => [top, bottom]));
      for (const { top, bottom } of tiles) expect(bottom).toBe(ends.get(top));
    }
    await context.close();
  });

  it('SHELL-10 CHK-01 checkout steps fit one line on a phone, and fields show their whole text', async () => {
    const login = 'dierenarts@demo.example';
    const plain = await signedIn({}, login);
    await fillCart(await plain.newPage(), shop.url, 1);
    await plain.close();
    for (const width of [360, 768]) {
      const context = await signedIn({ width, script: true, locale: 'nl-BE' }, login);
      const page = await context.newPage();
      await page.goto(`${shop.url}/nl/cart-confirm`);
      const steps = await page
        .locator('.steps li')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      expect(new Set(steps.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1);
      expect(await page.locator('.steps button').first().isVisible()).toBe(true);
      for (const [path, field] of [
        ['account/sales', '#no'],
        ['quick-order', '.scanbar input[type=text]'],
      ] as const) {
        await page.goto(`${shop.url}/nl/${path}`);
        // The camera button appears next to the code field once the script has loaded.
        if (path === 'quick-order') await page.locator('.scanbar .btn').nth(1).waitFor();
        const room = await page
          .locator(field)
          .first()
          .evaluate((one: HTMLInputElement) => {
            const { font, paddingLeft, paddingRight } = getComputedStyle(one);
            const pen = window.document.createElement('canvas').getContext('2d');
            if (!pen) return 0;
            pen.font = font;
            const inner = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
            return inner - pen.measureText(one.placeholder).width;
          });
        expect(room, `${path} at ${width} px`).toBeGreaterThanOrEqual(0);
      }
      await context.close();
    }
  });

  it('SHELL-05 CHK-02 at 320 px a discount code is shown completely, and a state text fits next to its icon, in all languages', async () => {
    const context = await signedIn({ width: 320 });
    const page = await context.newPage();
    await fillCart(page, shop.url, 1);
    for (const locale of languages) {
      await page.goto(`${shop.url}/${locale}/cart-confirm`);
      const coupon = page.locator('[name=coupon]');
      await coupon.fill('BIENVENUE10');
      expect(await coupon.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      for (const list of ['sales', 'quotations']) {
        await page.goto(`${shop.url}/${locale}/account/${list}`);
        const edge = await page.locator('.two tbody tr').first().boundingBox();
        const inner = (edge?.x ?? 0) + (edge?.width ?? 0) - 12;
        const cells = await page.locator('.two tbody td :is(.state, .d, .nb, b)').all();
        expect(cells.length).toBeGreaterThan(4);
        for (const cell of cells) {
          const box = await cell.boundingBox();
          const what = `${locale} ${list}: ${await cell.textContent()}`;
          expect((box?.x ?? 0) + (box?.width ?? 0), what).toBeLessThan(inner + 1);
          expect(box?.height, what).toBeLessThan(30);
        }
      }
    }
    await context.close();
  });

  it('CHK-05 SHELL-10 at 320 px checkout shows long names of payment cards completely, in all languages', async () => {
    const context = await signedIn({ width: 320 });
    const page = await context.newPage();
    await fillCart(page, shop.url, 1);
    const name = 'Virement instantané européen SEPA Instant Credit Transfer';
    const image = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    const icons = [name, 'Visa', 'Bancontact', 'American Express'].map((one) => ({
      name: one,
      image,
    }));
    const provider = { id: 14, code: 'demo', name: 'Demo', state: 'test', payment_icons: icons };
    const body = { payable: 'x', payable_reference: 'S1', amount: 1, providers: [provider] };
    const match = { path: 'payment/methods' };
    shop.sandbox.erp.control.fault({ match, status: 200, body, times: 9 });
    for (const locale of languages) {
      await page.goto(`${shop.url}/${locale}/cart-confirm`);
      const names = page.locator('.card', { hasText: name });
      expect(await names.textContent(), locale).toContain('American Express');
      const box = await names.boundingBox();
      const [inner, outer] = await names.evaluate((one) => [one.clientWidth, one.scrollWidth]);
      expect(outer, locale).toBe(inner);
      expect((box?.x ?? 0) + (box?.width ?? 999), locale).toBeLessThanOrEqual(320);
      expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(320);
    }
    shop.sandbox.erp.control.clearFaults();
    await context.close();
  });

  it('CART-10 SHELL-05 on a phone the cart shows the full stock message of a line that is out of stock', async () => {
    const context = await signedIn({ width: 360 }, 'kempenhof@demo.example');
    const page = await context.newPage();
    const gone = [...shop.sandbox.world.variants.values()].find(
      ({ stockState, orderMode, notSoldOnWebsite, sku }) =>
        stockState === 'out_of_stock' && orderMode === 'direct_sale' && !notSoldOnWebsite && sku,
    );
    await page.goto(`${shop.url}/nl/search?q=${gone?.sku ?? ''}&exact=0`);
    await page.locator('main input.qty').first().fill('2');
    await leave(page, () => page.locator('main input.qty').first().press('Enter'));
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(`${shop.url}/nl/cart`);
      const stock = page.locator('#cart .line .stock').first();
      expect(await stock.isVisible()).toBe(true);
      expect(await stock.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
    await context.close();
  });

  it('SHELL-05 PROF-01 on a phone the summary of errors in an address change keeps its distance from the text above and the form below', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/account/profile`);
    const form = page.locator('#change-request');
    // The browser would block a form without its required text.
    await form.evaluate((one: HTMLFormElement) => (one.noValidate = true));
    await leave(page, () => form.locator('[value=change]').click());
    const [summary, above, below] = await Promise.all([
      form.locator('#errors').boundingBox(),
      page.locator('#change .muted').boundingBox(),
      form.locator('.field').first().boundingBox(),
    ]);
    const topOf = (box: typeof summary): number => box?.y ?? 0;
    const endOf = (box: typeof summary): number => topOf(box) + (box?.height ?? 0);
    expect(topOf(summary) - endOf(above)).toBeGreaterThan(11);
    expect(topOf(below) - endOf(summary)).toBeGreaterThan(11);
    await context.close();
  });

  it('SHELL-10 a CNK is not broken on a phone', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    const codes: number[] = [];
    await page.goto(`${shop.url}/fr/account/sales`);
    const orders = await page
      .locator('main tbody th a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const order of orders.slice(0, 4)) {
      await page.goto(`${shop.url}${order ?? ''}`);
      codes.push(
        ...(await page.locator('.table .d').evaluateAll((all) =>
          all.flatMap((one) => {
            const walker = window.document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
            const range = window.document.createRange();
            const lines: number[] = [];
            while (walker.nextNode()) {
              const [code] = /\d{4}-\d{3}/.exec(walker.currentNode.textContent ?? '') ?? [];
              if (!code) continue;
              const start = (walker.currentNode.textContent ?? '').indexOf(code);
              range.setStart(walker.currentNode, start);
              range.setEnd(walker.currentNode, start + code.length);
              lines.push(range.getClientRects().length);
            }
            return lines;
          }),
        )),
      );
    }
    expect(codes.length).toBeGreaterThan(8);
    expect(new Set(codes)).toEqual(new Set([1]));
    await context.close();
  });

  it('SHELL-05 on a phone account records are two-line rows that link to the record', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    // The page height includes the search field with its label, two lines of notices and the account menu.
    for (const [list, most] of [
      ['sales', 2_240],
      ['documents', 2_240],
    ] as const) {
      await page.goto(`${shop.url}/fr/account/${list}`);
      expect(await page.evaluate(() => window.document.body.scrollHeight)).toBeLessThan(most);
      // The whole row is a link: its right edge leads to the same page as the name.
      const row = page.locator('main tbody tr').first();
      const box = await row.boundingBox();
      const href = await page.evaluate(
        ([x, y]) => window.document.elementFromPoint(x ?? 0, y ?? 0)?.closest('a')?.pathname,
        [(box?.x ?? 0) + (box?.width ?? 0) - 6, (box?.y ?? 0) + 6],
      );
      expect(href).toBe(await row.locator('th > a').getAttribute('href'));
    }
    // Every other table is shown as cards: each value is below the name of its product or record, after its label and a
    // colon.
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

  it.each(languages)(
    'SHELL-10 ACC-01 the import preview wraps a long reason, and stays as wide as the page (%s)',
    async (locale) => {
      const context = await signedIn();
      const page = await context.newPage();
      await page.goto(`${shop.url}/${locale}/cart/import`);
      const text = 'Code;Quantité\n(01)05400000000003(10)C9;1\n';
      const buffer = Buffer.from(text);
      await page.setInputFiles('main input[type=file]', {
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer,
      });
      await leave(page, () => page.click('main form:has(input[type=file]) button'));
      expect(await page.locator('main table .state').innerText()).toContain(
        '05400000000003'.slice(1),
      );
      const width = () => page.evaluate(() => window.document.documentElement.scrollWidth);
      for (const wide of [360, 700, 1024, 1280]) {
        await page.setViewportSize({ width: wide, height: 800 });
        expect(await width()).toBe(wide);
      }
      await context.close();
    },
  );

  it('SHELL-05 CART-11 on a phone errors of pasted rows wrap, and the field to correct a row is wide enough', async () => {
    const context = await signedIn({ width: 360 });
    const page = await context.newPage();
    const [product] = shop.sandbox.world.documents('products', 'fr');
    // A scanned label that contains two different counts: a message says that neither is ordered.
    const [gtin = ''] = [...shop.sandbox.world.variants.values()].flatMap(({ barcode }) =>
      barcode && /^\d{13}$/.test(barcode) ? [`0${barcode}`] : [],
    );
    await page.goto(`${shop.url}/fr/quick-order`);
    const typed = [`${String(product?.['sku'])} 1.000`, 'NO-SUCH-CODE 2', `(02)${gtin}(37)5(37)7`];
    await page.fill('#paste', typed.join('\n'));
    await leave(page, () => page.click('button[value=paste]'));
    expect(await page.locator('#scan-lines').textContent()).toContain('n’a pas été repris');
    expect(await page.locator('#scan-lines .row.is-bad').count()).toBe(2);
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
    const field = page.locator('input[name^="c."]:not([type="hidden"])');
    expect((await field.boundingBox())?.width).toBeGreaterThan(180);
    // The error is above the code, which is shown only once; the row is no taller than that.
    const unknown = page.locator('#scan-lines li', { has: field });
    expect(await unknown.locator('.row-name').textContent()).toBe('Code inconnu');
    expect((await unknown.boundingBox())?.height).toBeLessThan(130);
    // The text to correct does not touch the active filters either.
    await page.goto(`${shop.url}/fr/search?q=chien&in_stock=1`);
    await page.locator('main .qty').first().fill('abc');
    await leave(page, () => page.locator('main .qty').first().press('Enter'));
    const [notice, chips] = await Promise.all(
      ['.notice', '.chips.suggest'].map((part) => page.locator(`main ${part}`).boundingBox()),
    );
    expect((chips?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThan(8);
    await context.close();
  });

  it('CART-11 SHELL-05 on a phone the newest scans are visible below the code field, with every fact that distinguishes packs', async () => {
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

  it('SHELL-10 on a phone a cart of thirty lines shows its order button and its first lines on the first screen', async () => {
    // A customer whose cart no other test fills: messages about missing stock would take more space.
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
    // Each row shows SKU, pack and form, its amount, its quantity and a button to remove it.
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

/** Visible numbers that are broken from their unit at the end of a line. */
const brokenFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const figure = /\d[–×\d.,\s\u2060]*\s(?:kg|g|mg|ml)(?!\p{L})/gu;
    const texts = window.document.createTreeWalker(window.document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement?.closest('script, style, noscript, .vh, textarea')) continue;
      for (const { 0: found, index } of (text.textContent ?? '').matchAll(figure)) {
        const range = window.document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + found.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(found);
      }
    }
    return broken;
  });

describe('a number with a unit', () => {
  it.each(languages)(
    'SHELL-10 a number and its unit stay on one line on a phone (%s)',
    async (locale) => {
      const context = await signedIn({ width: 320 });
      const page = await context.newPage();
      await fillCart(page, shop.url, 30);
      for (const path of [
        'search?q=spot-on',
        'search?q=kg',
        'search?q=mg',
        'cart',
        'cart-confirm',
      ]) {
        await page.goto(`${shop.url}/${locale}/${path}`);
        for (const width of [320, 340, 360, 390]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await brokenFigures(page), `${path} ${width}`).toEqual([]);
        }
      }
      await context.close();
    },
  );
});

describe('the cart’s badge', () => {
  it.each([360, 800])(
    'SHELL-05 SHELL-10 the cart badge does not cover its icon and its state sign, whatever its number (%i px)',
    async (width) => {
      const context = await signedIn({ width }, 'clinique@demo.example');
      const page = await context.newPage();
      await fillCart(page, shop.url, 3);
      await page.goto(`${shop.url}/fr/cart`);
      const boxOf = async (selector: string) => {
        const box = await page.locator(`[data-cart-badge] ${selector}`).boundingBox();
        if (!box) throw new Error(`${selector} is not seen`);
        return { ...box, right: box.x + box.width };
      };
      const bar = async () => (await page.locator('header.top').boundingBox())?.height;
      const height = await bar();
      for (const number of ['7', '24', '128', '1 234', '12 345']) {
        await page.evaluate((text) => {
          const badge = window.document.querySelector('[data-cart-badge]');
          const [first] = badge?.querySelector('.count')?.childNodes ?? [];
          if (first) first.nodeValue = text;
          badge?.querySelector('.sync')?.setAttribute('data-state', 'offline');
        }, number);
        const [drawing, count, state] = [
          await boxOf('.i'),
          await boxOf('.count'),
          await boxOf('.t'),
        ];
        expect(count.x, number).toBeGreaterThanOrEqual(drawing.right);
        expect(count.x, number).toBeGreaterThanOrEqual(state.right - 1);
        expect(count.right, number).toBeLessThanOrEqual(width);
        expect(await bar(), number).toBe(height);
      }
      await context.close();
    },
  );
});

describe('other colour schemes', () => {
  it('SHELL-07 dark mode violates neither contrast nor other accessibility rules', async () => {
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

  it('SHELL-07 forced colours show the search field and the current checkout step', async () => {
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
    // The value of a bar chart is a background, which forced colours would remove.
    await page.goto(`${shop.url}/fr/account`);
    const bar = page.locator('progress.gain');
    expect(await bar.evaluate((one) => getComputedStyle(one).forcedColorAdjust)).toBe('none');
    await context.close();
  });
});
