import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { settled, signedInContext } from '../support/cart-browser';
import { answered, burst, scanPage, shownSkus, skusOf } from '../support/scanner';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

const signedIn = () => signedInContext(shop, browser);
const codes = (from: number, count: number): string[] => skusOf(shop, from, count);

describe('scanning while pages change', () => {
  it.each(['/fr/scan', '/fr'])(
    'CART-10 CART-11 when %s is left during a scan, the rest of the code becomes a line to correct, and no codes are joined or lost',
    async (path) => {
      const context = await signedIn();
      const page = await scanPage(context, path);
      const rows = (): Promise<string[]> =>
        page.$$eval('#scan-lines > li', (all) =>
          all.map((row) => {
            const { value = '' } = row.querySelector<HTMLInputElement>('[name^="c."]') ?? {};
            return `${row.classList.contains('is-bad') ? 'to correct: ' : ''}${value || row.querySelector('h3')?.textContent || ''}`;
          }),
        );
      /** Time at which the page received its first key: at its first paint. */
      const heard = async (): Promise<number> => {
        const paint = await page.waitForFunction(
          () => performance.getEntriesByType('paint')[0]?.startTime,
        );
        const at = Number(await paint.jsonValue());
        return ((await page.evaluate(() => performance.timeOrigin)) + at) / 1000;
      };
      const [first = '', second = '', third = '', fourth = ''] = codes(70, 4);
      const { barcode: ean = '' } =
        [...shop.sandbox.world.variants.values()].filter(
          (one) => one.barcode && one.orderMode === 'direct_sale',
        )[80] ?? {};
      // Two seconds without a key end the code left by the previous page; on a busy machine the test's keys may come
      // later.
      await page.addInitScript(() => {
        const { setTimeout } = window;
        const isPatient = localStorage.getItem('patient') !== null;
        Object.assign(window, {
          setTimeout: (act: () => void, ms?: number) =>
            setTimeout(act, isPatient && ms === 2_000 ? 90_000 : ms),
        });
      });
      // The end of the code was typed while no page listened; the next scan is a separate code.
      await page.focus('#code');
      await burst(page, [...first.slice(0, 5)]);
      await page.reload({ waitUntil: 'commit' });
      await expect.poll(rows).toEqual([`to correct: ${first.slice(0, 5)}…`]);
      await page.evaluate(() => localStorage.setItem('patient', ''));
      await burst(page, [...first.slice(0, 5)]);
      await page.reload({ waitUntil: 'commit' });
      await burst(page, [...second, 'Enter'], (await heard()) + 1);
      const begun = `to correct: ${first.slice(0, 5)}…`;
      await expect.poll(rows).toEqual([second, begun, begun]);
      // The middle of this code and the beginning of the next are missing: the page receives keys from its first event
      // on.
      await burst(page, [...third.slice(0, 3)]);
      await page.reload({ waitUntil: 'commit' });
      await burst(page, [...third.slice(5), 'Enter'], await heard());
      await expect.poll(rows).toContain(`to correct: ${third.slice(0, 3)}…${third.slice(5)}`);
      await page.reload({ waitUntil: 'commit' });
      await burst(page, [...third.slice(2), 'Enter'], await heard());
      await expect.poll(rows).toContain(`to correct: …${third.slice(2)}`);
      // No key of the scan was lost, as its speed and the check digit show. The key times are in the future, so that no
      // page starts between them.
      const start = Date.now() / 1000 + 10;
      await burst(page, [...fourth.slice(0, 3)], start);
      await page.reload({ waitUntil: 'commit' });
      await page.waitForSelector('#scan-lines', { state: 'attached' });
      await burst(page, [...fourth.slice(3), 'Enter'], start + 3 * 0.005);
      await expect.poll(rows).toContain(fourth);
      await burst(page, [...(ean ?? '').slice(0, 3)]);
      await page.reload({ waitUntil: 'commit' });
      await burst(page, [...(ean ?? '').slice(3), 'Enter'], await heard());
      await expect.poll(rows).toContain(ean);
      await settled(page);
      await context.close();
    },
  );

  it('CART-10 keys typed while the page is still loading go into the code field', async () => {
    const context = await signedIn();
    const page = await context.newPage();
    let go = (): void => {};
    const open = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/held.js', async (route) => {
      await open;
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    // As on a slow connection: the page stalls after its header.
    await page.route('**/fr/scan', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const [nonce = ''] = /nonce="[^"]+"/.exec(html) ?? [];
      const body = html.replace('<main', `<script src="/held.js" ${nonce}></script><main`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/fr/scan', { waitUntil: 'commit' });
    await page.waitForSelector('header');
    expect(await page.locator('#code').count()).toBe(0);
    const [first = '', second = ''] = codes(76, 2);
    await page.keyboard.type(first, { delay: 60 });
    await page.keyboard.press('Enter');
    await page.keyboard.type(second, { delay: 60 });
    go();
    await answered(page, 1);
    expect(await shownSkus(page)).toEqual([first]);
    expect(await page.inputValue('#code')).toBe(second);
    await context.close();
  });
});
