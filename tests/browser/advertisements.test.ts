/**
 * Advertisements and notifications close after their display time, but never while they have keyboard focus (CMS-03,
 * SHELL-01).
 */
import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { leave, screen } from '../support/browser';
import { goodsOf, sheetOf, signedInContext, touched, typeQuantity } from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  { products: 60 },
);

const brief = 'Mois de la dent';
const lasting = 'Catalogue de matériel';

describe('advertisements', () => {
  it('CMS-03 advertisements close after their display time; one without a time, or with focus, stays', async () => {
    const context = await screen(browser, { script: true });
    const page = await context.newPage();
    // The page's clock stands still from the first page on, so load time does not count.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const shown = (name: string) => page.locator('.ad', { hasText: name });
    await page.goto(`${shop.url}/fr/promotions`);
    await shown(brief).waitFor();
    // The advertisement is at the foot of the page and not visible yet.
    await page.clock.runFor(60_000);
    expect(await shown(brief).isVisible()).toBe(true);
    await shown(brief).scrollIntoViewIfNeeded();
    await page.clock.runFor(9_000);
    expect(await shown(brief).isVisible()).toBe(true);
    await page.clock.runFor(2_000);
    await shown(brief).waitFor({ state: 'hidden' });
    expect(await shown(lasting).isVisible()).toBe(true);

    await page.reload();
    await shown(brief).locator('button').focus();
    await page.clock.runFor(12_000);
    expect(await shown(brief).isVisible()).toBe(true);
    await shown(lasting).locator('button').focus();
    await page.clock.runFor(1_100);
    await shown(brief).waitFor({ state: 'hidden' });
    await context.close();
  });

  it('CMS-03 closing an advertisement keeps the place on the page, and moves the focus to the next one; it stays closed', async () => {
    for (const script of [true, false]) {
      const context = await screen(browser, { script });
      const page = await context.newPage();
      await page.goto(`${shop.url}/fr/promotions`);
      const close = page.locator('.ad').first().locator('.close');
      const name = await page.locator('.ad').first().locator('b').innerText();
      await close.focus();
      const stored = page.waitForResponse('**/consent/banner');
      await (script ? close.press('Enter') : leave(page, () => close.press('Enter')));
      await stored;
      await page.locator('.ad', { hasText: name }).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
      if (script)
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('close');
      await page.reload();
      expect(await page.locator('.ad').count()).toBeGreaterThan(0);
      expect(await page.locator('.ad', { hasText: name }).count()).toBe(0);
      await context.close();
    }
  });

  it('CMS-03 advertisements are at the bottom right and cover no content of a wide page; without script they are in a row', async () => {
    for (const script of [true, false]) {
      const context = await screen(browser, { script });
      const page = await context.newPage();
      await page.setViewportSize({ width: 1920, height: 900 });
      await page.goto(`${shop.url}/fr/promotions`);
      const corner = await page.locator('.ad.corner').boundingBox();
      const header = await page.locator('main > :first-child').boundingBox();
      const isBeside = (corner?.x ?? 0) >= (header?.x ?? 0) + (header?.width ?? 0);
      expect(isBeside).toBe(script);
      expect((corner?.y ?? 0) + (corner?.height ?? 0) <= 900).toBe(script);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect((await page.locator('.ad.corner').boundingBox())?.y).toBeGreaterThan(900);
      await context.close();
    }
  });
});

describe('notifications', () => {
  it('SHELL-01 notifications are shown at the bottom right for 5000 ms, cart notices too; errors stay until closed', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const toast = page.locator('.toasts .toast');
    await page.goto('/fr/account/documents/month/2001-01');
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_200);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(820);
    await page.clock.runFor(4_900);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'hidden' });

    const { control } = shop.sandbox.erp;
    control.fault({ match: { path: 'sales/*/download' }, status: 404, body: { detail: 'none' } });
    await page.goto('/fr/account/sales');
    const order = await page.locator('main tbody th a').first().getAttribute('href');
    await page.goto(`${order ?? ''}/download`);
    await toast.waitFor();
    await page.clock.runFor(60_000);
    expect(await toast.isVisible()).toBe(true);
    await toast.locator('input').check();
    await toast.waitFor({ state: 'hidden' });

    const goods = goodsOf(shop, 3);
    await sheetOf(page, goods);
    await page.clock.fastForward(60_000);
    await touched(page, goods);
    await typeQuantity(page, goods, '2');
    // The first message says that the line is being sent; the next one replaces it and starts its own display time.
    await toast.filter({ hasText: '1 ligne ajoutée au panier.' }).waitFor();
    await page.clock.fastForward(5_100);
    await toast.waitFor({ state: 'detached' });
    await context.close();
  });
});
