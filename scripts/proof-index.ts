/**
 * `npm run proof:index -- --documents 20000`: `npm run index` on a live Elasticsearch, so many product documents in
 * three languages, while visitors read lists, searches and product pages of the shop beside it (SRCH-01). Counts the
 * pages and those that failed; exit code 1 when one did, 77 where there is no node.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createWorld } from '../sandbox/seed/create-world';
import type { Lang, World } from '../sandbox/world';
import { startTestShop } from '../tests/support/shop';
import { findLiveNode } from '../tests/support/elasticsearch/node';

const { values } = parseArgs({ options: { documents: { type: 'string', default: '20000' } } });
const wanted = Number(values.documents);
const suffixes: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const langs: readonly Lang[] = ['fr', 'nl', 'en'];
const mediaBase = 'http://media.invalid';
const skippedCode = 77;
const readers = 4;

/** A small world has more documents to a product than a large one. */
const spare = 1.2;

/** A world with at least so many product documents in all languages together. */
function worldOf(documents: number): World {
  const sample = 200;
  const small = createWorld({ mediaBase, products: sample });
  const each = [...small.documents('products', 'fr')].length / sample;
  return createWorld({ mediaBase, products: Math.ceil((spare * documents) / langs.length / each) });
}

/** The exporter's files; how many product documents they hold. */
async function write(world: World, folder: string): Promise<number> {
  let count = 0;
  for (const lang of langs) {
    for (const index of ['products', 'categories'] as const) {
      const file = createWriteStream(join(folder, `${index}_${suffixes[lang]}.jsonl`));
      for (const document of world.documents(index, lang)) {
        if (index === 'products') count += 1;
        if (!file.write(`${JSON.stringify(document)}\n`)) await once(file, 'drain');
      }
      file.end();
      await once(file, 'finish');
    }
  }
  return count;
}

async function command(script: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SEARCH_URL: '' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
}

const node = await findLiveNode();
if (typeof node === 'string') {
  console.log(`proof:index skipped: ${node}`);
  process.exit(skippedCode);
}
const folder = mkdtempSync(join(tmpdir(), 'shop-proof-index-'));
await command('scripts/seed-search.ts', '--url', node.url, '--products', '60');
const shop = await startTestShop({ settings: { SEARCH_URL: node.url, RATE_LIMITS: 'off' } });
const world = worldOf(wanted);
const documents = await write(world, folder);
const keys = [...shop.sandbox.world.documents('products', 'fr')].flatMap(({ url_key: key }) =>
  typeof key === 'string' ? [key] : [],
);
console.log(`Elasticsearch ${node.version}, ${documents} product documents`);

const reading = { on: true };
const times: number[] = [];
const failed: string[] = [];
/** Other addresses each time, so that no copy answers for the index. */
const addressOf = (at: number): string =>
  [`/fr/search?_=${at}`, `/nl/search?q=a&_=${at}`, `/fr/p/${keys[at % keys.length] ?? ''}?_=${at}`][
    at % 3
  ] ?? '';
async function read(reader: number): Promise<void> {
  const visitor = shop.visitor();
  for (let at = reader; reading.on; at += readers) {
    const began = performance.now();
    const path = addressOf(at);
    const page = await visitor.get(path);
    times.push(performance.now() - began);
    if (page.status >= 500) failed.push(`${page.status} ${path}`);
  }
}
const began = performance.now();
const reads = Array.from({ length: readers }, (_, reader) => read(reader));
await command('scripts/load-index.ts', folder, '--url', node.url, '--adopt').finally(
  () => (reading.on = false),
);
const seconds = (performance.now() - began) / 1000;
await Promise.all(reads);
times.sort((a, b) => a - b);
const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
console.log(
  `loaded in ${seconds.toFixed(0)} s; pages read meanwhile ${times.length}, failed ${failed.length}; ms at the median ${at(0.5)}, at 95 % ${at(0.95)}`,
);
for (const one of failed.slice(0, 10)) console.log(`  ${one}`);
await shop.stop();
await node.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failed.length === 0 && times.length > 0 ? 0 : 1);
