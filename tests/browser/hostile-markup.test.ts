/** A real browser decides what runs as script: first the raw markup, then the output of the sanitiser. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeHtml } from '../../app/base/page/untrusted/safe-html.server';
import { createWorld } from '../../sandbox/seed/create-world';
import { launchBrowser, screen } from '../support/browser';
import { hostileMarkup } from '../support/hostile-markup';
import { poisonedWorld } from '../support/hostile-world';
import { startTestShop } from '../support/shop';

const rules = { origin: 'https://shop.example', linkHosts: ['x.example'] };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A page that counts executed scripts; missing pictures fail at once. */
async function countingPage(): Promise<{ page: Page; hits: () => number; close(): Promise<void> }> {
  const context = await screen(browser, { script: true });
  const page = await context.newPage();
  let count = 0;
  await page.exposeFunction('__hit', () => void (count += 1));
  await page.route(/evil\.example|media\.example|nowhere/, (route) => route.abort('aborted'));
  return { page, hits: () => count, close: () => context.close() };
}

/** Pieces of markup that execute script, each in its own page without a content policy. */
async function running(pieces: readonly string[]): Promise<string[]> {
  const { page, hits, close } = await countingPage();
  const ran: string[] = [];
  for (const piece of pieces) {
    const before = hits();
    await page.setContent(`<!doctype html><body><main>${piece}</main>`, { waitUntil: 'load' });
    // Error handlers of pictures run before the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
    if (hits() > before) ran.push(piece);
  }
  await close();
  return ran;
}

describe('hostile markup in a browser', () => {
  it('P-24 hostile markup runs script before the shop sanitises it, and none afterwards', async () => {
    expect((await running(hostileMarkup)).length).toBeGreaterThan(20);
    expect(await running(hostileMarkup.map((piece) => safeHtml(piece, 'fr', rules) ?? ''))).toEqual(
      [],
    );
  });

  it('P-24 P-26 P-22 hostile markup runs no script on any page of the shop, and violates no content policy', async () => {
    const world = createWorld({ mediaBase: 'http://127.0.0.1:9/media', products: 60 });
    const shop = await startTestShop({ sandbox: { world: poisonedWorld(world) } });
    const { page, hits, close } = await countingPage();
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    const first = [...world.documents('products', 'fr')].find((one) => one['main'] === true);
    const category = [...world.documents('categories', 'fr')][0];
    for (const path of [
      '/fr',
      `/fr/p/${String(first?.['url_key'])}`,
      `/fr/c/${String(category?.['url_key'])}`,
      '/fr/search?q=gants',
      '/fr/promotions',
    ])
      await page.goto(shop.url + path, { waitUntil: 'load' });
    expect(hits()).toBe(0);
    expect(violations).toEqual([]);
    await close();
    await shop.stop();
  });
});
