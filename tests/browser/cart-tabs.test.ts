/** Several tabs and devices of one customer: an entered quantity is the new total, whatever each tab had shown. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addToCart,
  goodsOf,
  inErp,
  openSheet,
  queued,
  settled,
  signedInContext,
  touched,
  type Goods,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

let at = 0;
let one: Goods;
/** Each test has its own product, with three pieces in the cart. */
beforeEach(async () => {
  one = goodsOf(shop, at);
  at += 1;
  context = await signedInContext(shop, browser);
  const page = await context.newPage();
  await addToCart(page, one, '3');
  await page.close();
  return () => context.close();
});

async function cartTab(of = context): Promise<Page> {
  const page = await of.newPage();
  await page.goto('/fr/cart');
  await touched(page, one);
  expect(await shown(page)).toBe('3');
  return page;
}

const shown = (page: Page): Promise<string> => page.inputValue(`input[name="q.${one.id}"]`);
const press = (page: Page, button: 'more' | 'less' | 'drop'): Promise<void> =>
  page.click(`button[name="${button}"][value="${one.id}"]`);
const inCart = (): number => inErp(shop, one.id);
async function online(page: Page): Promise<void> {
  await context.setOffline(false);
  await settled(page);
}

describe('several tabs with one cart', () => {
  it('CART-02 offline: the same quantity entered in two tabs counts once', async () => {
    const [a, b] = [await cartTab(), await cartTab()];
    await context.setOffline(true);
    await typeQuantity(a, one, '5');
    await expect.poll(() => queued(b)).toBe(1);
    await typeQuantity(b, one, '5');
    expect([await shown(a), await shown(b)]).toEqual(['5', '5']);
    await online(a);
    expect(inCart()).toBe(5);
  });

  it('CART-02 offline: the quantity entered last in one of three tabs wins, and + adds to it', async () => {
    const [a, b, c] = [await cartTab(), await cartTab(), await cartTab()];
    await context.setOffline(true);
    // Enter a quantity in each tab once it shows the previous change, as no user is faster.
    await typeQuantity(a, one, '7');
    await expect.poll(() => shown(b)).toBe('7');
    await typeQuantity(b, one, '2');
    await expect.poll(() => shown(c)).toBe('2');
    await typeQuantity(c, one, '6');
    await expect.poll(() => shown(a)).toBe('6');
    await press(a, 'more');
    for (const page of [a, b, c]) await expect.poll(() => shown(page)).toBe('7');
    await online(b);
    expect(inCart()).toBe(7);
  });

  it('CART-02 offline: a line is removed in one tab and changed in the other; in either order the last edit wins', async () => {
    const [a, b] = [await cartTab(), await cartTab()];
    await context.setOffline(true);
    await press(a, 'drop');
    await b.waitForSelector(`[data-line="${one.id}"]`, { state: 'hidden' });
    await a.click(`.gone [data-line-key="${one.id}"]`);
    await expect.poll(() => shown(b)).toBe('3');
    await typeQuantity(b, one, '4');
    await expect.poll(() => shown(a)).toBe('4');
    await press(a, 'drop');
    await online(a);
    expect(inCart()).toBe(0);
  });

  it('CART-02 CART-12 undo in one tab restores the line removed there, and keeps the line that the other tab added', async () => {
    const [a, b] = [await cartTab(), await context.newPage()];
    await openSheet(b, one);
    await context.setOffline(true);
    await press(a, 'drop');
    await expect.poll(() => queued(b)).toBe(1);
    await typeQuantity(b, one, '2');
    await expect.poll(() => shown(a)).toBe('2');
    await a.click(`.gone [data-line-key="${one.id}"]`);
    await expect.poll(() => shown(a)).toBe('5');
    await online(b);
    expect(inCart()).toBe(5);
  });

  it('CART-02 online: a tab shows the edits of another tab with the new totals, and sends none of them itself', async () => {
    const [a, b] = [await cartTab(), await cartTab()];
    const sums = await b.textContent('.sums .total:last-child');
    await typeQuantity(a, one, '5');
    await settled(a);
    await expect.poll(() => b.textContent('.sums .total:last-child')).not.toBe(sums);
    expect(await shown(b)).toBe('5');
    await typeQuantity(b, one, '5');
    await settled(b);
    await typeQuantity(b, one, '6');
    await settled(b);
    expect(inCart()).toBe(6);
  });

  it('CART-02 slow connection: a quantity entered in the second tab replaces the first tab’s edit that is still in transit', async () => {
    const [a, b] = [await cartTab(), await cartTab()];
    let go = (): void => {};
    const open = new Promise<void>((resolve) => (go = resolve));
    await context.route('**/cart/sync', async (route) => {
      await open;
      await route.continue();
    });
    await typeQuantity(a, one, '5');
    await expect.poll(() => shown(b)).toBe('5');
    await typeQuantity(b, one, '5');
    await typeQuantity(b, one, '4');
    expect(inCart()).toBe(3);
    go();
    await settled(b);
    expect(inCart()).toBe(4);
  });

  for (const reaches of [false, true])
    it(`CART-02 a quantity entered after a reload is the new total, while an edit that ${reaches ? 'has' : 'has not'} reached the shop is in transit`, async () => {
      const page = await cartTab();
      let asked = 0;
      await context.route('**/cart/sync', async (route) => {
        asked += 1;
        if (reaches && asked === 1) await route.fetch();
        await route.abort();
      });
      await typeQuantity(page, one, '5');
      await expect.poll(() => asked).toBeGreaterThan(0);
      await expect.poll(inCart).toBe(reaches ? 5 : 3);
      await page.reload();
      await touched(page, one);
      // The page cannot know the total of the line yet: it waits for the shop's response and then applies the entered
      // quantity.
      await typeQuantity(page, one, '6');
      expect(await shown(page)).toBe('6');
      await context.unroute('**/cart/sync');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect.poll(inCart).toBe(6);
      await settled(page);
      expect(inCart()).toBe(6);
    });

  it('CART-02 CART-12 a cart update from the shop does not unselect a quantity that the customer has selected', async () => {
    const page = await cartTab();
    let go = (): void => {};
    const open = new Promise<void>((resolve) => (go = resolve));
    await context.route('**/cart/sync', async (route) => {
      await open;
      await route.continue();
    });
    await typeQuantity(page, one, '5');
    const field = page.locator(`input[name="q.${one.id}"]`);
    await field.selectText();
    const old = await field.elementHandle();
    go();
    await expect.poll(() => old?.evaluate((element) => element.isConnected)).toBe(false);
    await page.keyboard.type('6');
    expect(await shown(page)).toBe('6');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(inCart()).toBe(6);
  });

  it('CART-02 a line added in one tab appears in the other, and counts once', async () => {
    const other = goodsOf(shop, at);
    at += 1;
    const [sheet, cart] = [await context.newPage(), await cartTab()];
    await openSheet(sheet, other);
    await context.setOffline(true);
    await typeQuantity(sheet, other, '2');
    await expect.poll(() => queued(cart)).toBe(1);
    await typeQuantity(cart, one, '4');
    await online(cart);
    await cart.waitForSelector(`[data-line="${other.id}"]`);
    expect([inCart(), inErp(shop, other.id)]).toEqual([4, 2]);
  });

  it('CART-02 a tab that becomes visible shows cart edits made on another device', async () => {
    const page = await cartTab();
    const elsewhere = await signedInContext(shop, browser, { javaScriptEnabled: false });
    const there = await elsewhere.newPage();
    await there.goto('/fr/cart');
    await typeQuantity(there, one, '5');
    await expect.poll(inCart).toBe(5);
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect.poll(() => shown(page)).toBe('5');
    await typeQuantity(page, one, '5');
    await typeQuantity(page, one, '6');
    await settled(page);
    expect(inCart()).toBe(6);
    await elsewhere.close();
  });

  it('CART-02 P-58 two browsers with the same cart: the last entered quantity is ordered, and a removed line is gone', async () => {
    const other = await signedInContext(shop, browser);
    const [a, b] = [await cartTab(), await cartTab(other)];
    await typeQuantity(a, one, '8');
    await settled(a);
    await typeQuantity(b, one, '6');
    await settled(b);
    await expect.poll(inCart).toBe(6);
    await expect.poll(() => shown(b)).toBe('6');
    // The first browser still shows the quantity 8 when the customer removes the line there.
    await press(a, 'drop');
    await settled(a);
    await expect.poll(inCart).toBe(0);
    // The second browser still shows six. A quantity entered there counts, although the first browser has removed the
    // line.
    await typeQuantity(b, one, '7');
    await settled(b);
    await expect.poll(inCart).toBe(7);
    await a.click(`.gone [data-line-key="${one.id}"]`);
    await settled(a);
    expect(inCart()).toBe(7);
    await other.close();
  });
});
