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
import { leave } from '../support/browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

/** A product list with a full page of rows. */
const list = '/fr/search?q=';
const fieldNames = (page: Page): Promise<string[]> =>
  page.$$eval('form[data-sheet] input[name^="q."]', (all) =>
    all.map((input) => input.getAttribute('name') ?? ''),
  );
const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

describe('an order sheet by keyboard', () => {
  it('SRCH-06 an order sheet has two tab stops a row, and arrow keys move between quantities', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto(list);
    const fields = await fieldNames(page);
    expect(fields.length).toBeGreaterThan(10);
    const rows = Math.min(20, fields.length);
    const last = fields[rows - 1] ?? '';
    // Rows that cannot be ordered here have no field, and are skipped.
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

  it('SHELL-07 SRCH-02 one key skips the filters of a list: the next tab stop is in the first row', async () => {
    const context = await signedInContext(shop, browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    for (const [locale, text] of [
      ['fr', 'Aller aux résultats'],
      ['nl', 'Naar de resultaten'],
      ['en', 'Skip to the results'],
    ] as const) {
      await page.goto(`/${locale}/search?q=`);
      const skip = page.locator('main a', { hasText: text });
      // The skip link is visible while it has focus.
      const isClipped = () => skip.evaluate((one) => getComputedStyle(one).clipPath !== 'none');
      expect(await isClipped()).toBe(true);
      await skip.focus();
      expect(await isClipped()).toBe(false);
      await page.keyboard.press('Enter');
      await page.waitForURL('**#sheet');
      const isIn = (selector: string) =>
        page.evaluate((one) => document.activeElement?.closest(one) !== null, selector);
      await page.keyboard.press('Tab');
      expect([await isIn('#filters'), await isIn('#sheet')]).toEqual([false, true]);
    }
    await context.close();
  });

  it('SRCH-06 Enter in a quantity field adds all entered rows, and focus stays in that field', async () => {
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

  it('SRCH-04 CART-02 arrow keys move from the search box into the suggestions and back, and Enter adds a suggested product', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto('/fr');
    const box = page.locator('form[data-search] input[name=q]');
    await box.focus();
    await page.waitForSelector('form[data-search] [role=combobox]');
    await page.keyboard.type('chien');
    await page.waitForSelector('#suggestions .qty');
    // On a phone the suggestions are a list too, each product with pack, stock, price and quantity.
    await page.setViewportSize({ width: 360, height: 780 });
    const heights = await page.$$eval('#suggestions li', (all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    expect(Math.max(...heights)).toBeLessThan(125);
    await page.setViewportSize({ width: 1280, height: 900 });
    const fields = await page.$$eval('#suggestions .qty', (all) =>
      all.map((input) => input.getAttribute('name')),
    );
    expect(fields.length).toBeGreaterThan(1);
    const walked: unknown[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
      await page.keyboard.press(key);
      walked.push(await focusedName(page));
    }
    expect(walked).toEqual([fields[0], fields[1], fields[0], 'q', fields[0]]);
    // A suggestion with a quantity field has two tab stops, as a row of an order sheet; the last row links to all
    // results.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A');
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe(fields[1]);
    // Arrow up from the box goes to the last row.
    await box.focus();
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('#suggestions li:last-child a:focus').count()).toBe(1);
    // Escape closes the list first, and only the next Escape clears the box.
    await page.keyboard.press('Escape');
    expect([await focusedName(page), await box.inputValue()]).toEqual(['q', 'chien']);
    expect(await page.locator('#suggestions').count()).toBe(0);
    // The arrow key that moves into the list also reopens it.
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#suggestions .qty');
    for (const left of ['chien', '']) {
      await page.keyboard.press('Escape');
      expect(await box.inputValue()).toBe(left);
    }
    await page.keyboard.type('chien');
    await page.waitForSelector('#suggestions .qty');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('2O');
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    const address = page.url();
    // Whether the quantity is accepted or rejected, the page and its input stay.
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#suggestions .qty:invalid').count()).toBe(1);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#suggestions .qty').first().inputValue()).toBe('');
    await settled(page);
    expect(page.url()).toBe(address);
    expect(await quantityOf(page, Number(fields[0]?.slice(2)))).toBe('2');
    // If no quantity is entered, Enter opens the product.
    await box.fill('chien');
    await page.waitForSelector('#suggestions .qty');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/fr/p/**');
    await context.close();
  });

  it('SRCH-04 letters typed while a suggestion has focus go to the search box, and digits set its quantity', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto('/fr');
    const box = page.locator('#q');
    await box.focus();
    await page.waitForSelector('#q[role=combobox]');
    await page.keyboard.type('chie');
    await page.waitForSelector('#suggestions .qty');
    await page.keyboard.press('ArrowDown');
    expect(await focusedName(page)).toMatch(/^q\./);
    await page.keyboard.type('n');
    expect([await focusedName(page), await box.inputValue()]).toEqual(['q', 'chien']);
    await page.waitForSelector('#suggestions a[href*="q=chien&"], #suggestions a[href$="q=chien"]');
    // With the focus on a link of the suggestions, Backspace deletes the last letter of the search text.
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('#suggestions li:last-child a:focus').count()).toBe(1);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('s');
    expect([await focusedName(page), await box.inputValue()]).toEqual(['q', 'chies']);
    // A late response for the previous text may arrive, without suggestions.
    const answered = page.waitForResponse(/autocomplete\?q=chien$/);
    await box.fill('chien');
    await answered;
    await page.waitForSelector('#suggestions .qty');
    await page.keyboard.press('ArrowDown');
    for (const key of ['2', 'Backspace', 'Backspace', '3', 'o']) await page.keyboard.press(key);
    expect(await page.locator('#suggestions .qty').first().inputValue()).toBe('3o');
    expect(await box.inputValue()).toBe('chien');
    await context.close();
  });

  it('CART-12 P-86 the cart has two tab stops a row; without script a quantity of 0 removes a line', async () => {
    const context = await signedInContext(shop, browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    for (const at of [31, 32, 33]) {
      await sheetOf(page, goodsOf(shop, at));
      await leave(page, () => typeQuantity(page, goodsOf(shop, at), '2'));
    }
    await page.goto('/fr/cart');
    const names = await page.$$eval('#cart .qty', (all) =>
      all.map((input) => input.getAttribute('name')),
    );
    await page.focus(`[name="${names[0]}"]`);
    for (const name of names.slice(1)) {
      for (const press of [1, 2]) {
        await page.keyboard.press('Tab');
        expect(await focusedName(page)).toBe(press === 2 ? name : null);
      }
    }
    // Arrow keys need script, so the page without script does not mention them.
    expect(await page.innerText('#cart .sheet-tools')).toMatch(/0 retire la ligne\.\s*Recalculer/);
    // Screen readers still have the controls for pointers, by their names.
    const row = page.locator('#cart .row').first();
    expect(await row.getByRole('button', { name: /^Retirer / }).count()).toBe(1);
    await page.focus(`[name="${names[0]}"]`);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('0');
    await leave(page, () => page.keyboard.press('Enter'));
    expect(await page.locator(`[name="${names[0]}"]`).count()).toBe(0);
    expect(await page.locator('#cart .qty').count()).toBe(names.length - 1);
    // On a list, the error of a rejected quantity is not covered by the bar at the bottom, wherever its row is.
    await page.setViewportSize({ width: 1280, height: 900 });
    for (let at = 0; at < 5; at += 1) {
      await page.goto(list);
      const field = page.locator('main .qty').nth(at);
      await field.fill('abc');
      await leave(page, () => field.press('Enter'));
      const [reason, bar] = [page.locator('.row > .error'), page.locator('.sheet-bar')];
      const { y = 0, height = 0 } = (await reason.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    }
    await context.close();
  });

  it('CART-12 removing a line leaves a focused undo button, which stays after a cart update and a reload', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const goods = goodsOf(shop, 30);
    await sheetOf(page, goods);
    await typeQuantity(page, goods, '6');
    await settled(page);
    await page.goto('/fr/cart');
    await page.focus(`input[name="q.${goods.id}"]`);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    expect(await page.innerText('#cart .sheet-tools')).toContain('↓ et ↑');
    await page.click(`button[name="drop"][value="${goods.id}"]`);
    const undo = page.locator(`.gone [data-line-key="${goods.id}"]`);
    await undo.waitFor();
    await settled(page);
    await page.waitForSelector(`#cart-view:not(:has(input[name="q.${goods.id}"]))`);
    await expect
      .poll(() => undo.evaluate((button) => button === document.activeElement))
      .toBe(true);
    // The shop has processed the removal by now.
    await page.reload();
    expect(await undo.locator('..').textContent()).toContain('× 6');
    await undo.focus();
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
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
