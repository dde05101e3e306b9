/** A scan on a page without a code field, while a button has the focus. */
import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { addToCart, goodsOf, inErp, settled, signedInContext } from '../support/cart-browser';
import { leave } from '../support/browser';
import { burst, skusOf } from '../support/scanner';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

describe('scanning while a button has focus', () => {
  it.each(['Enter', 'Tab'])(
    'CART-03 CART-11 a scan that ends with %s activates nothing, and its code goes into the search field',
    async (end) => {
      const context = await signedInContext(shop, browser);
      const page = await context.newPage();
      const one = goodsOf(shop, end === 'Tab' ? 21 : 20);
      await addToCart(page, one, '2');
      // The script that recognises scans loads with the second page of a visit.
      await leave(page, () => page.click('header a[href="/fr/cart"]'));
      await page.waitForLoadState('networkidle');
      const more = page.locator(`button[name="more"][value="${one.id}"]`);
      await more.focus();
      const [code = '', next = ''] = skusOf(shop, 22, 2);
      await burst(page, [...code, end]);
      expect(await page.inputValue('header [name=q]')).toBe(code);
      await settled(page);
      expect(await page.inputValue(`input[name="q.${one.id}"]`)).toBe('2');
      expect(inErp(shop, one.id)).toBe(2);
      // A key typed by hand still activates a button.
      await more.press('Enter');
      await expect.poll(() => page.inputValue(`input[name="q.${one.id}"]`)).toBe('3');
      await more.focus();
      await burst(page, [...next, end]);
      expect(await page.inputValue('header [name=q]')).toBe(next);
      await page.keyboard.press('Enter');
      await page.waitForURL(/search\?.*q=|\/p\//);
      await context.close();
    },
  );
});
