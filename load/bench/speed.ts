/** Compares a page's CPU time with that of bare Express and renderToString doing the same work (bare-server.ts). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { forEveryone, newCart, variants } from '../../tests/http/checkout/checkout-carts';
import { freePort } from '../../tests/support/free-port';
import { signIn } from '../../tests/support/shop';
import { Visitor } from '../../tests/support/visitor';
import type { ErpQuestion } from './erp-relay';
import { pagesOf, type Target } from './pages';
import { answering, child, measuredSecret, type MeasuredShop } from './processes';
import { median } from './ratios';

interface Captured extends Target {
  html: string;
  questions: { path: string; type: string; body: string }[];
  erpQuestions: ErpQuestion[];
  /** The cookie of the visitor's session. */
  cookie: string;
  upstreamCalls: number;
}

export const frequentPages = ['home', 'category', 'product', 'search'];
/** Pages that a customer with some cart lines requests; every visitor is a different customer. */
export const customerPages = ['home', 'cart', 'account', 'category', 'product', 'search'];
const login = 'vet@demo.example';
const cartLines = 10;

/** Loads the page again when it is warm. Records its search queries and its number of upstream calls. */
async function capture(
  { url, sandbox, erp, lines }: MeasuredShop,
  visitor: Visitor,
  target: Target,
): Promise<Captured> {
  await visitor.get(target.path);
  sandbox.search.clearRequests();
  erp.take();
  const from = lines.length;
  const page = await visitor.get(target.path);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const reference = page.headers.get('x-request-id');
  const calls = lines
    .slice(from)
    .filter((line) => line['reference'] === reference && String(line['event']).endsWith('.called'));
  const questions = sandbox.search.requests().map(({ path, body }) => {
    const many = path.endsWith('_msearch');
    const text =
      many && Array.isArray(body)
        ? `${body.map((line) => JSON.stringify(line)).join('\n')}\n`
        : JSON.stringify(body);
    return { path, type: many ? 'application/x-ndjson' : 'application/json', body: text };
  });
  return {
    ...target,
    html: page.text,
    questions,
    upstreamCalls: calls.length,
    erpQuestions: erp.take(),
    cookie: await visitor.jar.getCookieString(url),
  };
}

/** Gives the customer the cart that the pages show. */
export function fillCart(stand: Pick<MeasuredShop, 'sandbox'>): void {
  newCart(stand, login, { products: variants(stand, cartLines, forEveryone) });
}

export async function signedIn({ sandbox }: Pick<MeasuredShop, 'sandbox'>, url: string) {
  const customer = sandbox.world.customers.find((one) => one.login === login);
  if (!customer) throw new Error(`no sample customer ${login}`);
  const visitor = new Visitor(url);
  await signIn(visitor, login, customer.password);
  return visitor;
}

export async function customerOf(shop: MeasuredShop): Promise<Visitor> {
  fillCart(shop);
  return signedIn(shop, shop.url);
}

/** Loads the stylesheet, as a browser does after its first page. The shop then sends pages without inline styles. */
export async function takeSheet(visitor: Visitor): Promise<void> {
  const { text } = await visitor.get('/fr');
  const [address] = /\/assets\/shop-[\w-]+\.css/.exec(text) ?? [];
  if (address === undefined) throw new Error('the page names no sheet');
  await visitor.get(address);
}

export interface Load {
  url: string;
  cookie: string;
  requests: number;
}

export const underLoad = ({ url, cookie, requests }: Load) =>
  autocannon({
    url,
    // Below the concurrency at which the shop refuses requests, even when other processes delay the event loop.
    connections: 3,
    amount: requests,
    headers: { 'accept-encoding': 'br', ...(cookie === '' ? {} : { cookie }) },
  });

export interface Compared {
  url: string;
  cpuSeconds(): Promise<number>;
}

const idleMs = 5_000;

/** Returns the CPU seconds used per second without requests: timers and upstream health checks. */
export async function idleShare({ cpuSeconds }: Compared): Promise<number> {
  const [before, since] = [await cpuSeconds(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  return ((await cpuSeconds()) - before) / ((performance.now() - since) / 1000);
}

/**
 * Returns CPU milliseconds per page, a figure that other processes on the machine barely change. Subtracts the idle CPU
 * use, which grows with the duration of the run.
 */
export async function costOf(load: Load, idle: number, { cpuSeconds }: Compared): Promise<number> {
  const before = await cpuSeconds();
  const result = await underLoad(load);
  if (result.non2xx > 0) throw new Error(`${load.url}: ${result.non2xx} answers were no success`);
  const used = (await cpuSeconds()) - before - idle * result.duration;
  return used * (1000 / Math.max(1, result.requests.total));
}

/** Number of requests per round. */
const perRound = 200;

/**
 * Sends requests to the shop and to the bare server in strict alternation, so that changes in the machine's speed
 * affect both alike.
 */
async function ratio(
  [shop, bare]: readonly [Compared, Compared],
  { cookie, rounds, warm }: { cookie: string; rounds: number; warm: number },
) {
  // A cold server may refuse some of ten concurrent requests.
  for (const { url } of [shop, bare]) await underLoad({ url, cookie, requests: warm });
  const idle = { bare: await idleShare(bare), shop: await idleShare(shop) };
  const measured: { shop: number; bare: number }[] = [];
  const load = (url: string) => ({ url, cookie, requests: perRound });
  for (let round = 0; round < rounds; round += 1)
    measured.push({
      bare: await costOf(load(bare.url), idle.bare, bare),
      shop: await costOf(load(shop.url), idle.shop, shop),
    });
  const of = (read: (one: (typeof measured)[number]) => number): number =>
    Number(median(measured.map(read)).toFixed(2));
  return {
    'shop ms': of(({ shop: ms }) => ms),
    'bare ms': of(({ bare: ms }) => ms),
    ratio: of((one) => one.bare / one.shop),
  };
}

export async function printSpeed(
  shop: MeasuredShop,
  options: { only: readonly string[] | null; rounds: number; warm: number },
): Promise<void> {
  const { only, ...timing } = options;
  const groups = [
    { who: 'guest', visitor: new Visitor(shop.url), names: frequentPages },
    { who: 'customer', visitor: await customerOf(shop), names: customerPages },
  ];
  console.log('\nProcessor time of a page against bare Express + renderToString (warm)');
  const rows: Record<string, string | number>[] = [];
  for (const { who, visitor, names } of groups) {
    await takeSheet(visitor);
    const targets = pagesOf(shop.sandbox.world).filter(
      ({ name }) => names.includes(name) && (only === null || only.includes(name)),
    );
    for (const target of targets) {
      shop.record(true);
      const page = await capture(shop, visitor, target);
      shop.record(false);
      const bare = await startBare(shop, page);
      const { cookie, name, path, upstreamCalls } = page;
      const own = { url: shop.url + path, cpuSeconds: shop.cpuSeconds };
      const figures = await ratio([own, bare], { cookie, ...timing });
      rows.push({ who, page: name, 'upstream calls': upstreamCalls, ...figures });
      bare.stop();
    }
  }
  console.table(rows);
}

/** Starts a bare server for one page, which must be measured at once: the token in its ERP requests expires soon. */
async function startBare({ sandbox, erp, folder }: MeasuredShop, page: Captured) {
  const port = await freePort();
  const job = join(folder, 'bare.json');
  const { search } = sandbox.urls;
  const stored = { store: join(folder, 'shop.db'), secret: measuredSecret };
  writeFileSync(job, JSON.stringify({ port, search, erp: erp.url, pages: [page], ...stored }));
  const running = child(
    ['--max-semi-space-size=32', '--import', 'tsx', 'load/bench/bare-server.ts', job],
    {},
    () => undefined,
  );
  const url = `http://localhost:${port}`;
  await answering(url + page.path);
  return {
    url: url + page.path,
    cpuSeconds: async () => Number(await (await fetch(`${url}/processor`)).text()),
    stop: () => running.kill('SIGKILL'),
  };
}
