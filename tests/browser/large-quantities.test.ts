import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave } from '../support/browser';
import {
  addToCart,
  goodsOf,
  inErp,
  openSheet,
  settled,
  signedInContext,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { scan } from '../support/scanner';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

describe('a cart line that grows in steps, with script', () => {
  it('CART-02 CART-12 the script leaves an addition to the shop when the line would hold far more than usual', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 3);
    await addToCart(page, one, '600');
    await settled(page);
    await openSheet(page, one);
    await leave(page, () => typeQuantity(page, one, '600'));
    const question = page.locator('.toasts form');
    expect(await question.innerText()).toMatch(/Oui, 1\s200 en tout/);
    expect(inErp(shop, one.id)).toBe(600);
    // The question and the quantity are there again after a reload and after Back.
    await page.reload();
    expect(await question.count()).toBe(1);
    expect(await page.inputValue(`input[name="q.${one.id}"]`)).toBe('600');
    await page.goto('/fr/cart');
    await page.goBack();
    await leave(page, () => question.locator('button').click());
    expect(inErp(shop, one.id)).toBe(1_200);
    await page.goto('/fr/cart');
    await leave(page, () => page.click(`button[name="more"][value="${one.id}"]`));
    expect(await question.innerText()).toMatch(/Oui, 1\s201 unités/);
    expect(await page.inputValue(`#cart input[name="q.${one.id}"]`)).toBe('1200');
    await context.close();
  });

  it('CART-10 CART-11 a scan on the home page that awaits an answer never enters the cart by itself, even after the cart was emptied', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 4);
    await page.goto('/fr');
    await page.focus('#code');
    await scan(page, [`${one.sku} 600`]);
    await expect.poll(() => inErp(shop, one.id)).toBe(600);
    await scan(page, [`${one.sku} 600`]);
    const question = page.locator('#scan-lines button[name^="s."]');
    await expect.poll(() => question.innerText()).toMatch(/Oui, 1\s200 en tout/);
    const other = await signedInContext(shop, browser, { javaScriptEnabled: false });
    const cart = await other.newPage();
    await cart.goto('/fr/cart');
    await cart.fill(`input[name="q.${one.id}"]`, '0');
    await leave(cart, () => cart.press(`input[name="q.${one.id}"]`, 'Enter'));
    expect(inErp(shop, one.id)).toBe(0);
    await other.close();
    await page.goto('/fr');
    await expect.poll(() => question.innerText()).toMatch(/Oui, 600/);
    await page.goto('/fr');
    await expect.poll(() => question.innerText()).toMatch(/Oui, 600/);
    expect(inErp(shop, one.id)).toBe(0);
    await question.click();
    await expect.poll(() => inErp(shop, one.id)).toBe(600);
    await context.close();
  });
});
