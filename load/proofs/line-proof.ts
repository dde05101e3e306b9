/**
 * P-84: order journeys in a real browser over a line that is slow, stalls and breaks. Every run has its own browser
 * behind its own proxy, and all its connections share the bandwidth of one line.
 *
 * The customer does what people do when a page does not arrive: wait, reload, look, continue. At the end, the ERP's
 * cart must match the ordered quantities exactly. The ERP counts every repetition, so any change that arrives twice is
 * visible.
 */
import type { Browser, BrowserContext } from 'playwright';
import type { Profile } from '../../sandbox/erp/quirks';
import type { WorldCustomer } from '../../sandbox/world';
import { startTcpProxy, type Rules, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { forEveryone } from '../../tests/http/checkout/checkout-carts';
import { launchBrowser } from '../../tests/support/browser';
import { startTestShop, type TestShop } from '../../tests/support/shop';
import type { Visitor } from '../../tests/support/visitor';
import { journey, type Goods } from './line-journey';
import { Shopper } from './line-shopper';

type Link = NonNullable<Rules['link']>;

export interface LineRun {
  number: number;
  script: boolean;
  completed: boolean;
  /** The step that could not be completed, and the reason. */
  stuck: string | null;
  exact: boolean;
  /** Surplus and missing pieces in the ERP's cart. */
  doubled: number;
  lost: number;
  steps: number;
  retries: number;
  resets: number;
  stalls: number;
  syncs: number;
  seconds: number;
}

export interface LineWorld {
  run(number: number, options: { script: boolean; link: Link; paceMs: number }): Promise<LineRun>;
  stop(): Promise<void>;
}

const goodsOf = (shop: TestShop): Goods[] =>
  [...shop.sandbox.world.variants.values()]
    .filter((variant) => variant.sku && forEveryone(variant))
    .map(({ id, sku }) => ({ id, sku }));

/** Keeps the shop's own address, so cookies and origin checks work as usual; only the connection differs. */
const throughProxy = (shop: TestShop, proxy: TcpProxy): Promise<Browser> =>
  launchBrowser([`--host-resolver-rules=MAP ${new URL(shop.url).host} 127.0.0.1:${proxy.port}`]);

/**
 * Retries the sign-in, which is not tested here: a loaded machine sometimes closes kept-alive connections at the wrong
 * moment.
 */
async function visitorOf(shop: TestShop, login: string): Promise<Visitor> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const visitor = await shop.customer(login);
      await visitor.get('/fr/cart');
      return visitor;
    } catch (error) {
      if (attempt >= 5) throw error;
    }
  }
}

/** Signs in over a good line: starting a session on a bad one is another test. */
async function signedIn(
  shop: TestShop,
  browser: Browser,
  { login, id }: WorldCustomer,
  script: boolean,
): Promise<{ context: BrowserContext; visitor: Visitor }> {
  const { control } = shop.sandbox.erp;
  for (const { uuid } of control.cartsOf(id)) control.replaceCart(uuid ?? '', 'cancelled');
  const visitor = await visitorOf(shop, login);
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: script,
    viewport: { width: 1280, height: 900 },
  });
  const cookies = await visitor.jar.getCookies(shop.url);
  await context.addCookies(
    cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
  );
  // Images come from another host and would only take CPU time here.
  await context.route(/\/media\//, (route) => route.abort());
  return { context, visitor };
}

function inErp(shop: TestShop, customer: WorldCustomer): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { lines } of shop.sandbox.erp.control.cartsOf(customer.id))
    for (const { productId, type, qty } of lines)
      if (type === 'product') sums.set(productId, (sums.get(productId) ?? 0) + qty);
  return sums;
}

/** When a journey stopped in the middle of a change, the quantity before and the one after are both right. */
function compare({ wanted, under }: Shopper, got: ReadonlyMap<number, number>) {
  let doubled = 0;
  let lost = 0;
  for (const id of new Set([...wanted.keys(), ...got.keys()])) {
    if (under.has(id) && under.get(id) === (got.get(id) ?? 0)) continue;
    const difference = (got.get(id) ?? 0) - (wanted.get(id) ?? 0);
    if (difference > 0) doubled += difference;
    else lost -= difference;
  }
  return { doubled, lost, exact: doubled === 0 && lost === 0 };
}

const mostLooks = 20;

/**
 * Compares the final cart. After a journey that stopped, changes may still be queued in the shop because the ERP
 * responded late. Each view of the cart over a good line sends them.
 */
async function atTheEnd(shop: TestShop, customer: WorldCustomer, shopper: Shopper, look: Visitor) {
  for (let looks = 1; ; looks += 1) {
    const result = compare(shopper, inErp(shop, customer));
    if (result.exact || looks === mostLooks) return result;
    await look.get('/fr/cart');
  }
}

export async function startLineWorld(
  options: { profile?: Profile; seed?: string } = {},
): Promise<LineWorld> {
  const { profile = 'odoo16', seed = 'line' } = options;
  const shop = await startTestShop({ profile, erpMaxSeconds: 20 });
  const goods = goodsOf(shop);
  // Students, pharmacies and suppliers do not see every product.
  const customers = shop.sandbox.world.customers.filter(
    ({ canOrder, functionType }) => canOrder && functionType === 'veterinary',
  );
  const { port } = new URL(shop.url);

  async function run(
    number: number,
    { script, link, paceMs }: Parameters<LineWorld['run']>[1],
  ): Promise<LineRun> {
    const customer = customers[number % customers.length];
    if (!customer) throw new Error('the sample world has no customers');
    const proxy = await startTcpProxy({
      target: { host: '127.0.0.1', port: Number(port) },
      seed: `${seed}/${number}`,
      shared: true,
      rules: { link },
    });
    const browser = await throughProxy(shop, proxy);
    const started = performance.now();
    try {
      const { context, visitor } = await signedIn(shop, browser, customer, script);
      const shopper = new Shopper(await context.newPage(), { script, paceMs });
      const own = Array.from({ length: 8 }, (_, at) => goods[(number * 8 + at) % goods.length]);
      const stuck = await journey(
        shopper,
        own.flatMap((one) => one ?? []),
      ).then(
        () => null,
        (error: unknown) => `${shopper.step}: ${String(error).split('\n')[0] ?? ''}`,
      );
      const result = await atTheEnd(shop, customer, shopper, visitor);
      return {
        number,
        script,
        stuck,
        completed: stuck === null,
        ...result,
        steps: shopper.steps,
        retries: shopper.retries,
        syncs: shopper.syncs,
        resets: proxy.stats.resets,
        stalls: proxy.stats.stalls,
        seconds: Math.round((performance.now() - started) / 1000),
      };
    } finally {
      await browser.close();
      await proxy.close();
    }
  }
  return { run, stop: () => shop.stop() };
}
