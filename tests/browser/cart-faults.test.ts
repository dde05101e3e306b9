import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave } from '../support/browser';
import {
  goodsOf,
  inErp,
  quantityOf,
  queued,
  settled,
  sheetOf,
  signedInContext,
  signInAs,
  touched,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

describe('the cart with script when the network or the ERP fails', () => {
  it.each([
    ['fr', 'Envoi en cours : un instant.', '1 ligne ajoutée au panier.'],
    ['nl', 'Er worden nog wijzigingen verstuurd', '1 lijn aan het winkelmandje toegevoegd.'],
    ['en', 'Changes are on their way to our ordering', '1 line added to the cart.'],
  ])(
    'CART-02 CART-03 a line from a list is reported as being sent until the ERP has recorded it (%s)',
    async (locale, waiting, added) => {
      const context = await signedInContext(shop, browser);
      const page = await context.newPage();
      const one = goodsOf(shop, 12);
      let answer = (): void => undefined;
      const answers = new Promise<void>((resolve) => (answer = resolve));
      await page.goto(`/${locale}/search?q=${encodeURIComponent(one.sku)}&exact=0`);
      await touched(page, one);
      await context.route('**/cart/sync', async (route) => {
        await answers;
        await route.continue();
      });
      await typeQuantity(page, one, '1');
      const toasts = page.locator('.toast');
      await expect.poll(() => toasts.allInnerTexts()).toEqual([expect.stringContaining(waiting)]);
      answer();
      await expect.poll(() => toasts.allInnerTexts()).toEqual([expect.stringContaining(added)]);
      await context.close();
    },
  );

  it('P-81 CART-07 the cart queue gives up a connection without responses, and later sends the waiting edits once', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 0);
    await sheetOf(page, one);
    let silent = 0;
    await context.route('**/cart/sync', () => {
      silent += 1;
    });
    await typeQuantity(page, one, '4');
    await page.waitForSelector('[data-cart-badge] .sync[data-state="offline"]', {
      timeout: 60_000,
    });
    expect(silent).toBeGreaterThan(0);
    await expect.poll(() => queued(page)).toBe(1);
    await context.unroute('**/cart/sync');
    await page.reload();
    await settled(page);
    expect(await quantityOf(page, one.id)).toBe('4');
    await context.close();
  });

  it('CART-07 CART-05 header, notice, heading and line of the cart page agree during and after an ERP failure', async () => {
    // A customer whose cart the tests below do not use.
    const login = 'aanzee@demo.example';
    const context = await signedInContext(shop, browser);
    await signInAs(shop, context, login);
    const page = await context.newPage();
    const one = goodsOf(shop, 2);
    const { control } = shop.sandbox.erp;
    await sheetOf(page, one);
    await typeQuantity(page, one, '2');
    await settled(page);
    await page.goto('/fr/cart');
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    /** The sync state as header, notice, heading and line of the page show it at the same moment. */
    const places = () =>
      page.evaluate((id) => {
        const said = (selector: string) => document.querySelector<HTMLElement>(selector);
        const row = said(`[name="q.${id}"]`)?.closest('li');
        return {
          badge: said('[data-cart-badge] .sync')?.dataset['state'],
          notice: said('#cart-view .notice[data-said] b')?.textContent ?? null,
          line: row?.querySelector<HTMLElement>('.sync')?.dataset['state'],
          waits: /\d en attente/.test(said('#cart-view')?.textContent ?? ''),
          open: said('.stick button[value="checkout"]')?.matches(':not([disabled])'),
        };
      }, one.id);
    const match = { method: 'POST', path: '*sync' };
    const failing = [
      [
        { status: 500, body: { detail: 'Internal Server Error' } },
        'pending',
        'Le panier n’a pas pu être synchronisé.',
      ],
      [
        { status: 503, headers: { 'retry-after': '1' } },
        'down',
        'Notre système de commande ne répond pas.',
      ],
    ] as const;
    let pieces = 2;
    for (const [fault, badge, notice] of failing) {
      pieces += 1;
      control.fault({ match, times: 500, ...fault });
      await typeQuantity(page, one, String(pieces));
      const waiting = { badge, notice, line: 'pending', waits: true, open: false };
      await expect.poll(places, { timeout: 20_000 }).toEqual(waiting);
      control.clearFaults();
      const done = { badge: 'synced', notice: null, line: 'synced', waits: false, open: true };
      await expect.poll(places, { timeout: 60_000 }).toEqual(done);
      expect(inErp(shop, one.id, login)).toBe(pieces);
    }
    // The ERP rejects the edit permanently: header, notice, heading and line show it at once.
    control.fault({ match, times: 1, status: 400, body: { detail: 'Not for sale' } });
    await typeQuantity(page, one, '9');
    const rejected = '1 ligne est refusée par notre système de commande.';
    await expect
      .poll(places, { timeout: 20_000 })
      .toEqual({ badge: 'synced', notice: rejected, line: 'synced', waits: false, open: true });
    await context.close();
  });

  it('CART-05 CART-11 P-81 a captive portal receives no cart line, none of its pages is shown, and the session continues', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 6);
    const before = inErp(shop, one.id);
    await page.goto('/fr/scan');
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    // A hotel's captive portal, and a proxy that asks for credentials.
    let status = 200;
    let asked = 0;
    const calls = /\/cart\/sync|\/scan\/lines|\/fr\/autocomplete/;
    await context.route(calls, (route) => {
      asked += 1;
      return route.fulfill({ status, contentType: 'text/html', body: '<h1>Wifi</h1>' });
    });
    await page.fill('#code', one.sku);
    await page.press('#code', 'Enter');
    for (status of [200, 401, 407]) {
      const earlier = asked;
      await expect.poll(() => asked).toBeGreaterThan(earlier);
    }
    await page.waitForSelector(`#scan-lines [data-waits]:has-text("${one.sku}")`);
    await expect.poll(() => page.locator('#scan-said').textContent()).toMatch(/réseau/);

    status = 200;
    const suggestions = page.waitForResponse(/\/fr\/autocomplete/);
    await page.fill('form[data-search] input[name=q]', one.sku);
    await (await suggestions).finished();
    expect(await page.locator('#suggestions').count()).toBe(0);
    await context.unroute(calls);
    await page.waitForSelector('#scan-lines li:not([data-waits])');

    // A response of the shop is accepted even if a proxy has changed its content type.
    let changed = 0;
    let isOpen = false;
    await context.route(/\/cart\/sync/, async (route) => {
      if (!isOpen)
        return route.fulfill({ status, contentType: 'text/html', body: '<h1>Wifi</h1>' });
      changed += 1;
      const response = await route.fetch();
      return route.fulfill({ response, headers: { 'content-type': 'text/plain' } });
    });
    await page.click('button[value="add"]');
    for (status of [200, 401]) {
      await page.waitForSelector('[data-cart-badge] .sync[data-state="offline"]');
      expect(await queued(page)).toBe(1);
    }
    isOpen = true;
    await settled(page);
    expect(changed).toBe(1);
    expect(inErp(shop, one.id)).toBe(before + 1);
    await context.close();
  });

  it('CART-02 P-81 when the connection is lost before the cart scripts load, the page and its input stay', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 8);
    const before = inErp(shop, one.id);
    await sheetOf(page, one);
    await context.setOffline(true);
    await typeQuantity(page, one, '3');
    await page.waitForSelector('[data-cart-badge] .sync[data-state="offline"]');
    await expect.poll(() => page.inputValue(`input[name="q.${one.id}"]`)).toBe('3');
    expect(page.url()).toContain('/fr/search');
    expect(await queued(page)).toBe(0);
    await context.setOffline(false);
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    await page.press(`input[name="q.${one.id}"]`, 'Enter');
    await settled(page);
    await expect.poll(() => inErp(shop, one.id)).toBe(before + 3);
    await context.close();
  });

  it('CART-08 P-19 an open cart page keeps edits when its session ends, names their owner to another customer, and sends them once the owner is back', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 9);
    await sheetOf(page, one);
    await typeQuantity(page, one, '1');
    await settled(page);
    await page.goto('/fr/cart');
    await touched(page, one);
    const name = await page.evaluate(
      () => document.querySelector('.who .t')?.firstChild?.textContent ?? 'nobody',
    );
    const said = page.locator('.toast');
    const more = async (): Promise<void> => page.click(`button[name="more"][value="${one.id}"]`);

    await context.clearCookies();
    for (const count of [1, 2, 3]) {
      await more();
      await expect
        .poll(() => said.allInnerTexts())
        .toEqual([
          `Session fermée\u00a0: les modifications de ${name} (${count}) partiront à sa prochaine connexion. Se connecter`,
        ]);
      expect(await queued(page)).toBe(count);
      expect(await page.inputValue(`input[name="q.${one.id}"]`)).toBe(String(1 + count));
    }

    const other = 'pharmacie@demo.example';
    await signInAs(shop, context, other);
    // The notice about waiting edits appears as soon as the page becomes visible, and changes with each edit.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    const foreign = (count: number): string =>
      `Un autre client est connecté ici\u00a0: les modifications de ${name} (${count}) partiront à sa prochaine connexion. Recharger`;
    await expect.poll(() => said.allInnerTexts()).toEqual([foreign(3)]);
    await more();
    await expect.poll(() => said.allInnerTexts()).toEqual([foreign(4)]);
    await page.reload();
    await page.waitForSelector('cart-island:defined', { state: 'attached' });
    expect(await quantityOf(page, one.id)).toBe(null);
    expect(await queued(page)).toBe(4);
    expect([inErp(shop, one.id), inErp(shop, one.id, other)]).toEqual([1, 0]);

    await signInAs(shop, context);
    await page.reload();
    await settled(page);
    expect([inErp(shop, one.id), inErp(shop, one.id, other)]).toEqual([5, 0]);
    await context.close();
  });

  it('CART-12 P-86 correcting a quantity on the cart page removes its error and keeps the focus', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 10);
    await sheetOf(page, one);
    await typeQuantity(page, one, '2');
    await settled(page);
    await page.goto('/fr/cart');
    await touched(page, one);
    await leave(page, () => typeQuantity(page, one, 'abc'));
    const wrong = page.locator('#cart-view [aria-invalid], #cart-view [role=alert]');
    expect(await wrong.count()).toBe(2);
    await touched(page, one);
    await typeQuantity(page, one, '4');
    await expect.poll(() => wrong.count()).toBe(0);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(focused).toBe(`q.${one.id}`);
    expect(inErp(shop, one.id)).toBe(4);
    await context.close();
  });

  it('P-78 when all scripts fail to load, the sheet works as a plain form', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 1);
    await context.route(/\.js(\?|$)/, (route) => route.abort('connectionreset'));
    await sheetOf(page, one);
    await leave(page, () => typeQuantity(page, one, '2'));
    expect(await quantityOf(page, one.id)).toBe('2');
    await context.close();
  });

  it('P-49 edits in several tabs of a browser without the Web Locks API add up exactly', async () => {
    const context = await signedInContext(shop, browser);
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    const one = goodsOf(shop, 2);
    const pages = await Promise.all([0, 1, 2].map(() => context.newPage()));
    for (const page of pages) await sheetOf(page, one);
    await Promise.all(
      pages.map(async (page) => {
        for (let round = 0; round < 5; round += 1) {
          await typeQuantity(page, one, '1');
          await page.waitForTimeout(700);
        }
      }),
    );
    for (const page of pages) await settled(page);
    const [first] = pages;
    expect(first && (await quantityOf(first, one.id))).toBe('15');
    await context.close();
  });
});
