/** The language is switched while a form has unsent input: the input is kept in the other language. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave, screen } from '../support/browser';
import { addToCart, goodsOf, settled, sheetOf, signedInContext } from '../support/cart-browser';
import { openByLink } from '../support/offline-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  { products: 100 },
);

const visitor = (): Promise<BrowserContext> => browser.newContext({ baseURL: shop.url });
const customer = (): Promise<BrowserContext> => signedInContext(shop, browser);

/** Switches at once: the script that carries input may not be loaded yet, and the click waits for it. */
const switchTo = (page: Page, locale: string, pressed?: () => void): Promise<void> =>
  leave(page, async () => {
    await page.click(`.lang a[lang=${locale}]`);
    pressed?.();
  });
const valueOf = (page: Page, name: string): Promise<string> =>
  page.locator(`main [name="${name}"]`).inputValue();
/**
 * Waits until a field has this value: the script that restores input loads on the first interaction or once the page is
 * complete.
 */
const comes = (page: Page, name: string, value: string): Promise<void> =>
  expect.poll(() => valueOf(page, name)).toBe(value);

const subjectOf = (page: Page): Promise<string | null> =>
  page.locator('main [name=subject] option:checked').getAttribute('data-key');

const photo = { name: 'colis.png', mimeType: 'image/png', buffer: Buffer.from('photo') };
const letter = {
  description: 'Bonjour,\n« deux » lignes & plus',
  name: 'Jeanne Lefèvre',
  email: 'jeanne@example.org',
};
async function write(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(letter)) await page.fill(`main [name=${name}]`, text);
  await page.selectOption('main [name=subject]', { index: 2 });
}

describe('language switch with unsent input', () => {
  it('I18N-02 the language switch keeps a contact message that was entered on the first page of a visit, in both directions', async () => {
    const context = await visitor();
    const page = await context.newPage();
    let press = (): void => {};
    const pressed = new Promise<void>((resolve) => (press = resolve));
    // The script file is delayed, as on a slow connection.
    await page.route(/entry\.again/, async (route) => {
      await pressed;
      await route.continue();
    });
    await page.goto('/fr/contact');
    await write(page);
    const subject = await subjectOf(page);
    expect(subject).toMatch(/\d/);
    const words = new Set<string>();
    for (const locale of ['nl', 'en', 'fr']) {
      await switchTo(page, locale, press);
      expect(new URL(page.url()).pathname).toBe(`/${locale}/contact`);
      for (const [name, text] of Object.entries(letter)) await comes(page, name, text);
      // The ERP identifies subjects by their text: the same one is selected, in the new language.
      await expect.poll(() => subjectOf(page)).toBe(subject);
      words.add(await valueOf(page, 'subject'));
    }
    expect(words.size).toBe(3);
    // The input belongs to that page only: the next page has empty fields, and nothing remains in the browser.
    await openByLink(page, '/fr/news');
    await openByLink(page, '/fr/contact');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await valueOf(page, 'description')).toBe('');
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('typed');
    await context.close();
  });

  it('I18N-02 AUTH-09 the language switch keeps a registration with its selections and checkboxes', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await page.goto('/nl/account/register');
    await page.fill('main [name=firstName]', 'An');
    await page.selectOption('main [name=functionType]', 'pharmacist');
    await page.selectOption('main [name=country]', { index: 3 });
    const country = await valueOf(page, 'country');
    await page.check('main [name=activities][value=equine]');
    await switchTo(page, 'fr');
    await comes(page, 'firstName', 'An');
    expect(await valueOf(page, 'functionType')).toBe('pharmacist');
    expect(await valueOf(page, 'country')).toBe(country);
    const ticked = page.locator('main [name=activities]:checked');
    expect(await ticked.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      'equine',
    ]);
    await context.close();
  });

  it.each(['visitor', 'customer'] as const)(
    'I18N-02 the language switch keeps a %s’s rejected message with its errors',
    async (who) => {
      const context = await (who === 'visitor' ? visitor() : customer());
      const page = await context.newPage();
      await page.goto('/fr/contact');
      await write(page);
      await page.fill('main [name=email]', 'nobody');
      await leave(page, () => page.click('main form[enctype] button[type=submit]'));
      expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
      await switchTo(page, 'nl');
      await comes(page, 'description', letter.description);
      expect(await valueOf(page, 'email')).toBe('nobody');
      expect(await valueOf(page, 'name')).toBe(letter.name);
      expect(await subjectOf(page)).not.toBeNull();
      await context.close();
    },
  );

  it.each(['visitor', 'customer'] as const)(
    'I18N-02 CMS-04 the language switch keeps a %s’s form with the rows added to its table',
    async (who) => {
      const context = await (who === 'visitor' ? visitor() : customer());
      const page = await context.newPage();
      await page.goto('/fr/form');
      await openByLink(page, '/fr/form/delivery_claim');
      await page.waitForLoadState('networkidle');
      await page.fill('[name="f.products.0.product"]', 'Canicol');
      // The row is added without a reload, so that a chosen photo stays (P-58); the new row has focus.
      await page.setInputFiles('[name="f.proof"]', photo);
      for (const line of [1, 2]) {
        await page.click('button[value="row.products"]');
        const field = page.locator(`[name="f.products.${line}.product"]`);
        await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
      }
      expect(
        await page
          .locator('[name="f.proof"]')
          .evaluate((one: HTMLInputElement) => one.files?.[0]?.name),
      ).toBe(photo.name);
      await page.fill('[name="f.products.2.product"]', 'Vetomun');
      for (const locale of ['nl', 'en', 'fr']) {
        await switchTo(page, locale);
        await comes(page, 'f.products.2.product', 'Vetomun');
        expect(await valueOf(page, 'f.products.0.product')).toBe('Canicol');
      }
      await context.close();
    },
  );

  it('I18N-02 ADS-01 the language switch keeps a classified ad with its character count', async () => {
    const context = await customer();
    const page = await context.newPage();
    await page.goto('/fr/account/smallads/new');
    await page.fill('#text', 'Table d’examen');
    await switchTo(page, 'en');
    await comes(page, 'text', 'Table d’examen');
    await expect.poll(() => page.locator('#left').textContent()).toContain('486');
    await context.close();
  });

  it('I18N-02 SRCH-06 the language switch keeps the quantities of an order sheet with their products, also after Back and reload', async () => {
    const context = await customer();
    const page = await context.newPage();
    const goods = goodsOf(shop, 3);
    await page.goto('/fr');
    const [top] = await page.locator('nav a[href*="/fr/c/"]').all();
    await openByLink(page, (await top?.getAttribute('href')) ?? '');
    const name = (await page.locator('main input[name^="q."]').nth(2).getAttribute('name')) ?? '';
    await page.fill(`input[name="${name}"]`, '7');
    await openByLink(page, '/fr/news');
    await page.goBack();
    await comes(page, name, '7');
    await page.reload();
    await comes(page, name, '7');
    await switchTo(page, 'nl');
    await comes(page, name, '7');
    // A quantity that was added is not restored, so it cannot be added twice.
    await page.press(`input[name="${name}"]`, 'Enter');
    await comes(page, name, '');
    await openByLink(page, '/nl/news');
    await page.goBack();
    await page.waitForLoadState('networkidle');
    expect(await valueOf(page, name)).toBe('');
    await sheetOf(page, goods);
    await page.fill(`input[name="q.${goods.id}"]`, '7');
    await switchTo(page, 'nl');
    await comes(page, `q.${goods.id}`, '7');
    const quantities = page.locator('main input[name^="q."]');
    const typed = await quantities.evaluateAll(
      (all) => all.filter((one) => one instanceof HTMLInputElement && one.value === '7').length,
    );
    expect(typed).toBe(1);
    // A product that is missing in the other language's list has its own row there, and can be added from it.
    const found = async (locale: string): Promise<(string | null)[]> => {
      await page.goto(`/${locale}/search?q=chien`);
      const all = page.locator('main input[name^="q."]');
      return all.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
    };
    const dutch = await found('nl');
    const only = (await found('fr')).find((one) => !dutch.includes(one)) ?? '';
    const title = await page.innerText(`.row:has([name="${only}"]) .row-name`);
    await page.fill(`[name="${only}"]`, '6');
    await switchTo(page, 'nl');
    await comes(page, only, '6');
    expect(await page.innerText(`label[for="${only}"]`)).toContain(title);
    await page.press(`[name="${only}"]`, 'Enter');
    await comes(page, only, '');
    await settled(page);
    // On the cart page too, an unsubmitted quantity is kept across a language switch (CART-12).
    await openByLink(page, '/nl/cart');
    await page.fill(`input[name="${name}"]`, '4');
    await page.reload();
    await comes(page, name, '4');
    await openByLink(page, '/nl/news');
    await page.goBack();
    await comes(page, name, '4');
    await page.press(`input[name="${name}"]`, 'Enter');
    await settled(page);
    await page.click(`button[name="more"][value="${name.slice(2)}"]`);
    await settled(page);
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await valueOf(page, name)).toBe('5');
    await context.close();
  });

  it('SRCH-06 CART-12 CHK-02 P-54 entered quantities stay across list pages, searches and checkout, but not after sign-out', async () => {
    const context = await customer();
    const page = await context.newPage();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    const kept = (): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage));
    // The wishlist is the first page of this visit.
    await page.goto('/fr/search?order_mode=direct_sale', { waitUntil: 'networkidle' });
    const name = (await page.locator('main input.qty').first().getAttribute('name')) ?? '';
    await page.fill(`[name="${name}"]`, '3');
    await expect.poll(kept).toContain(name);
    await leave(page, () => page.click('.pages > :last-child'));
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    expect(posts).toEqual([]);
    await comes(page, name, '3');
    await page.fill('#q', 'chien');
    await leave(page, () => page.press('#q', 'Enter'));
    await comes(page, name, '3');
    // A quantity without a row in this list says where it comes from.
    expect(
      await page.locator('.row', { has: page.locator(`[name="${name}"]`) }).innerText(),
    ).toContain('Saisi dans une autre page ou recherche');
    await page.press(`[name="${name}"]`, 'Enter');
    await comes(page, name, '');
    await settled(page);
    expect(await kept()).not.toContain(name);
    await openByLink(page, '/fr/cart-confirm');
    await page.fill('[name=note]', 'Sonner');
    await expect.poll(kept).toContain('Sonner');
    await openByLink(page, '/fr/news');
    await openByLink(page, '/fr/cart-confirm');
    await comes(page, 'note', 'Sonner');
    await leave(page, () =>
      page.$eval(
        'form[data-sign-out]',
        (form) => form instanceof HTMLFormElement && form.requestSubmit(),
      ),
    );
    expect(await kept()).not.toContain('Sonner');
    await context.close();
  });

  it('CART-12 CHK-02 input stays when the cart or checkout is the first page of a visit', async () => {
    const filled = await customer();
    const filling = await filled.newPage();
    await addToCart(filling, goodsOf(shop, 0), '2');
    await settled(filling);
    for (const [path, field, typed] of [
      ['/fr/cart', 'main input[name^="q."]', '7'],
      ['/fr/cart-confirm', 'main [name=note]', 'Sonner deux fois'],
    ] as const) {
      // A browser without a worker and without an earlier page of the shop.
      const context = await browser.newContext({
        baseURL: shop.url,
        serviceWorkers: 'block',
        storageState: await filled.storageState(),
      });
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.fill(`${field} >> nth=0`, typed);
      await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(typed);
      await openByLink(page, '/fr/news');
      await openByLink(page, path);
      await expect.poll(() => page.locator(field).first().inputValue()).toBe(typed);
      await context.close();
    }
    await filled.close();
  });

  it('WISH-01 SRCH-06 a wishlist whose quantities were added to the cart proposes them again when reopened', async () => {
    const context = await customer();
    const page = await context.newPage();
    const first = page.locator('main input.qty').first();
    const open = async () => {
      await page.goto('/fr/account/wishlists');
      await leave(page, () => page.locator('main a[href*="/account/wishlists/"]').first().click());
    };
    await open();
    const proposed = await first.inputValue();
    expect(proposed).toMatch(/^[1-9]\d*$/);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await first.press('Enter');
    await expect.poll(() => first.inputValue()).toBe('');
    await settled(page);
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('q.');
    await open();
    // The script that stores input is loaded once the page is complete.
    await page.waitForLoadState('networkidle');
    expect(await first.inputValue()).toBe(proposed);
    // The form of a wishlist carries all its input to another page, not only quantities.
    const { control } = shop.sandbox.erp;
    const products = [...shop.sandbox.world.variants.keys()].slice(0, 120);
    const lines = products.map((product_id, id) => ({ id, product_id, quantity: 1, sequence: id }));
    control.fault({
      match: { method: 'GET', path: 'wishlists/4001' },
      times: 9,
      status: 200,
      body: { id: 4001, name: 'Longue', lines },
    });
    await page.goto('/fr/account/wishlists/4001/edit', {
      referer: `${shop.url}/fr`,
      waitUntil: 'networkidle',
    });
    await page.fill(`[name="p.${products[4]}"]`, '1');
    await leave(page, () => page.click('.pages > :last-child'));
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await comes(page, `p.${products[4]}`, '1');
    control.clearFaults();
    await context.close();
  });

  it('WISH-01 QUO-01 choosing the wishlist or quotation for a product does not leave the page of the choice', async () => {
    const context = await customer();
    const page = await context.newPage();
    const [product] = shop.sandbox.world.variants.keys();
    await page.goto(`/fr/account/keep?product=${product}`, { referer: `${shop.url}/fr` });
    // The script that carries input is loaded once the page is complete.
    await page.waitForLoadState('networkidle');
    const places = await page.locator('main input[type=radio][name=to]').all();
    expect(places.length).toBeGreaterThan(2);
    for (const place of places) await place.check();
    expect(new URL(page.url()).pathname).toBe('/fr/account/keep');
    await context.close();
  });

  it('I18N-02 without script, Back restores the input after a language switch', async () => {
    const context = await screen(browser);
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/contact`);
    await write(page);
    await page.click('.lang a[lang=nl]');
    await page.waitForURL('**/nl/contact');
    await page.goBack();
    await page.waitForURL('**/fr/contact');
    for (const [name, text] of Object.entries(letter)) await comes(page, name, text);
    await context.close();
  });
});
