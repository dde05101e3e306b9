/** Sign-out in one tab while another tab has a change in transit. */
import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodsOf, inErp, openSheet, signedInContext, typeQuantity } from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  { products: 60 },
);
beforeEach(async () => {
  context = await signedInContext(shop, browser);
});
afterEach(() => context.close());

/** Holds the response to the next request for this path; `answered` resolves once the shop has sent it. */
async function held(page: Page, path: string) {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  const answered = new Promise<void>((done) => {
    void page.route(
      path,
      async (route: Route) => {
        const response = await route.fetch();
        done();
        await released;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  return { answered, release };
}

const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart:v1:')));

async function signOut(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  // SHELL-01: Escape and a click outside close the menu.
  const opened = page.locator('details[open] > summary.who');
  for (const close of [() => page.keyboard.press('Escape'), () => page.click('h1')]) {
    await page.click('summary.who');
    await opened.waitFor();
    await close();
    expect(await opened.count()).toBe(0);
  }
  await page.click('summary.who');
  await page.click('form[data-sign-out] button');
  await page.waitForFunction(() => document.querySelector('cart-island') === null);
}

describe('sign-out in another tab', () => {
  it('CART-08 P-12 P-54 a cart edit in transit at sign-out in another tab reaches the cart, and leaves nothing in the browser', async () => {
    const goods = goodsOf(shop, 3);
    const [leaving, ordering] = [await context.newPage(), await context.newPage()];
    await leaving.goto('/fr');
    await openSheet(ordering, goods);
    const { answered, release } = await held(ordering, '**/cart/sync');
    await typeQuantity(ordering, goods, '3');
    await answered;
    await signOut(leaving);
    expect(await keptIn(leaving)).toEqual([]);
    release();
    await ordering.waitForSelector('[data-cart-badge] .sync[data-state="synced"]');
    expect(inErp(shop, goods.id)).toBe(3);
    expect(await keptIn(leaving)).toEqual([]);
    // The next page of the other tab is a guest's.
    await ordering.goto('/fr/cart');
    expect(await ordering.locator('cart-island').count()).toBe(0);
    expect(await keptIn(ordering)).toEqual([]);
  });
});
