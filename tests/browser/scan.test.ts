import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser';
import { goodsOf, quantityOf, settled, signedInContext } from '../support/cart-browser';
import { runScanProof } from '../load/scan-proof';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await startTestShop({ settings: { ERP_MAX_SECONDS: '1' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const signedIn = () => signedInContext(shop, browser);
const codes = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => goodsOf(shop, from + at).sku);

/** As a scanner types: each key at once, Enter behind the last, no look at what the page does. */
async function scan(page: Page, all: readonly string[]): Promise<void> {
  for (const code of all) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
}

const answered = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction(
    (rows) =>
      document.querySelectorAll('#scan-lines > li').length === rows &&
      !document.querySelector('#scan-lines [data-waits]'),
    count,
    { timeout: 60_000 },
  );
const scanPage = async (context: BrowserContext, path = '/fr/scan'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(path);
  return page;
};
const shownSkus = (page: Page): Promise<string[]> =>
  page.$$eval('#scan-lines .row-codes > span:first-child', (all) =>
    all.map(({ textContent }) => textContent ?? ''),
  );

describe('scanning', () => {
  it('CART-11 the field is empty and has the focus as soon as Enter is pressed', async () => {
    const context = await signedIn();
    const page = await scanPage(context);
    await page.keyboard.type('MA659359');
    await page.keyboard.press('Enter');
    const state = await page.evaluate(() => [
      document.activeElement?.id,
      document.querySelector<HTMLInputElement>('#code')?.value,
    ]);
    expect(state).toEqual(['code', '']);
    await context.close();
  });

  it('CART-11 codes without a pause: each is a row, newest on top, and all go into the cart once', async () => {
    const context = await signedIn();
    const page = await scanPage(context);
    const all = codes(0, 12);
    await scan(page, [...all, all[3] ?? '', 'XXXX1']);
    await answered(page, 13);
    expect(await shownSkus(page)).toEqual([all[3], ...all.filter((_, at) => at !== 3).reverse()]);
    expect(await page.inputValue('#scan-lines li:nth-child(2) input[name^="q."]')).toBe('2');
    await page.click('button[value="add"]');
    await settled(page);
    await answered(page, 1);
    expect(await page.inputValue('#scan-lines input[name^="c."]')).toBe('XXXX1');
    expect(await quantityOf(page, goodsOf(shop, 3).id)).toBe('2');
    expect(await quantityOf(page, goodsOf(shop, 0).id)).toBe('1');
    await context.close();
  });

  it('CART-11 an unknown code is corrected where it stands, a quantity too, a row goes', async () => {
    const context = await signedIn();
    const page = await scanPage(context, '/fr/quick-order');
    const [right = '', other = ''] = codes(20, 2);
    await scan(page, ['YYYY2', other]);
    await answered(page, 2);
    const field = page.locator('#scan-lines input[name^="c."][type="text"]');
    await field.fill(right);
    await field.press('Enter');
    await page.waitForFunction(
      (sku) => document.querySelector('#scan-lines')?.textContent?.includes(sku),
      right,
    );
    const quantity = page.locator('#scan-lines li:has-text("' + right + '") input[name^="q."]');
    await quantity.fill('abc');
    await quantity.press('Enter');
    await page.waitForSelector('#scan-lines [aria-invalid]');
    await page.click('#scan-lines li:has-text("' + other + '") button[name="drop"]');
    await answered(page, 1);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('code');
    await page.click('button[value="add"]');
    expect(await quantityOf(page, goodsOf(shop, 20).id)).toBeNull();
    await context.close();
  });

  it('CART-11 what was scanned offline survives a reload and is answered with the network', async () => {
    const context = await signedIn();
    const page = await scanPage(context);
    const all = codes(30, 3);
    await scan(page, all.slice(0, 1));
    await answered(page, 1);
    await context.setOffline(true);
    await scan(page, all.slice(1));
    expect(await page.locator('#scan-lines [data-waits]').count()).toBe(2);
    await page.keyboard.type('half');
    await context.setOffline(false);
    await page.reload();
    await answered(page, 3);
    expect(await page.inputValue('#code')).toBe('half');
    await context.close();
  });

  it('CART-11 home puts each code into the cart at once and keeps the focus', async () => {
    const context = await signedIn();
    const page = await scanPage(context, '/fr');
    await page.focus('#code');
    const all = codes(40, 4);
    await scan(page, [...all, 'ZZZZ3']);
    await answered(page, 5);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('code');
    await settled(page);
    expect(await quantityOf(page, goodsOf(shop, 40).id)).toBe('1');
    expect(await quantityOf(page, goodsOf(shop, 43).id)).toBe('1');
    await page.goto('/fr');
    await answered(page, 1);
    await context.close();
  });

  it('CART-10 a pasted list joins what was scanned, and Back does not bring it again', async () => {
    const context = await signedIn();
    const page = await scanPage(context, '/fr/quick-order');
    const [one = '', two = ''] = codes(50, 2);
    await scan(page, [one]);
    await answered(page, 1);
    await page.fill('#paste', `${two} 3\nNOPE 1`);
    await page.click('button[value="paste"]');
    await page.waitForURL('**/fr/quick-order');
    await answered(page, 3);
    await page.reload();
    await answered(page, 3);
    expect(await shownSkus(page)).toEqual(expect.arrayContaining([one, two]));
    await context.close();
  });

  it('CART-11 forty codes at 120 ms on a line of 50 kbit/s with resets: forty rows, none lost or glued', async () => {
    const run = await runScanProof({ codes: 40, spacingMs: 120, seed: 7 });
    expect(run).toMatchObject({ right: 40, lost: 0, glued: 0, cartDiffers: 0 });
    expect(run.resets).toBeGreaterThan(0);
  }, 600_000);
});
