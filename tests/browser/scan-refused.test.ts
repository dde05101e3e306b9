/** A browser without storage: scans still become rows, and no page transfers them without asking. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave, seen } from '../support/browser';
import { goodsOf, quantityOf, signedInContext } from '../support/cart-browser';
import { answered, burst, scan, scanPage, shownSkus, skusOf } from '../support/scanner';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

const refusals = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  },
  missing: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: () => null });
  },
};
const kinds = Object.keys(refusals) as (keyof typeof refusals)[];

async function refusing(kind: keyof typeof refusals = 'full'): Promise<BrowserContext> {
  const context = await signedInContext(shop, browser);
  await context.addInitScript(refusals[kind]);
  return context;
}

/** Sets a mark that proves that the page has not been left since. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const isSame = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'same' in document.documentElement.dataset);

/** Waits until the page's in-memory cart edits are sent. */
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => window.pageStorage?.keys().some((key) => key.startsWith('cart:v1:tx:')) === false,
  );

const codesIn = (page: Page): Promise<string[]> =>
  page.$$eval('#scan-lines [name^="c."]', (all) =>
    all.map((one) => (one instanceof HTMLInputElement ? one.value : '')),
  );

describe('scanning when the browser refuses storage', () => {
  it.each(kinds)(
    'CART-11 CART-05 with storage refused (%s), each of five scans is a row, and is added once',
    async (kind) => {
      const from = 60 + kinds.indexOf(kind) * 5;
      const context = await refusing(kind);
      const page = await scanPage(context);
      await mark(page);
      const all = skusOf(shop, from, 5);
      for (const code of all) await burst(page, [...code, 'Enter']);
      await answered(page, 5);
      await expect.poll(() => shownSkus(page)).toEqual(all.toReversed());
      await page.click('button[value="add"]');
      await settled(page);
      await answered(page, 0);
      // These two codes are scanned while the page sends the first ones.
      await scan(page, skusOf(shop, from, 1));
      await answered(page, 1);
      expect(await isSame(page)).toBe(true);
      const other = await scanPage(await signedInContext(shop, browser), '/fr/cart');
      for (const at of [0, 1, 2, 3, 4])
        expect(await quantityOf(other, goodsOf(shop, from + at).id)).toBe('1');
      await other.context().close();
      await context.close();
    },
  );

  it.each(kinds)(
    'CART-11 with storage refused (%s), the home page adds each scan to the cart, and stays open',
    async (kind) => {
      const from = 80 + kinds.indexOf(kind) * 3;
      const context = await refusing(kind);
      const page = await scanPage(context, '/fr');
      await mark(page);
      const all = skusOf(shop, from, 3);
      await page.focus('#code');
      for (const code of all) await burst(page, [...code, 'Enter']);
      await answered(page, 3);
      expect(await shownSkus(page)).toEqual(all.toReversed());
      await settled(page);
      expect(await isSame(page)).toBe(true);
      await page.goto('/fr/cart');
      for (const at of [0, 1, 2])
        expect(await quantityOf(page, goodsOf(shop, from + at).id)).toBe('1');
      await context.close();
    },
  );

  it('CART-11 with storage refused, a page with scanned rows asks before it is left, and keeps the rows if the customer stays', async () => {
    const context = await refusing();
    const page = await scanPage(context);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const [code = ''] = skusOf(shop, 90, 1);
    await scan(page, [code]);
    await answered(page, 1);
    await page.click('.crumbs a');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await shownSkus(page)).toEqual([code]);
    await page.click('button[value="add"]');
    await settled(page);
    await leave(page, () => page.click('.crumbs a'));
    expect(asked).toHaveLength(1);
    await context.close();
  });

  it('CART-11 with storage refused, a scan while the next page is loading keeps this page open', async () => {
    const context = await refusing();
    const page = await scanPage(context);
    await mark(page);
    let go = (): void => {};
    const open = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/fr(\?.*)?$/, async (route) => {
      await open;
      await route.continue().catch(() => null);
    });
    await page.click('.crumbs a', { noWaitAfter: true });
    const [code = ''] = skusOf(shop, 91, 1);
    await scan(page, [code]);
    go();
    await answered(page, 1);
    expect(await shownSkus(page)).toEqual([code]);
    expect(await isSame(page)).toBe(true);
    await context.close();
  });

  it('CART-10 CART-11 with storage refused, scanned rows are submitted together with a pasted list', async () => {
    const context = await refusing();
    const page = await scanPage(context, '/fr/quick-order');
    page.on('dialog', (dialog) => void dialog.dismiss());
    const [first = '', second = '', pasted = ''] = skusOf(shop, 92, 3);
    await scan(page, [first]);
    await answered(page, 1);
    await scan(page, [`${second} 4`]);
    await answered(page, 2);
    await page.fill('#paste', `${pasted} 2`);
    await leave(page, () => page.click('button[value="paste"]'));
    await answered(page, 3);
    expect((await shownSkus(page)).sort()).toEqual([first, second, pasted].sort());
    const row = page.locator('#scan-lines > li', { hasText: second });
    expect(await row.locator('[name^="q."]').inputValue()).toBe('4');
    await context.close();
  });

  it.each(['/fr'])(
    'CART-11 SHELL-11 with storage refused, %s without its script posts each code together with those not yet added',
    async (path) => {
      const context = await refusing();
      await context.route(/\/assets\/entry\.client/, (route) => route.abort());
      const page = await scanPage(context, path);
      let go = (): void => {};
      const open = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/fr/quick-order', async (route) => {
        await open;
        await route.continue().catch(() => null);
      });
      const [first = '', second = ''] = skusOf(shop, 96, 2);
      await page.focus('#code');
      const sent = page.waitForRequest((one) => one.postData()?.includes(second) ?? false);
      // Do not evaluate script in the page from the first code on: a page that is navigating may not answer.
      await leave(page, async () => {
        const typed = scan(page, [first, second]);
        await sent;
        go();
        await typed;
      });
      await seen(page);
      expect(await codesIn(page)).toEqual([second, first]);
      await context.close();
    },
  );
});
