/** What the tests of scanning share: a scanner's keys, the page that it types into, and the rows that come of it. */
import type { BrowserContext, Page } from 'playwright';
import { seen } from './browser';
import { goodsOf } from './cart-browser';
import type { TestShop } from './shop';

export const skusOf = (shop: TestShop, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => goodsOf(shop, from + at).sku);

/** As a scanner types: each key at once, Enter behind the last, no look at what the page does. */
export async function scan(page: Page, all: readonly string[]): Promise<void> {
  for (const code of all) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
}

/** What a scanner ends a code with, beside digits and letters, as the keyboard's codes have it. */
const namedKeys: Readonly<Record<string, number>> = { Tab: 9, Enter: 13 };

/**
 * Keys of a scanner, five milliseconds apart by the time that they say of themselves, as the keyboard stamps them before
 * any page is asked: however late a busy machine brings them to the page, they are a scanner's. `start`: seconds.
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
      ...{ key, timestamp: start + at * 0.005 },
      windowsVirtualKeyCode: named ?? key.toUpperCase().charCodeAt(0),
    };
    // What types something, or sends the form.
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
