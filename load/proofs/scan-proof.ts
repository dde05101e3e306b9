/**
 * CART-11: a scanner sends its stored codes to the scan page over a line of 50 kbit/s that stalls and is reset. It
 * never looks at the page: codes with Enter follow each other at a fixed interval. The test counts codes that became
 * their own row, missing codes, and rows that match no code. It then counts the lines of the ERP's cart whose quantity
 * differs from the scanned one.
 */
import type { Page } from 'playwright';
import { LOSSY_LINE, startTcpProxy } from '../../sandbox/faults/tcp-proxy';
import { launchBrowser, seen } from '../../tests/support/browser';
import { goodsOf, settled, signedInContext } from '../../tests/support/cart-browser';
import { startTestShop, type TestShop } from '../../tests/support/shop';

export interface ScanRun {
  codes: number;
  spacingMs: number;
  resets: number;
  right: number;
  lost: number;
  glued: number;
  cartDiffers: number;
}

const patienceMs = 240_000;
const customerLogin = 'vet@demo.example';

const codesOn = (page: Page): Promise<string[]> =>
  page.$$eval('#scan-lines input[name^="c."]', (inputs) =>
    inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
  );

/** Reloads a first page that the line has truncated, as a customer would. */
async function open(page: Page, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await page.goto(path, { waitUntil: 'domcontentloaded', timeout: 60_000 });
      await page.waitForSelector('#code', { timeout: 1_000 });
      await seen(page);
      return;
    } catch (error) {
      if (attempt >= 10) throw error;
    }
  }
}

async function scanAll(page: Page, codes: readonly string[], spacingMs: number): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(spacingMs);
  }
}

/** Returns the number of lines in the ERP's cart whose quantity differs from the scanned one. */
function cartDifference(shop: TestShop, wanted: ReadonlyMap<number, number>): number {
  const customer = shop.sandbox.world.customers.find(({ login }) => login === customerLogin);
  const lines = shop.sandbox.erp.control.cartsOf(customer?.id ?? 0).flatMap((cart) => cart.lines);
  const held = new Map(lines.map(({ productId, qty }) => [productId, qty]));
  const ids = new Set([...held.keys(), ...wanted.keys()]);
  return [...ids].filter((id) => held.get(id) !== wanted.get(id)).length;
}

export async function runScanProof(options: {
  codes: number;
  spacingMs: number;
  seed: number;
  /** Number of codes that are scanned a second time. */
  again?: number;
}): Promise<ScanRun> {
  const { codes, spacingMs, seed, again = 0 } = options;
  const shop = await startTestShop();
  const { port } = new URL(shop.url);
  const target = { host: '127.0.0.1', port: Number(port) };
  const proxy = await startTcpProxy({ target, seed, shared: true, rules: { link: LOSSY_LINE } });
  const host = new URL(shop.url).host;
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`,
  ]);
  try {
    const goods = Array.from({ length: codes }, (_, at) => goodsOf(shop, at));
    const context = await signedInContext(shop, browser);
    await context.route(/\/media\//, (route) => route.abort());
    const page = await context.newPage();
    await open(page, '/fr/scan');
    // In addition to the line's own resets, two responses are always lost.
    const fault = { kind: 'cut-answer', afterBytes: 0, when: /scan\/lines/, times: 2 } as const;
    await proxy.set({ fault });
    const skus = goods.map(({ sku }) => sku);
    await scanAll(page, [...skus, ...skus.slice(0, again)], spacingMs);
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('#scan-lines input[name^="c."]').length >= count &&
        !document.querySelector('#scan-lines [data-waits]'),
      codes,
      { timeout: patienceMs },
    );
    const shown = await codesOn(page);
    const right = skus.filter((sku) => shown.includes(sku)).length;
    await page.click('button[value="add"]');
    await settled(page);
    return {
      codes,
      spacingMs,
      right,
      lost: codes - right,
      resets: proxy.stats.resets + proxy.stats.cutAnswers,
      glued: shown.filter((code) => !skus.includes(code)).length,
      cartDiffers: cartDifference(
        shop,
        new Map(goods.map(({ id }, at) => [id, at < again ? 2 : 1])),
      ),
    };
  } finally {
    await browser.close();
    await proxy.close();
    await shop.stop();
  }
}
