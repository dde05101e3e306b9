/**
 * `npm run proof -- soak --minutes 60 --rate 15`: sends visitors at a steady rate under the image's limits and measures
 * the heap (P-63). Pages of 20,000 different addresses are requested in turn, each by a separate client. A customer
 * makes one request in five, and sometimes adds a cart line.
 *
 * Sixty times in the run, the heap is fully collected and measured: what remains is reachable. It grows until the
 * bounded caches are full, so only the slope of the second half is judged. With `--snapshots FOLDER`, heap snapshots
 * are written there after a sixth, after half, and at the end.
 */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '../sandbox/command-line';
import { startSandbox, type Sandbox } from '../sandbox/start';
import { freePort } from '../tests/support/free-port';
import { signIn } from '../tests/support/shop';
import { Visitor } from '../tests/support/visitor';
import { openHeap, type HeapFacts } from './bench/heap';
import { answering, child, measuredSecret } from './bench/processes';

const { values } = commandOf('proof -- soak', {
  options: {
    minutes: { type: 'string', default: '2' },
    rate: { type: 'string', default: '15' },
    addresses: { type: 'string', default: '20000' },
    products: { type: 'string', default: '3200' },
    snapshots: { type: 'string' },
  },
});
const runMs = Number(values.minutes) * 60_000;
const owedSlope = 1;
const readings = 60;
const customersAtOnce = 10;
const folder = mkdtempSync(join(tmpdir(), 'shop-soak-'));
const [port, metricsPort, inspector] = [await freePort(), await freePort(), await freePort()];
const url = `http://localhost:${port}`;
const products = Number(values.products);
const sandbox = await startSandbox({ products, shopUrl: url, ports: 'free' });
const shop = child(
  [`--inspect=127.0.0.1:${inspector}`, '--max-semi-space-size=32', 'dist/server.js'],
  {
    ...sandbox.settings,
    PORT: String(port),
    PUBLIC_URL: url,
    METRICS_PORT: String(metricsPort),
    CONFIG_DIR: folder,
    SESSION_SECRET: measuredSecret,
    SESSION_DB: join(folder, 'shop.db'),
    TRUST_PROXY: '1',
    NODE_OPTIONS: '--max-old-space-size=384',
  },
  () => undefined,
);
await answering(`${url}/healthz`);
await sandbox.search.ready;
const heap = await openHeap(inspector);

/** Returns `count` addresses: products in three languages, departments, and different searches. */
function addressesOf({ world }: Sandbox, count: number): string[] {
  const locales = ['fr', 'nl', 'en'] as const;
  const pages = locales.flatMap((locale) => [
    ...[...world.documents('products', locale)]
      .filter((one) => one['main'] === true)
      .map((one) => `/${locale}/p/${String(one['url_key'])}`),
    ...[...world.documents('categories', locale)].map(
      (one) => `/${locale}/c/${String(one['url_key'])}`,
    ),
  ]);
  return Array.from({ length: count }, (_, index) => {
    const page = pages[index % pages.length] ?? '/fr';
    if (index < pages.length) return page;
    const [, locale = 'fr', , key = ''] = page.split('/');
    return `/${locale}/search?q=${key.slice(0, 6)}+${index}`;
  });
}

async function customersOf({ world }: Sandbox): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const { login, password } of world.customers.slice(0, customersAtOnce)) {
    const visitor = new Visitor(url);
    await signIn(visitor, login, password);
    visitors.push(visitor);
  }
  return visitors;
}

const counts = { answered: 0, refused: 0, 'server errors': 0, failed: 0, 'lines added': 0 };
/** 429 and 503 are refusals with a retry time: because of a rate limit, or for lack of CPU. */
const counted = (status: number): void => {
  if (status === 429 || status === 503) counts.refused += 1;
  else if (status >= 500) counts['server errors'] += 1;
  else counts.answered += 1;
};

/** Requests the page as a separate client. */
async function asGuest(path: string, client: number): Promise<void> {
  const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
  const answer = await fetch(url + path, { headers: { 'x-forwarded-for': address } });
  await answer.arrayBuffer();
  counted(answer.status);
}

async function asCustomer(path: string, visitor: Visitor, adds: boolean): Promise<void> {
  const page = await visitor.get(path);
  counted(page.status);
  if (!adds || page.dom.querySelector('form[data-sheet] input.qty') === null) return;
  const field = page.dom.querySelector('form[data-sheet] input.qty')?.getAttribute('name') ?? '';
  const answer = await page
    .form('form[data-sheet]')
    .fill({ [field]: '1' })
    .submit();
  counted(answer.status);
  counts['lines added'] += 1;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The slope by least squares, in MB per ten minutes. */
function slope(samples: readonly (HeapFacts & { atMs: number })[]): number {
  const points = samples.map((one) => ({ x: one.atMs / 600_000, mb: one.heapMb + one.externalMb }));
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  const [x, y] = [mean(points.map((one) => one.x)), mean(points.map(({ mb }) => mb))];
  const over = points.reduce((sum, one) => sum + (one.x - x) * (one.mb - y), 0);
  return Number((over / (points.reduce((sum, one) => sum + (one.x - x) ** 2, 0) || 1)).toFixed(2));
}

const addresses = addressesOf(sandbox, Number(values.addresses));
const customers = await customersOf(sandbox);
const samples: (HeapFacts & { atMs: number })[] = [];
const snapshotsAt = new Set([readings / 6, readings / 2, readings]);
const started = performance.now();
const reads = (async () => {
  for (let reading = 1; reading <= readings; reading += 1) {
    await pause(started + (reading * runMs) / readings - performance.now());
    const facts = { atMs: performance.now() - started, ...(await heap.afterCollection()) };
    samples.push(facts);
    console.log(
      JSON.stringify({ minute: Number((facts.atMs / 60_000).toFixed(1)), ...facts, ...counts }),
    );
    if (values.snapshots !== undefined && snapshotsAt.has(reading))
      await heap.snapshot(join(values.snapshots, `${reading}.heapsnapshot`));
  }
})();
for (let turn = 0; performance.now() - started < runMs; turn += 1) {
  const path = addresses[turn % addresses.length] ?? '/fr';
  const customer = turn % 5 === 0 ? customers[(turn / 5) % customers.length] : undefined;
  const visit = customer ? asCustomer(path, customer, turn % 100 === 0) : asGuest(path, turn);
  visit.catch(() => (counts.failed += 1));
  await pause(
    Math.max(0, started + ((turn + 1) * 1_000) / Number(values.rate) - performance.now()),
  );
}
await reads;
const growth = slope(samples.slice(readings / 2));
console.table({
  ...counts,
  minutes: Number(values.minutes),
  addresses: addresses.length,
  'held after collection, first MB': samples[0]?.heapMb,
  'held after collection, half way': samples[readings / 2]?.heapMb,
  'held after collection, last MB': samples.at(-1)?.heapMb,
  'memory of the process, highest MB': Math.max(...samples.map((one) => one.rssMb)),
  'slope of the first half, MB per 10 minutes': slope(samples.slice(0, readings / 2)),
  [`slope of the second half (owed ${owedSlope})`]: growth,
});
heap.close();
shop.kill('SIGINT');
await once(shop, 'close');
await sandbox.close();
const isSteady = growth <= owedSlope && counts['server errors'] + counts.failed === 0;
process.exit(isSteady ? 0 : 1);
