/**
 * `npm run proof -- index`: `npm run index` loads 20,000 products in three languages into a live Elasticsearch, while
 * customers read shop pages from an index a tenth of that size. Prints how long it took, how many pages were read, how
 * many failed, and their response times. Exits with 1 when a page failed or the new texts are not shown.
 *
 *     npm run proof -- index --products 20000 --readers 2
 *     ELASTICSEARCH_URL=http://…   uses a running node instead of starting one
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '../sandbox/command-line';
import { createWorld } from '../sandbox/seed/create-world';
import type { IndexName, Lang, World } from '../sandbox/world';
import { findLiveNode } from '../tests/support/elasticsearch/node';
import { Visitor } from '../tests/support/visitor';
import { endsWithUs } from './bench/ends-with-us';
import { startMeasuredShop } from './bench/processes';
import { buildShop } from '../tools/build';

const { values } = commandOf('proof -- index', {
  options: {
    products: { type: 'string', default: '20000' },
    readers: { type: 'string', default: '2' },
  },
});
const wanted = Number(values.products);
const readerCount = Number(values.readers);
const suffixes: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const langs: readonly Lang[] = ['fr', 'nl', 'en'];
const indices: readonly IndexName[] = [
  ...(['products', 'categories', 'info_banners', 'advertisements'] as const),
  'loyalty_programs',
];
const standingShare = 0.1;
const skippedCode = 77;
const lastToldPages = 10;
const readMs = 50;

const folder = mkdtempSync(join(tmpdir(), 'shop-proof-index-'));
const say = (line: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** Writes the exporter's files: the sample world with a word before every product's name. */
async function write(world: World, word: string): Promise<number> {
  let products = 0;
  for (const lang of langs)
    for (const index of indices) {
      const file = createWriteStream(join(folder, `${index}_${suffixes[lang]}.jsonl`));
      for (const document of world.documents(index, lang)) {
        const isProduct = index === 'products';
        products += isProduct && lang === 'fr' ? 1 : 0;
        const said = isProduct
          ? { ...document, name: `${word} ${String(document['name'])}` }
          : document;
        if (!file.write(`${JSON.stringify(said)}\n`)) await once(file, 'drain');
      }
      file.end();
      await once(file, 'close');
    }
  return products;
}

async function load(url: string): Promise<{ seconds: number; status: number | null }> {
  const began = performance.now();
  const child = endsWithUs(
    spawn(
      process.execPath,
      ['--import', 'tsx', 'tools/load-index.ts', folder, '--url', url, '--replicas', '0'],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SEARCH_URL: '' } },
    ),
  );
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) say(`  ${line}`);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { seconds: (performance.now() - began) / 1000, status };
}

interface Reading {
  times: number[];
  failed: string[];
}

const nearings = 5;

/**
 * Each variant is one document. The number of variants per product depends on the size of the world, so the product
 * count is approximated.
 */
function worldOf(documents: number): World {
  const of = (products: number): World =>
    createWorld({ mediaBase: 'http://media.invalid', products: Math.ceil(products) });
  let products = documents;
  for (let round = 0; round < nearings; round += 1)
    products *= documents / of(products).variants.size;
  return of(products);
}

/** Pages that query the index. Each has a different address, so that no cached page is served. */
function pathsOf(world: World): string[] {
  const named = [...world.variants.values()].filter((one) => !one.notSoldOnWebsite);
  const searches = ['chien', 'amox', 'vaccin', 'seringue', 'chat'].map((q) => `search?q=${q}`);
  return [
    ...searches,
    ...named.slice(0, 200).map(({ sku }) => `search?q=${encodeURIComponent(sku)}`),
    ...[2, 3, 4].map((page) => `search?page=${page}`),
    'search?in_stock=1',
  ];
}

async function read(url: string, paths: readonly string[], at: number, into: Reading) {
  const lang = langs[at % langs.length] ?? 'fr';
  const path = paths[(at * 37) % paths.length] ?? '';
  const began = performance.now();
  const page = await new Visitor(url).get(`/${lang}/${path}&_=${at}`).catch(String);
  into.times.push(performance.now() - began);
  if (typeof page === 'string') into.failed.push(`${path}: ${page}`);
  else if (page.status !== 200)
    into.failed.push(`${path}: ${page.status} ${page.words('h1').slice(0, 60)}`);
}

async function readWhile(url: string, paths: readonly string[], work: Promise<unknown>) {
  const reading: Reading = { times: [], failed: [] };
  const state = { on: true };
  const ended = work.finally(() => (state.on = false));
  let at = 0;
  await Promise.all(
    Array.from({ length: readerCount }, async () => {
      while (state.on) {
        at += 1;
        await read(url, paths, at, reading);
        await new Promise((resolve) => setTimeout(resolve, readMs));
      }
    }),
  );
  await ended;
  // The readers request more pages, so that they also read from the index that has just replaced the old one.
  for (let more = 0; more < 3 * lastToldPages; more += 1)
    await read(url, paths, at + more, reading);
  return reading;
}

function told({ times, failed }: Reading): string {
  const sorted = [...times].sort((a, b) => a - b);
  const share = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return `pages ${times.length}, failed ${failed.length}, p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, slowest ${share(1)} ms`;
}

async function prove(): Promise<boolean> {
  const node = await findLiveNode();
  if (typeof node === 'string') {
    console.log(`proof index skipped: ${node}`);
    process.exitCode = skippedCode;
    return true;
  }
  try {
    const world = worldOf(wanted * standingShare);
    const standing = await write(world, 'Premier');
    const first = await load(node.url);
    say(
      `${standing} products in each of three languages, ${node.title}: loaded with no reader in ${first.seconds.toFixed(0)} s, exit code ${first.status}`,
    );
    if (first.status !== 0) return false;
    const shop = await startMeasuredShop(
      { world, mediaBase: 'http://media.invalid', search: { buildAhead: [] } },
      () => Promise.resolve({ SEARCH_URL: node.url }),
    );
    try {
      const paths = pathsOf(world);
      const quiet = await readWhile(shop.url, paths, new Promise((end) => setTimeout(end, 10_000)));
      say(`nothing loaded: ${told(quiet)}`);
      const count = await write(worldOf(wanted), 'Deuxieme');
      const loading = load(node.url);
      const reading = await readWhile(shop.url, paths, loading);
      const second = await loading;
      say(
        `${count} products in each loaded while pages are read: ${second.seconds.toFixed(0)} s, exit code ${second.status}`,
      );
      say(told(reading));
      for (const line of reading.failed.slice(0, lastToldPages)) console.log(`    ${line}`);
      const page = await new Visitor(shop.url).get('/fr/search?q=Deuxieme');
      const isNew = page.words().includes('Deuxieme');
      say(isNew ? 'the new texts are shown' : 'the new texts are NOT shown');
      return second.status === 0 && reading.failed.length === 0 && isNew;
    } finally {
      await shop.stop();
    }
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!(await buildShop()) || !(await prove())) process.exitCode = 1;
