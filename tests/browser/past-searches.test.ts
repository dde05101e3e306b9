/** The last searches of this browser, below an empty search box. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser';
import { signedInContext } from '../support/cart-browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  browser = await launchBrowser();
  context = await signedInContext(shop, browser);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const field = 'form[data-search] input[name=q]';
const option = '#suggestions li > a';

async function search(text: string): Promise<void> {
  await page.goto('/fr');
  await page.focus(field);
  await page.waitForSelector(`${field}[role=combobox]`);
  await page.fill(field, text);
  await page.press(field, 'Enter');
  await page.waitForURL(/\/fr\/(?:search|p\/)/);
}

async function offered(on: Page): Promise<string[]> {
  await on.goto('/fr');
  await on.focus(field);
  await on.waitForSelector(option);
  return on.locator(option).allTextContents();
}

/** Set once the island is loaded and had its chance to show the list. */
const offersNothing = async (on: Page): Promise<boolean> => {
  await on.goto('/fr');
  await on.focus(field);
  await on.waitForSelector(`${field}[role=combobox]`);
  const kept = await on.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('cart:v1:searches:')),
  );
  return kept.length === 0 && (await on.locator(option).count()) === 0;
};

const clear = 'Effacer les dernières recherches';

describe('past searches', () => {
  it('SRCH-04 past searches are listed below the empty search box, newest first, with keyboard access', async () => {
    expect(await offersNothing(page)).toBe(true);
    for (const text of ['collerette', 'gants', 'Collerette']) await search(text);
    expect(await offered(page)).toEqual(['Collerette', 'gants', clear]);
    const axe = await new AxeBuilder({ page })
      .include('form[data-search]')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(axe.violations.map(({ id }) => id)).toEqual([]);
    await page.press(field, 'Escape');
    expect(await page.locator(option).count()).toBe(0);
    await page.press(field, 'ArrowDown');
    await page.waitForSelector(option);
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL((address) => address.searchParams.get('q') === 'gants');
    expect(await offered(page)).toEqual(['gants', 'Collerette', clear]);
  });

  it('SRCH-04 P-54 past searches are separate for a guest in the same browser, and can be cleared', async () => {
    const cookies = await context.cookies();
    await context.clearCookies();
    expect(await page.goto('/fr').then(() => page.locator('cart-island').count())).toBe(0);
    await page.focus(field);
    await page.waitForSelector(`${field}[role=combobox]`);
    expect(await page.locator(option).count()).toBe(0);
    await search('compresse');
    expect(await offered(page)).toEqual(['compresse', clear]);
    await page.click(`text=${clear}`);
    expect(await page.locator(option).count()).toBe(0);
    await context.addCookies(cookies);
    expect(await offered(page)).toEqual(['gants', 'Collerette', clear]);
  });

  it('SRCH-04 CART-08 past searches are deleted at sign-out, and need script', async () => {
    const plain = await (
      await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    ).newPage();
    await plain.goto('/fr');
    await plain.focus(field);
    expect(await plain.locator(`${field}[role=combobox]`).count()).toBe(0);
    await page.goto('/fr');
    await page.click('summary.who');
    await page.click('form[data-sign-out] button');
    await page.waitForFunction(() => document.querySelector('cart-island') === null);
    expect(await offersNothing(page)).toBe(true);
  });
});
