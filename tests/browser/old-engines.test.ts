/**
 * Browsers in which an island could take over an order without being able to send it keep plain forms (SHELL-11). The
 * test removes the missing features from Chromium before a page runs.
 */
import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  goodsOf,
  inErp,
  settled,
  sheetOf,
  signedInContext,
  typeQuantity,
} from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

const gone = (object: string, ...names: string[]): string =>
  names.map((name) => `Reflect.deleteProperty(${object}, '${name}');`).join('');

/** Features that a page without TLS does not have. */
const secure = [
  gone('Crypto.prototype', 'randomUUID', 'subtle'),
  gone('Navigator.prototype', 'locks', 'serviceWorker', 'clipboard', 'mediaDevices'),
  gone('window', 'caches'),
];
const engines: readonly [name: string, lacks: string, isAble: boolean][] = [
  [
    'Safari 15.4',
    gone('AbortSignal', 'timeout') + gone('HTMLFormElement.prototype', 'requestSubmit'),
    false,
  ],
  ['a browser at an address without TLS', secure.join(''), false],
  ['a browser without a channel between its tabs', gone('window', 'BroadcastChannel'), false],
  [
    'a browser of a private window',
    `${gone('Navigator.prototype', 'locks', 'serviceWorker')}${gone('window', 'indexedDB', 'caches')}`,
    true,
  ],
];

describe.each(engines)('%s', (_, lacks, isAble) => {
  it('SHELL-11 CART-02 CART-11 orders from the order sheet and by scanning contain each line once', async () => {
    const context = await signedInContext(shop, browser);
    await context.addInitScript(lacks);
    const page = await context.newPage();
    const [typed, scanned] = [goodsOf(shop, 3), goodsOf(shop, 4)];
    const before = [typed, scanned].map(({ id }) => inErp(shop, id));
    const navigations: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.isNavigationRequest())
        navigations.push(new URL(request.url()).pathname);
    });

    await sheetOf(page, typed);
    await typeQuantity(page, typed, '4');
    await expect.poll(() => inErp(shop, typed.id)).toBe((before[0] ?? 0) + 4);

    await page.goto('/fr/scan');
    for (const times of [1, 2]) {
      await page.fill('#code', scanned.sku);
      await page.press('#code', 'Enter');
      // Both scans are one row, which shows the quantity.
      await page.waitForSelector(
        `#scan-lines li:not([data-waits]):has-text("${scanned.sku}") input[value="${times}"]`,
      );
    }
    await page.click('button[value="add"]');
    await expect.poll(() => inErp(shop, scanned.id)).toBe((before[1] ?? 0) + 2);
    await settled(page);
    expect(navigations.length > 0).toBe(!isAble);
    expect(await page.locator('cart-island:defined').count()).toBe(isAble ? 1 : 0);
    await context.close();
  });
});
