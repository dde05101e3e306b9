/**
 * Fractional quantities, which only the ERP can put into a cart: a click changes the line by one piece, and nothing
 * else.
 */
import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { customerId } from '../http/checkout/checkout-carts';
import { goodsOf, inErp, signedInContext } from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

describe('cart lines with fractions, made by the ERP', () => {
  it('CART-12 P-36 with script, + and − change a line of a fractional quantity by one piece, and an entered quantity is the new total', async () => {
    const lines = [2.5, 1.15, 0.5].map((qty, at) => ({ product_id: goodsOf(shop, at).id, qty }));
    shop.sandbox.erp.control.newCart(customerId(shop, 'vet@demo.example'), lines);
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto('/fr/cart');
    for (const { product_id: id, qty } of lines) {
      const field = `input[name="q.${id}"]`;
      const becomes = async (quantity: number) => {
        await expect.poll(() => inErp(shop, id)).toBeCloseTo(quantity, 6);
        await expect.poll(() => page.inputValue(field)).toBe(String(quantity));
      };
      await becomes(qty);
      await page.click(`button[name="more"][value="${id}"]`);
      await becomes(qty + 1);
      await page.click(`button[name="less"][value="${id}"]`);
      await becomes(qty);
      await page.fill(field, '7');
      await page.press(field, 'Enter');
      await becomes(7);
    }
    await context.close();
  });
});
