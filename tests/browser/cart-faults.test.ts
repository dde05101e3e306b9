import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave } from '../support/browser';
import {
  goodsOf,
  quantityOf,
  queued,
  settled,
  sheetOf,
  signedInContext,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

describe('the cart in a browser when things go wrong', () => {
  it('P-81 CART-07 a line that says nothing is given up, the queue stays, and it is sent once', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 0);
    await sheetOf(page, one);
    let silent = 0;
    await context.route('**/cart/sync', () => {
      silent += 1;
    });
    await typeQuantity(page, one, '4');
    await page.waitForSelector('[data-cart-badge] .sync[data-state="offline"]', {
      timeout: 60_000,
    });
    expect(silent).toBeGreaterThan(0);
    await expect.poll(() => queued(page)).toBe(1);
    await context.unroute('**/cart/sync');
    await page.reload();
    await settled(page);
    expect(await quantityOf(page, one.id)).toBe('4');
    await context.close();
  });

  it('P-78 with every script lost on the way the sheet is a plain form', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 1);
    await context.route(/\.js(\?|$)/, (route) => route.abort('connectionreset'));
    await sheetOf(page, one);
    await leave(page, () => typeQuantity(page, one, '2'));
    expect(await quantityOf(page, one.id)).toBe('2');
    await context.close();
  });

  it('P-49 tabs of a browser without locks add up exactly all the same', async () => {
    const context = await signedInContext(shop, browser);
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    const one = goodsOf(shop, 2);
    const pages = await Promise.all([0, 1, 2].map(() => context.newPage()));
    for (const page of pages) await sheetOf(page, one);
    await Promise.all(
      pages.map(async (page) => {
        for (let round = 0; round < 5; round += 1) {
          await typeQuantity(page, one, '1');
          await page.waitForTimeout(700);
        }
      }),
    );
    for (const page of pages) await settled(page);
    const [first] = pages;
    expect(first && (await quantityOf(first, one.id))).toBe('15');
    await context.close();
  });
});
