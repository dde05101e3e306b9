import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser';
import { startTestShop, type TestShop, type TestShopOptions } from './shop';

interface ShopAndBrowser {
  shop: TestShop;
  browser: Browser;
}

/** Starts a shop and a browser before the first test of a file, and stops them after the last. */
export function shopAndBrowser(
  use: (started: ShopAndBrowser) => void,
  options: TestShopOptions | (() => Promise<TestShopOptions>) = {},
): void {
  let started: ShopAndBrowser;
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options;
    started = { shop: await startTestShop(given), browser: await launchBrowser() };
    use(started);
  });
  afterAll(async () => {
    await started.browser.close();
    await started.shop.stop();
  });
}
