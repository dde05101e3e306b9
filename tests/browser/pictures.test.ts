/** Pictures of a list: which are fetched, and when (P-76, P-77). */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screen } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';
import { until } from '../support/until';

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/** Small pictures that have been asked for, in the order of asking. */
function askedPictures(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/media\/p\/.*\/small\./.test(pathname)) asked.push(pathname);
  });
  return asked;
}

const rowsInView = (page: Page): Promise<number> =>
  page.$$eval(
    'li.row',
    (rows) => rows.filter((row) => row.getBoundingClientRect().top < window.innerHeight).length,
  );

describe('the pictures of a list of thirty rows', () => {
  // Without script a browser fetches all of them: HTML lets it ignore `loading` then, as laziness tells what is read.
  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    it(`P-76 P-77 at ${width} px are fetched for the rows in view and the next, six at most`, async () => {
      const context = await screen(browser, { width, script: true });
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      const asked = askedPictures(page);
      await page.goto(`${shop.url}/fr/search?q=chien`, { waitUntil: 'networkidle' });
      expect(await page.locator('li.row img.row-pic').count()).toBeGreaterThan(20);
      const shown = await rowsInView(page);
      expect(asked.length).toBeGreaterThanOrEqual(shown - 1);
      expect(asked.length).toBeLessThanOrEqual(Math.min(6, shown + 1));
      // A row that comes into view has its picture.
      const last = page.locator('li.row:has(img.row-pic)').last();
      await last.scrollIntoViewIfNeeded();
      await until(() =>
        last
          .locator('img.row-pic')
          .evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
      );
      await context.close();
    });
  }
});
