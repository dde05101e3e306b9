/** Advertisements in a browser: taken away after their display time, never from under the keyboard (CMS-03). */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screen } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const brief = 'Mois de la dent';
const lasting = 'Catalogue de matériel';

describe('advertisements', () => {
  it('CMS-03 go after their time, those without a time stay, and one with the focus waits', async () => {
    const context = await screen(browser, { script: true });
    const page = await context.newPage();
    // Time stands still from the first page on: loading it takes as long as it takes.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const shown = (name: string) => page.locator('.ad', { hasText: name });
    await page.goto(`${shop.url}/fr/promotions`);
    await shown(brief).waitFor();
    await page.clock.fastForward(9_000);
    expect(await shown(brief).isVisible()).toBe(true);
    await page.clock.fastForward(2_000);
    await shown(brief).waitFor({ state: 'hidden' });
    expect(await shown(lasting).isVisible()).toBe(true);

    await page.reload();
    await shown(brief).locator('button').focus();
    await page.clock.fastForward(12_000);
    expect(await shown(brief).isVisible()).toBe(true);
    await shown(lasting).locator('button').focus();
    await page.clock.runFor(10);
    await shown(brief).waitFor({ state: 'hidden' });
    await context.close();
  });
});
