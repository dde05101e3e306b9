/** Back and reload after the answer to a form, in a browser without script. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leave } from '../support/browser';
import {
  goodsOf,
  quantityOf,
  sheetOf,
  signedInContext,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** URLs of all POST requests of this page. */
let posts: string[];
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});
beforeEach(async () => {
  context = await signedInContext(shop, browser, { javaScriptEnabled: false });
  page = await context.newPage();
  posts = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
});
afterEach(() => context.close());

const body = (): Promise<string> => page.innerText('body');

/** Opens another page, goes back and reloads: each time the answer is shown, and nothing is posted again. */
async function goesOnAndBack(shows: () => Promise<void>): Promise<void> {
  const address = page.url();
  const posted = posts.length;
  await shows();
  await page.goto('/fr/cart');
  await page.goBack();
  expect(page.url()).toBe(address);
  await shows();
  await page.reload();
  await shows();
  await page.goto('/fr/account');
  await page.goto('/fr/cart');
  await page.goBack();
  await page.goBack();
  await shows();
  expect(posts).toHaveLength(posted);
}

describe('Back and reload after a form', () => {
  it('CART-01 P-56 after Back and reload, a rejected quantity is shown as entered, and is not sent again', async () => {
    const goods = goodsOf(shop, 0);
    await sheetOf(page, goods);
    await typeQuantity(page, goods, '2O');
    await page.waitForURL(/answer=/);
    await goesOnAndBack(async () => {
      expect(await page.inputValue(`input[name="q.${goods.id}"]`)).toBe('2O');
      expect(await body()).toContain('1 ligne est à corriger.');
    });
    await leave(page, () => typeQuantity(page, goods, '2'));
    expect(page.url()).not.toContain('answer=');
    expect(await quantityOf(page, goods.id)).toBe('2');
    await page.goBack();
    await page.goBack();
    await page.reload();
    expect(await page.inputValue(`input[name="q.${goods.id}"]`)).toBe('2O');
    expect(await quantityOf(page, goods.id)).toBe('2');
  });

  it('CART-10 P-56 after Back and reload, the lines of a quick order are shown, and none is added twice', async () => {
    const goods = goodsOf(shop, 1);
    await page.goto('/fr/quick-order');
    await page.fill('[name=paste]', `${goods.sku} 3\n00-no-such 1`);
    await page.click('button[name=do][value=paste]');
    await page.waitForURL(/answer=/);
    await goesOnAndBack(async () => {
      const lines = await page.innerText('#scan-lines');
      expect(lines).toContain(goods.sku);
      expect(lines).toContain('00-no-such');
    });
    const read = page.url();
    await page.click('button[name=do][value=add]');
    await page.waitForURL((url) => url.href !== read);
    await goesOnAndBack(async () => {
      const lines = await page.innerText('#scan-lines');
      expect(lines).not.toContain(goods.sku);
      expect(lines).toContain('00-no-such');
    });
    expect(await quantityOf(page, goods.id)).toBe('3');
    // The page renders the same form each time, with the same key.
    await page.goto(read);
    await page.click('button[name=do][value=add]');
    await page.waitForURL((url) => url.href !== read);
    expect(await quantityOf(page, goods.id)).toBe('3');
  });

  it('CHK-02 P-56 after Back and reload, checkout shows all input that was submitted with an error', async () => {
    await page.goto('/fr/cart-confirm');
    await page.fill('[name=ref]', 'R-2026');
    await page.fill('[name=note]', 'x'.repeat(10));
    await page.fill('[name=coupon]', 'NO-SUCH-CODE');
    await page.click('#checkout button[name=do][value=coupon]');
    await page.waitForURL(/answer=/);
    await goesOnAndBack(async () => {
      expect(await page.inputValue('[name=ref]')).toBe('R-2026');
      expect(await page.inputValue('[name=coupon]')).toBe('NO-SUCH-CODE');
    });
  });

  it('REG-01 P-56 on a phone, a registration page shows a guest’s input again until it is sent, with errors in the shop’s language', async () => {
    const visitor = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: shop.url,
      locale: 'fr-BE',
      viewport: { width: 360, height: 740 },
    });
    const form = await visitor.newPage();
    const sent: string[] = [];
    form.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    const send = () => leave(form, () => form.click('#registration button[type=submit]'));
    const asTyped = async (): Promise<void> => {
      expect(await form.inputValue('[name=firstName]')).toBe('Zoé 🐾');
      expect(await form.inputValue('[name=comment]')).toBe('Lijn 1\n\nمرحبا');
      expect(await form.isChecked('[name=activities][value=equine]')).toBe(true);
      expect(await form.innerText('#errors')).toContain('velden moeten verbeterd worden');
      expect(await form.locator(':focus').getAttribute('name')).toBe('title');
    };
    await form.goto('/nl/account/register');
    await form.fill('[name=firstName]', 'Zoé 🐾');
    await form.fill('[name=comment]', 'Lijn 1\n\nمرحبا');
    await form.check('[name=activities][value=equine]');
    await send();
    const refused = form.url();
    await asTyped();
    await form.reload();
    await asTyped();
    await form.goto('/nl/news');
    await form.goBack();
    await asTyped();
    expect([form.url(), sent.length]).toEqual([refused, 1]);
    for (const [name, value] of Object.entries({ title: 'dr', functionType: 'veterinary' }))
      await form.selectOption(`[name=${name}]`, value);
    for (const [name, value] of Object.entries({
      lastName: 'Peeters',
      email: 'zoe@x.example',
      company: 'Pré',
      vat: 'BE0477472701',
      street: 'Nieuwstraat 3',
      zip: '4000',
      city: 'Luik',
      mobile: '0470123456',
    }))
      await form.fill(`[name=${name}]`, value);
    await form.check('[name=consent]');
    await send();
    expect(new URL(form.url()).pathname).toBe('/nl/account/registered');
    await form.goBack();
    await form.reload();
    expect([form.url(), await form.inputValue('[name=comment]')]).toEqual([refused, '']);
    expect(sent).toHaveLength(2);
    await visitor.close();
  });
});
