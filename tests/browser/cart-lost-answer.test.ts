/** A connection between browser and shop that loses a response after the shop has acted (P-46). */
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { launchBrowser } from '../support/browser';
import {
  goodsOf,
  inErp,
  openSheet,
  queued,
  settled,
  sheetOf,
  signedInContext,
  typeQuantity,
} from '../support/cart-browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let proxy: TcpProxy;
let browser: Browser;
beforeAll(async () => {
  shop = await startTestShop({ profile: 'odoo16' });
  const { hostname, port, host } = new URL(shop.url);
  proxy = await startTcpProxy({ target: { host: hostname, port: Number(port) }, seed: 'lost' });
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`]);
});
afterAll(async () => {
  await browser.close();
  await proxy.close();
  await shop.stop();
});

/** ERP sync calls that contained transactions. */
const written = (): number =>
  shop.sandbox.erp.control.requests().filter(({ method, path, body }) => {
    const isSync = method === 'POST' && /sync$/.test(path.split('?')[0] ?? '');
    return isSync && (body ?? '').includes('"product_id"');
  }).length;

/** Sync calls from the island to the shop. */
const asked = (): number =>
  shop.logs.filter(
    ({ method, path }) => method === 'POST' && String(path).startsWith('/fr/cart/sync'),
  ).length;

describe('a connection that loses responses', () => {
  it('P-46 with script, the cart queue sends an edit five times when responses are lost, and the ERP gets one call', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    const one = goodsOf(shop, 0);
    await openSheet(page, one);
    const before = written();
    const askedBefore = asked();
    await proxy.set({
      fault: { kind: 'cut-answer', afterBytes: 0, times: 5, when: /POST \/fr\/cart\/sync/ },
    });
    await typeQuantity(page, one, '4');
    // Five responses are lost. The queue waits a random time before each retry, so the test checks no state in between.
    await expect.poll(() => asked() - askedBefore, { timeout: 90_000 }).toBeGreaterThan(5);
    await settled(page);
    expect(await queued(page)).toBe(0);
    expect([inErp(shop, one.id), written() - before]).toEqual([4, 1]);
    await context.close();
  });

  it('P-46 without script, a form that the browser posts again after a lost response has no second effect', async () => {
    const signedIn = await signedInContext(shop, browser);
    const cookies = await signedIn.cookies();
    await signedIn.close();
    const context: BrowserContext = await browser.newContext({
      baseURL: shop.url,
      javaScriptEnabled: false,
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const one = goodsOf(shop, 1);
    await sheetOf(page, one);
    const before = written();
    await proxy.set({
      fault: { kind: 'cut-answer', afterBytes: 0, times: 5, when: /POST \/fr\/search/ },
    });
    await page.fill(`input[name="q.${one.id}"]`, '3');
    await page.press(`input[name="q.${one.id}"]`, 'Enter').catch(() => null);
    // The browser's own error page, with its button to send the form again.
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
    await proxy.set({ fault: null });
    await page.reload();
    const posts = shop.logs.filter(
      ({ method, path }) => method === 'POST' && String(path).startsWith('/fr/search'),
    );
    expect(posts.length).toBeGreaterThan(1);
    expect(new URL(page.url()).pathname).toBe('/fr/search');
    expect([inErp(shop, one.id), written() - before]).toEqual([3, 1]);
    await context.close();
  });
});
