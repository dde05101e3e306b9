import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/accessible';
import { launchBrowser, leave, screen, signInByBrowser } from '../support/browser';
import { settled } from '../support/cart-browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let browser: Browser;
let productKey: Record<string, string>;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  browser = await launchBrowser();
  const product = [...shop.sandbox.world.documents('products', 'fr')].find(
    (one) => one['main'] === true && Number(one['variant_count']) > 2 && one['is_meds'] === true,
  );
  const keys = product?.['url_key_locales'] as Record<string, string>;
  productKey = { fr: keys['fr_BE'] ?? '', nl: keys['nl_BE'] ?? '', en: keys['en_US'] ?? '' };
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/**
 * Further pages, each in one language; a regular expression stands for the first matching link of the previous page.
 */
const furtherPages: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  fr: [],
  nl: [
    '/search?q=hond',
    /\/nl\/p\//,
    '/selection',
    '/vetgroup',
    '/scan',
    '/account/register',
    '/account/sales',
    /\/account\/sales\/\d+$/,
    /\/sales\/\d+\/again$/,
    '/account/wishlists',
    /\/account\/wishlists\/\d+$/,
    /\/wishlists\/\d+\/edit$/,
    '/account/profile',
    '/account/sign-out',
    '/offline',
    '/search?q=zzqqxx',
  ],
  en: [
    '/search?q=dog',
    /\/en\/c\//,
    '/cart',
    '/account/documents',
    '/account/products_on_order',
    /\/products_on_order\/[^/]+\/cancel/,
    '/account/quotations',
    /\/quotations\/\d+$/,
    '/account/smallads',
    /\/smallads\/\d+$/,
    '/news',
    /\/en\/news\/[\w-]+$/,
    /\/en\/page\//,
    '/account/signed-out',
    '/account/oidc-redirect',
    '/form/visit_request',
  ],
};

/** The URL of `wanted` on this page; a path is returned unchanged. */
async function addressOn(page: Page, locale: string, wanted: string | RegExp): Promise<string> {
  if (typeof wanted === 'string') return `/${locale}${wanted}`;
  const hrefs = await page.$$eval('a[href]', (all) => all.map((one) => one.getAttribute('href')));
  const found = hrefs.find((href) => href !== null && wanted.test(href.split(/[?#]/)[0] ?? ''));
  if (!found) throw new Error(`${page.url()} has no link to ${String(wanted)}`);
  return found;
}

const pathsOf = (locale: string): string[] =>
  [
    '',
    '/search?q=chien',
    `/p/${productKey[locale] ?? ''}`,
    '/promotions',
    '/quick-order',
    '/cart',
    '/cart-confirm',
    '/account',
    '/account/sales',
    '/form/visit_request',
    '/form/delivery_claim',
    '/account/smallads',
    '/account/smallads?mine=all',
    '/account/smallads/new',
    '/news',
    '/contact',
    '/contact-success?file=no',
    '/newsletter',
    '/consent',
    '/no/such/page',
  ].map((path) => `/${locale}${path}`);

/** Rows of order sheets whose price is covered by the quantity field or button next to it. */
const coveredPrices = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.row')].filter((row) => {
        const price = row.querySelector('.row-price')?.getBoundingClientRect();
        const act = row.querySelector('.row-act > *')?.getBoundingClientRect();
        if (!price || !act) return false;
        const beside = price.right <= act.left || act.right <= price.left;
        return !beside && price.bottom > act.top && act.bottom > price.top;
      }).length,
  );

/** Open disclosure elements in the main part that are too narrow for one word of their title. */
const squeezedFolds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const folds = [...document.querySelectorAll<HTMLDetailsElement>('main details')];
    for (const fold of folds) fold.open = true;
    return folds
      .map((fold) => fold.querySelector('summary'))
      .filter((title) => title?.checkVisibility() && title.scrollWidth > title.offsetWidth)
      .map((title) => title?.textContent ?? '');
  });

/** Enters quantities down a result list and presses Enter once, as a user does; with script the page stays. */
async function orderTwoLines(page: Page, script: boolean): Promise<void> {
  await page.goto(`${shop.url}/fr/search?q=seringue`);
  const quantities = page.locator('input.qty');
  await quantities.nth(0).fill('2');
  await quantities.nth(1).fill('3');
  if (script) {
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await quantities.nth(1).press('Enter');
    await settled(page);
  } else await leave(page, () => quantities.nth(1).press('Enter'));
}

describe('pages in a browser', () => {
  // The markup is the same in every language, but the word lengths differ.
  it.each([
    { locale: 'fr', width: 360 },
    { locale: 'fr', width: 1280 },
    { locale: 'nl', width: 360 },
    { locale: 'en', width: 768 },
  ])(
    'SHELL-07 P-85 $locale: no accessibility violation and no covered price at $width px',
    async ({ locale, width }) => {
      // axe needs script; the tested pages are those that are served without script too.
      const context = await screen(browser, { width, script: true, locale });
      await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
      const page = await context.newPage();
      if (locale === 'fr') await orderTwoLines(page, true);
      const further = furtherPages[locale] ?? [];
      for (const wanted of further.length > 0 ? further : pathsOf(locale)) {
        const isKnown = typeof wanted === 'string' && further.length === 0;
        const path = isKnown ? wanted : await addressOn(page, locale, wanted);
        await page.goto(shop.url + path);
        expect(await violationsOf(page)).toEqual([]);
        const wide = () =>
          page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(await wide(), `${path} at ${width}`).toBeLessThanOrEqual(0);
        expect(await coveredPrices(page), `${path} at ${width}`).toBe(0);
        expect(await squeezedFolds(page), `${path} at ${width}`).toEqual([]);
        expect(await wide(), `${path} at ${width}, unfolded`).toBeLessThanOrEqual(0);
      }
      await context.close();
    },
  );

  it('P-78 one order without script: find, enter quantities, confirm, see the order number', async () => {
    const context = await screen(browser, { width: 1280, script: false });
    await signInByBrowser(context, shop.url, 'aanzee@demo.example', 'aanzee-demo');
    const page = await context.newPage();
    await orderTwoLines(page, false);
    await page.goto(`${shop.url}/fr/cart`);
    expect(await page.locator('.count').textContent()).toContain('5');
    await page.goto(`${shop.url}/fr/cart-confirm`);
    // CHK-02: the totals follow the selected carrier before anything is submitted.
    const express = page.locator('label.card:has(input[name="how"][value="2"])');
    await express.locator('input').check();
    const total = (await page.locator('#checkout .sums dd.total').innerText()).trim();
    expect(total).toMatch(/^[\d.,\s]+€$/);
    expect(await express.innerText()).toContain(total);
    for (let round = 0; round < 4 && !page.url().includes('cart-validated'); round += 1) {
      const carrier = page.locator('input[name="how"]:not([disabled])').first();
      if ((await carrier.count()) > 0) await carrier.check();
      const acknowledgement = page.locator('input[type="checkbox"][required]');
      if ((await acknowledgement.count()) > 0) await acknowledgement.first().check();
      await leave(page, () => page.locator('#checkout button[value="confirm"]').click());
    }
    expect(page.url()).toContain('/fr/cart-validated');
    expect(await page.locator('main').textContent()).toMatch(/S\d{5,}/);
    await context.close();
  });

  it('P-22 no page violates its own content policy, with script', async () => {
    const context = await screen(browser, { width: 1280, script: true });
    await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
    for (const path of pathsOf('fr').filter((one) => !one.includes('no/such'))) {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
