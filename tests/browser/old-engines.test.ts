/**
 * Browsers in which the islands could take an order over and not send it (Safari 15.4 to 15.6 have no
 * `AbortSignal.timeout` and no `requestSubmit`) keep their plain forms (SHELL-11).
 */
import type { Browser, BrowserContext } from 'playwright';
import { describe, expect, it } from 'vitest';
import { goodsOf, quantityOf, sheetOf, signedInContext } from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

async function oldContext(): Promise<BrowserContext> {
  const context = await signedInContext(shop, browser);
  await context.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit');
  });
  return context;
}

describe('an engine older than the islands', () => {
  it('SHELL-11 CART-02 adds by the plain form of the order sheet, and no island is there', async () => {
    const context = await oldContext();
    const page = await context.newPage();
    const goods = goodsOf(shop, 3);
    await sheetOf(page, goods);
    await page.fill(`input[name="q.${goods.id}"]`, '4');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await page.press(`input[name="q.${goods.id}"]`, 'Enter');
    expect((await posted).isNavigationRequest()).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(await quantityOf(page, goods.id)).toBe('4');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('cart-island').count()).toBe(1);
    expect(await page.locator('cart-island:defined').count()).toBe(0);
    await context.close();
  });

  it('SHELL-11 CART-11 a scanned code goes to the shop with the form, and nothing is kept here', async () => {
    const context = await oldContext();
    const page = await context.newPage();
    await page.goto('/fr/scan');
    const { sku } = goodsOf(shop, 4);
    await page.fill('#code', sku);
    await page.press('#code', 'Enter');
    await page.waitForSelector(`#scan-lines li:has-text("${sku}")`);
    const kept = await page.evaluate(() => Object.keys(localStorage).length);
    expect(kept).toBe(0);
    await context.close();
  });
});
