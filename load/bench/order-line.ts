/**
 * Measures ordering over the slow line (P-77): adding a product to the cart by a plain form, and by the cart's script.
 * The page, its files and its connection are already open, as for a customer who has just read the page.
 */
import type { Browser, BrowserContext, Page } from 'playwright';
import { startTcpProxy } from '../../sandbox/faults/tcp-proxy';
import { launchBrowser } from '../../tests/support/browser';
import { startTlsEnd } from './line';
import { productPath } from './pages';
import type { MeasuredShop } from './processes';
import { median } from './ratios';
import { customerOf } from './speed';

const link = { downKbit: 50, upKbit: 20, delayMs: 400 };
const owed = { form: 5, sync: 2 };

/** Returns the total quantity in all open carts of the ERP. */
const pieces = ({ sandbox }: MeasuredShop): number =>
  sandbox.world.customers
    .flatMap(({ id }) => sandbox.erp.control.cartsOf(id).flatMap(({ lines }) => lines))
    .reduce((sum, { qty }) => sum + qty, 0);

async function customerIn(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string },
  script: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: script });
  const pairs = cookie.split('; ').map((pair) => pair.split('='));
  await context.addCookies(
    pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url })),
  );
  return context;
}

/** Returns the seconds from submitting until the response page paints its first text: POST, 303, GET. */
async function byForm(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(path);
  // The second load finds the stylesheet in the cache, and the page links to it.
  await page.goto(path);
  const quantity = page.locator('main input.qty').first();
  await quantity.fill('1');
  await Promise.all([
    page.waitForEvent('domcontentloaded', { timeout: 60_000 }),
    quantity.press('Enter'),
  ]);
  await page.waitForLoadState('load');
  const text = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  await page.close();
  return text / 1000;
}

/** Clears the browser cache, so that no image is cached, as on a first visit. */
async function emptied(context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.clearBrowserCache');
  await page.close();
  return context;
}

/** Returns a function that waits until the page has had no open request for half a second. */
function idleLine(page: Page): () => Promise<void> {
  let open = 0;
  let changed = Date.now();
  const count = (by: number) => () => {
    open += by;
    changed = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return async () => {
    while (open > 0 || Date.now() - changed < 500) await page.waitForTimeout(100);
  };
}

/**
 * Returns the seconds until the shop has confirmed a line that the page shows at once, and the size of the request
 * body. With `coming`, the customer submits while images are still loading; with `there`, after they have loaded.
 */
async function byScript(context: BrowserContext, path: string, pictures: 'coming' | 'there') {
  const page = await context.newPage();
  const isIdle = idleLine(page);
  await page.goto(path, { waitUntil: 'load' });
  const quantity = page.locator('main input.qty').first();
  await quantity.focus();
  await page.waitForSelector('cart-island:defined', { state: 'attached' });
  if (pictures === 'there') await isIdle();
  const answer = page.waitForResponse('**/cart/sync', { timeout: 60_000 });
  await quantity.fill('1');
  await quantity.press('Enter');
  const response = await answer;
  await response.finished();
  const { responseEnd } = response.request().timing();
  const bytes = response.request().postDataBuffer()?.length ?? 0;
  // Open requests would take bandwidth from the next measurement.
  await isIdle();
  await page.close();
  return { seconds: responseEnd / 1000, bytes };
}

export async function printOrderLine(
  shop: MeasuredShop,
  /** The port of the slow line. */
  port: number,
  rounds: number,
): Promise<void> {
  const cookie = await (await customerOf(shop)).jar.getCookieString(shop.url);
  const end = await startTlsEnd(shop);
  const line = await startTcpProxy({
    target: { host: '127.0.0.1', port: end.port },
    port,
    seed: 'order',
    shared: true,
    rules: { link },
  });
  const url = `https://localhost:${port}`;
  const path = productPath(shop.sandbox.world);
  const before = pieces(shop);
  const browser = await launchBrowser(['--ignore-certificate-errors']);
  const plain = await customerIn(browser, { url, cookie }, false);
  const forms: number[] = [];
  for (let round = 0; round < rounds; round += 1) forms.push(await byForm(plain, path));
  await plain.close();
  const scripted = await customerIn(browser, { url, cookie }, true);
  const syncs: { seconds: number; bytes: number }[] = [];
  const early: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    syncs.push(await byScript(scripted, path, 'there'));
    early.push((await byScript(await emptied(scripted), path, 'coming')).seconds);
  }
  await browser.close();
  const added = pieces(shop) - before;
  if (added !== 3 * rounds) throw new Error(`${added} pieces came of ${3 * rounds}`);
  await line.close();
  end.close();
  const row = (seconds: readonly number[], most: number) => ({
    'median s': median(seconds).toFixed(2),
    'slowest s': Math.max(...seconds).toFixed(2),
    'owed s': most === Infinity ? '-' : `${most.toFixed(1)}${median(seconds) > most ? ' !' : ''}`,
  });
  console.log(`\nOrdering at 50 kbit/s and 800 ms, ${rounds} of each; ! is later than owed`);
  console.table({
    'form: press until text of the next page': row(forms, owed.form),
    [`sync of ${median(syncs.map(({ bytes }) => bytes))} bytes`]: row(
      syncs.map(({ seconds }) => seconds),
      owed.sync,
    ),
    'the same while pictures come': row(early, Infinity),
  });
}
