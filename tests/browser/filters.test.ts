/** Filters apply from the top of the list, with and without script (SRCH-01). */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screen } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';

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

const box = '#filters details[open] input[type=checkbox]:not(:checked):enabled';

describe('filters', () => {
  it('SRCH-01 a ticked filter applies at once, without storage too, and keeps the focus', async () => {
    const context = await screen(browser, { script: true });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/search?q=chien`, { waitUntil: 'networkidle' });
    const first = page.locator(box).first();
    const chosen = `${String(await first.getAttribute('name'))}=${String(await first.getAttribute('value'))}`;
    await first.click();
    await page.waitForURL((url) =>
      url.searchParams.toString().includes(chosen.split('=')[0] ?? ''),
    );
    await page.waitForFunction((wanted) => {
      const { activeElement: one } = document;
      return one instanceof HTMLInputElement && `${one.name}=${one.value}` === wanted;
    }, chosen);
    expect(await page.locator('#filters input:checked').count()).toBe(1);
    // A browser that blocks cookies also blocks storage.
    await context.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
    );
    await page.goto(`${shop.url}/fr/search?q=chien`, { waitUntil: 'networkidle' });
    await first.click();
    await page.waitForURL((url) =>
      url.searchParams.toString().includes(chosen.split('=')[0] ?? ''),
    );
    await context.close();
  });

  it('SRCH-01 without script, the button above all checkboxes applies the ticked filters', async () => {
    const context = await screen(browser);
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/search?q=chien`);
    const before = new URL(page.url()).search;
    const first = page.locator(box).first();
    await first.check();
    expect(new URL(page.url()).search).toBe(before);
    const apply = page.locator('#filters button[type=submit]').first();
    const [button, top] = [await apply.boundingBox(), await first.boundingBox()];
    expect(button?.y).toBeLessThan(top?.y ?? 0);
    await apply.click();
    await page.waitForURL((url) => url.search !== before);
    expect(await page.locator('#filters input:checked').count()).toBe(1);
    await context.close();
  });

  it('SRCH-01 in the filter panel of a phone, several filters can be ticked before they apply', async () => {
    const context = await screen(browser, { script: true, width: 360 });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/search?q=chien`, { waitUntil: 'networkidle' });
    const before = page.url();
    await page.locator('[popovertarget=filters]').first().click();
    await page.locator(box).nth(1).check();
    await page.locator(box).first().check();
    expect(page.url()).toBe(before);
    await page.locator('#filters button[type=submit]').first().click();
    await page.waitForURL((url) => url.href !== before);
    expect(await page.locator('#filters input:checked').count()).toBe(2);
    await context.close();
  });
});
