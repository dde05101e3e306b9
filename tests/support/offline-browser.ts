/** Shared by the tests of the service worker: a browser behind a connection that can be cut, and its caches. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { startTcpProxy, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { launchBrowser } from './browser';
import type { TestShop } from './shop';
import { until } from './until';

export interface LineBrowser {
  browser: Browser;
  line: TcpProxy;
  close(): Promise<void>;
}

/** The shop's URL stays the same; only the connection goes through a proxy. */
export async function browserBehindLine(shop: TestShop): Promise<LineBrowser> {
  const { port, host } = new URL(shop.url);
  const target = { host: 'localhost', port: Number(port) };
  const line = await startTcpProxy({ target, seed: 'offline' });
  const browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1:${line.port}`]);
  return {
    browser,
    line,
    close: async () => {
      await browser.close();
      await line.close();
    },
  };
}

/** The texts in the worker's caches, by cache key. */
export const keptTexts = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const answer = await cache.match(key, { ignoreVary: true });
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        found[new URL(key.url).pathname] = `${headers}\n${await answer?.text()}`;
      }
    }
    return found;
  });

/** Waits until the cached paths satisfy `isKept`. */
export async function untilCached(page: Page, isKept: (paths: string[]) => boolean): Promise<void> {
  const paths = async (): Promise<string[]> => Object.keys(await keptTexts(page));
  await until(async () => isKept(await paths())).catch(async () => {
    throw new Error(`kept: ${(await paths()).join(' ')}`);
  });
}

/** Follows a link of the shop: the worker is installed with the second page. */
export async function openByLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
  }, path);
  await page.waitForURL((url) => url.pathname + url.search === path);
  await page.waitForLoadState();
}

/** Visits two pages and waits until the worker is active and the offline page is cached. */
export async function startVisit(context: BrowserContext, path = '/fr/promotions'): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/fr');
  await openByLink(page, path);
  const [, locale = ''] = path.split('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await untilCached(page, (paths) => paths.includes(`/${locale}/offline`));
  return page;
}
