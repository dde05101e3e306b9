/** Shared by the tests of scanning: the keys of a scanner, the page that receives them, and the resulting rows. */
import type { BrowserContext, Page } from 'playwright';
import { seen } from './browser';
import { goodsOf } from './cart-browser';
import type { TestShop } from './shop';

export const skusOf = (shop: TestShop, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => goodsOf(shop, from + at).sku);

/** Types like a scanner: all keys at once, each code followed by Enter, without waiting for the page. */
export async function scan(page: Page, all: readonly string[]): Promise<void> {
  for (const code of all) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
}

/** Key codes of the keys with which a scanner ends a code. */
const namedKeys: Readonly<Record<string, number>> = { Tab: 9, Enter: 13 };

/**
 * Sends keys of a scanner with time stamps five milliseconds apart, as a keyboard sets them: they count as a scanner's
 * even if a busy machine delivers them late. `start` is in seconds.
 */
export async function burst(
  page: Page,
  keys: readonly string[],
  start = Date.now() / 1000,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const strokes = keys.flatMap((key, at) => {
    const named = namedKeys[key];
    const stroke = {
      key,
      timestamp: start + at * 0.005,
      windowsVirtualKeyCode: named ?? key.toUpperCase().charCodeAt(0),
    };
    // Keys that enter text or submit the form.
    const text = key === 'Enter' ? '\r' : named === undefined ? key : null;
    const down = {
      type: text === null ? 'rawKeyDown' : 'keyDown',
      ...(text === null ? {} : { text }),
    } as const;
    return [
      { ...stroke, ...down },
      { ...stroke, type: 'keyUp' as const },
    ];
  });
  await Promise.all(strokes.map((stroke) => session.send('Input.dispatchKeyEvent', stroke)));
  await session.detach();
}

export const answered = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction(
    (rows) =>
      document.querySelectorAll('#scan-lines > li').length === rows &&
      !document.querySelector('#scan-lines [data-waits]'),
    count,
    { timeout: 60_000 },
  );

export const scanPage = async (context: BrowserContext, path = '/fr/scan'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(path);
  await seen(page);
  return page;
};
export const shownSkus = (page: Page): Promise<string[]> =>
  page.$$eval('#scan-lines .row-codes > span:first-child', (all) =>
    all.map(({ textContent }) => textContent ?? ''),
  );
