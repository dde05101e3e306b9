import type { Browser, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  goodsOf,
  quantityOf,
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

/** A list of a page's length. */
const list = '/fr/search?q=';
const fieldNames = (page: Page): Promise<string[]> =>
  page.$$eval('form[data-sheet] input[name^="q."]', (all) =>
    all.map((input) => input.getAttribute('name') ?? ''),
  );
const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

describe('an order sheet by keyboard', () => {
  it('SRCH-06 has two stops a row, and arrow keys go from quantity to quantity', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto(list);
    const fields = await fieldNames(page);
    expect(fields.length).toBeGreaterThan(10);
    const rows = Math.min(20, fields.length);
    const last = fields[rows - 1] ?? '';
    // Rows that cannot be ordered here have no field, and are passed too.
    const passed = await page.$$eval(
      'form[data-sheet] ol > li',
      (all, [from, to]) => {
        const at = (name: string | undefined) =>
          all.findIndex((row) => row.querySelector(`input[name="${name}"]`));
        return at(to) - at(from);
      },
      [fields[0], last],
    );
    await page.focus(`input[name="${fields[0]}"]`);
    let presses = 0;
    while ((await focusedName(page)) !== last && presses < 4 * rows) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
    expect(await focusedName(page)).toBe(last);
    expect(presses).toBeLessThanOrEqual(2 * passed);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focusedName(page)).toBe(fields[rows - 2]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toBe(last);
    await page.hover(`input[name="${last}"]`);
    await page.mouse.wheel(0, 200);
    expect(await page.inputValue(`input[name="${last}"]`)).toBe('');
    await context.close();
  });

  it('SRCH-06 Enter adds all that was typed, and the focus stays where it was', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto(list);
    const [one = '', two = ''] = await fieldNames(page);
    await page.focus(`input[name="${one}"]`);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await page.keyboard.type('2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await settled(page);
    await expect.poll(() => focusedName(page)).toBe(two);
    expect(await quantityOf(page, Number(one.slice(2)))).toBe('2');
    expect(await quantityOf(page, Number(two.slice(2)))).toBe('3');
    await context.close();
  });

  it('CART-12 a removed line leaves its undo, with the focus, over an answer of the shop', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const goods = goodsOf(shop, 30);
    await sheetOf(page, goods);
    await typeQuantity(page, goods, '6');
    await settled(page);
    await page.goto('/fr/cart');
    await page.focus(`input[name="q.${goods.id}"]`);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await page.click(`button[name="drop"][value="${goods.id}"]`);
    const undo = page.locator('.gone button');
    await undo.waitFor();
    await settled(page);
    await page.waitForSelector(`#cart-view:not(:has(input[name="q.${goods.id}"]))`);
    await expect
      .poll(() => undo.evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(await page.textContent('.gone')).toContain('× 6');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`input[name="q.${goods.id}"]`);
    await expect.poll(() => page.inputValue(`input[name="q.${goods.id}"]`)).toBe('6');
    await expect.poll(() => focusedName(page)).toBe(`q.${goods.id}`);
    await expect.poll(() => undo.count()).toBe(0);
    await settled(page);
    expect(await quantityOf(page, goods.id)).toBe('6');
    await context.close();
  });
});
