/** The copy button for support on an error page (OPS-07). */
import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { screen } from '../support/browser';
import { signedInContext } from '../support/cart-browser';
import { freePort } from '../support/free-port';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  async () => ({ products: 60, settings: { METRICS_PORT: String(await freePort()) } }),
);

describe('an error page', () => {
  it('OPS-07 “copy for support” on an error page copies reference, time, page and version, and confirms it', async () => {
    const context = await signedInContext(shop, browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
    const page = await context.newPage();
    await page.goto('/fr/account/sales');
    const order = await page.locator('main tbody th a').first().getAttribute('href');
    shop.sandbox.erp.control.fault({ match: { path: 'sales/*' }, status: 503, times: 10 });
    const answer = await page.goto(order ?? '');
    expect(answer?.status()).toBe(503);
    const button = page.getByRole('button', { name: 'Copier pour le support' });
    await button.click();
    await expect.poll(() => page.locator('[data-copied]').textContent()).toBe('Copié');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(answer?.headers()['x-request-id']);
    expect(copied).toContain(new URL(order ?? '', shop.url).pathname);
    expect(copied).toMatch(/\d{2}:\d{2}/);
    expect(copied.split(' · ')).toHaveLength(3);
    await context.close();

    // Support pastes the whole text, on a phone too: calls and log lines use the full screen width.
    const desk = await screen(browser, { width: 360 });
    const support = await desk.newPage();
    await support.goto(`http://${shop.metricsAddress() ?? ''}/support`);
    await support.locator('#q').fill(copied);
    await support.getByRole('button', { name: 'Look up' }).click();
    const heading = support.getByRole('heading', { name: /^Request / });
    expect(await heading.textContent()).toBe(`Request ${answer?.headers()['x-request-id'] ?? ''}`);
    const rows = await support
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => ({ height: row.getBoundingClientRect().height, text: row.textContent })),
      );
    expect(rows.length).toBeGreaterThan(3);
    for (const { height, text } of rows) expect(height, text).toBeLessThan(120);
    const wide = await support.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(360);
    await desk.close();
  });
});
