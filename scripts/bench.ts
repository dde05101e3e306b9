/**
 * `npm run bench`: what a page costs, as ratios in one run, against a bare Express and renderToString doing
 * the same work (bench/bare-server.ts); bytes and requests of cold pages; upstream calls per page.
 *
 *   npm run bench                          the whole table
 *   npm run bench -- --products 20000      the same on a larger world: the cost of a page should stay flat
 *   npm run bench -- --rounds 12 --only product
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { launchBrowser } from '../tests/support/browser';
import { freePort } from '../tests/support/free-port';
import { Visitor } from '../tests/support/visitor';
import { startSandbox, type Sandbox } from '../sandbox/start';
import { coldPage, type ColdPage } from './bench/cold-page';
import { buildShop } from './build';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '3200' },
    rounds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '10' },
    only: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
});

interface Target {
  name: string;
  path: string;
}

const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
const shopPort = await freePort();
const barePort = await freePort();
const shopUrl = `http://localhost:${shopPort}`;
const bareUrl = `http://localhost:${barePort}`;

if (!values['no-build'] && !(await buildShop())) process.exit(1);
const sandbox = await startSandbox({ products: Number(values.products), shopUrl, ports: 'free' });
const logLines: Record<string, unknown>[] = [];

function child(
  script: readonly string[],
  environment: Record<string, string>,
  onLine: (line: string) => void,
): ChildProcess {
  const running = spawn(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
  });
  let rest = '';
  running.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return running;
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ok = await fetch(url).then(
      (response) => response.status < 500,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

let recording = true;
const shop = child(
  ['--enable-source-maps', '--max-semi-space-size=32', 'dist/server.js'],
  {
    ...sandbox.settings,
    PORT: String(shopPort),
    PUBLIC_URL: shopUrl,
    CONFIG_DIR: folder,
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(folder, 'shop.db'),
  },
  (line) => {
    if (recording && line.startsWith('{'))
      logLines.push(JSON.parse(line) as Record<string, unknown>);
  },
);
await answering(`${shopUrl}/healthz`);

function targetsOf({ world }: Sandbox): Target[] {
  const products = [...world.documents('products', 'fr')];
  const product = products.find(
    (one) => one['main'] === true && Number(one['variant_count']) > 2 && one['is_meds'] === true,
  );
  const category = [...world.documents('categories', 'fr')].find((one) => one['level'] === 0);
  return [
    { name: 'home', path: '/fr' },
    { name: 'category', path: `/fr/c/${String(category?.['url_key'])}` },
    { name: 'product', path: `/fr/p/${String(product?.['url_key'])}` },
    { name: 'search', path: '/fr/search?q=amoxicilline' },
    { name: 'cart', path: '/fr/cart' },
  ].filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
}

interface Captured extends Target {
  html: string;
  questions: { path: string; type: string; body: string }[];
  upstreamCalls: number;
}

/** The page once more, warm, with what it asked search and how many upstream calls it made. */
async function capture(target: Target): Promise<Captured> {
  const visitor = new Visitor(shopUrl);
  await visitor.get(target.path);
  sandbox.search.clearRequests();
  const from = logLines.length;
  const page = await visitor.get(target.path);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const reference = page.headers.get('x-request-id');
  const calls = logLines
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
  return { ...target, html: page.text, questions, upstreamCalls: calls.length };
}

async function pagesPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were no success`);
  return result.requests.total / result.duration;
}

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** One second each, in strict alternation: the machine's mood hits both alike. */
async function ratio(path: string): Promise<{ shop: number; bare: number; ratio: number }> {
  await pagesPerSecond(shopUrl + path, Number(values.warm));
  await pagesPerSecond(bareUrl + path, Number(values.warm));
  const rounds: { shop: number; bare: number }[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const bare = await pagesPerSecond(bareUrl + path, 1);
    rounds.push({ bare, shop: await pagesPerSecond(shopUrl + path, 1) });
  }
  return {
    shop: median(rounds.map((round) => round.shop)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.shop / round.bare)),
  };
}

const captured: Captured[] = [];
for (const target of targetsOf(sandbox)) captured.push(await capture(target));
recording = false;

console.log(
  `\nCold pages, visitor, script on (product pictures apart); world of ${values.products} products`,
);
const browser = await launchBrowser();
const mediaOrigin = new URL(sandbox.urls.media).origin;
const cold: ColdPage[] = [];
for (const { name, path } of captured)
  cold.push({ name, ...(await coldPage(browser, shopUrl + path, mediaOrigin)) });
await browser.close();
console.table(
  cold.map(({ name, requests, bytes, html, css, script }) => ({
    page: name,
    requests,
    'kB all': kilo(bytes),
    'kB html': kilo(html),
    'kB css': kilo(css),
    'kB script': kilo(script),
    'upstream calls, warm': captured.find((one) => one.name === name)?.upstreamCalls,
  })),
);

const job = join(folder, 'bare.json');
writeFileSync(
  job,
  JSON.stringify({ port: barePort, search: sandbox.urls.search, pages: captured }),
);
const bare = child(
  ['--max-semi-space-size=32', '--import', 'tsx', 'scripts/bench/bare-server.ts', job],
  {},
  () => undefined,
);
await answering(`${bareUrl}${captured[0]?.path ?? '/'}`);
console.log('\nPages per second against bare Express + renderToString doing the same work');
const rows: Record<string, string | number>[] = [];
for (const { name, path } of captured) {
  if (name === 'cart') continue;
  const figures = await ratio(path);
  rows.push({
    page: name,
    'shop /s': Math.round(figures.shop),
    'bare /s': Math.round(figures.bare),
    ratio: Number(figures.ratio.toFixed(2)),
  });
}
console.table(rows);

shop.kill('SIGINT');
bare.kill('SIGKILL');
await sandbox.close();

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
