/**
 * Measures what a larger catalogue costs: the shop's CPU time per page, and how long the customer waits. Each size
 * alternates strictly with the smallest world, on the embedded engine and on a live Elasticsearch where one is
 * available. Compared pages must list the same number of products: otherwise a fuller page would look like a slower
 * shop.
 */
import { loadBehindAlias } from '../../tools/seed-search/index-loader';
import { startNodeOfRun } from '../../tools/live-node';
import { indexBody } from '../../sandbox/search/mapping/index-bodies';
import type { Sandbox } from '../../sandbox/start';
import type { IndexName } from '../../sandbox/world';
import { Visitor } from '../../tests/support/visitor';
import { productPath } from './pages';
import { startMeasuredShop, type MeasuredShop } from './processes';
import { median } from './ratios';

/** The number of products that gives about this many variants. Large worlds have more products with few variants. */
const productsFor: Readonly<Record<number, number>> = {
  3_000: 820,
  20_000: 7_700,
  100_000: 39_500,
  130_000: 41_700,
};
const heartbeatMs = 10_000;
const indexNames: readonly IndexName[] = [
  'categories',
  'info_banners',
  'advertisements',
  'loyalty_programs',
  'products',
];

/** The embedded engine, or the address of a live node. */
type Engine = { name: 'embedded' } | { name: 'live'; url: string };

/** Indexes only the measured language: an index of 100 000 variants takes minutes. */
async function startWorld(variants: number, engine: Engine): Promise<MeasuredShop> {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  console.log(`${engine.name} engine, a world of about ${variants} variants …`);
  const products = productsFor[variants] ?? Math.round(variants / 2.6);
  const heartbeat = setInterval(() => console.log(`  … ${seconds()}`), heartbeatMs);
  try {
    if (engine.name === 'live') {
      return await startMeasuredShop({ products, search: { buildAhead: [] } }, (sandbox) =>
        loadLive(sandbox, engine.url, `bench_${variants}_`),
      );
    }
    const shop = await startMeasuredShop({ products, search: { buildAhead: ['fr'] } });
    await shop.sandbox.search.ready;
    return shop;
  } finally {
    clearInterval(heartbeat);
    console.log(`  ready after ${seconds()}`);
  }
}

/** Creates this world's indices on the node and returns the settings that make the shop read them. */
async function loadLive(
  { world }: Sandbox,
  url: string,
  prefix: string,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = { SEARCH_URL: url };
  for (const index of indexNames) {
    const source = {
      alias: `${prefix}${index}_fr_be`,
      body: indexBody(index, 'fr'),
      documents: world.documents(index, 'fr'),
    };
    await loadBehindAlias(
      { url, headers: { Accept: 'application/json' } },
      source,
      () => undefined,
    );
    settings[`SEARCH_INDEX_${index.toUpperCase()}`] = `${prefix}${index}`;
  }
  return settings;
}

/** The text search and the category listing fill a page in every world. */
const kinds = {
  product: ({ sandbox }: MeasuredShop) => productPath(sandbox.world),
  search: () => '/fr/search?q=chien',
  'search, one filter': () => '/fr/search?q=chien&in_stock=1',
  catalogue: () => '/fr/search',
} as const;

interface Cost {
  cpuMs: number;
  tookMs: number;
}

interface Pair {
  small: MeasuredShop;
  large: MeasuredShop;
}

const rowsOf = async ({ url }: MeasuredShop, path: string): Promise<number> =>
  (await new Visitor(url).get(path)).dom.querySelectorAll('.row-main').length;

async function costOf(shop: MeasuredShop, path: string, views: number): Promise<Cost> {
  const visitor = new Visitor(shop.url);
  const before = await shop.cpuSeconds();
  const times: number[] = [];
  for (let view = 0; view < views; view += 1) {
    const asked = performance.now();
    const { status } = await visitor.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - asked);
  }
  const used = (await shop.cpuSeconds()) - before;
  return { cpuMs: (used * 1000) / views, tookMs: median(times) };
}

interface Repeats {
  rounds: number;
  views: number;
}

/** Returns one table row that compares a page in the larger world with the same page in the smaller one. */
async function compare(
  { small, large }: Pair,
  [page, pathOf]: [string, (shop: MeasuredShop) => string],
  { rounds, views }: Repeats,
): Promise<Record<string, string | number>> {
  const paths = { small: pathOf(small), large: pathOf(large) };
  const rows = [await rowsOf(small, paths.small), await rowsOf(large, paths.large)];
  if (page !== 'product' && rows[0] !== rows[1]) {
    throw new Error(`${paths.small} lists ${rows.join(' and ')} products: not the same page`);
  }
  await costOf(small, paths.small, views);
  await costOf(large, paths.large, views);
  const measured: { small: Cost; large: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const reference = await costOf(small, paths.small, views);
    measured.push({ small: reference, large: await costOf(large, paths.large, views) });
  }
  const ratioOf = (figure: keyof Cost): string =>
    median(measured.map((one) => one.large[figure] / one.small[figure])).toFixed(2);
  return {
    page,
    variants: large.sandbox.world.variants.size,
    'shop cpu ms': median(measured.map((one) => one.large.cpuMs)).toFixed(1),
    'cpu ratio': ratioOf('cpuMs'),
    'took ms': median(measured.map((one) => one.large.tookMs)).toFixed(0),
    'took ratio': ratioOf('tookMs'),
  };
}

async function growthOn(
  engine: Engine,
  [smallest = 3_000, ...larger]: readonly number[],
  repeats: Repeats,
): Promise<void> {
  const small = await startWorld(smallest, engine);
  const rows: Record<string, string | number>[] = [];
  for (const size of larger) {
    const large = await startWorld(size, engine);
    for (const kind of Object.entries(kinds)) {
      rows.push(await compare({ small, large }, kind, repeats));
    }
    await large.stop();
  }
  const variants = small.sandbox.world.variants.size;
  console.log(`\n${engine.name} engine: against the same pages with ${variants} variants`);
  console.table(rows);
  await small.stop();
}

/** `engines` lists the engines to measure. Without a live node, the live engine is skipped with a message. */
export async function printGrowth(
  sizes: readonly number[],
  repeats: Repeats,
  engines: readonly string[],
): Promise<void> {
  if (engines.includes('live')) {
    const node = await startNodeOfRun((line) => console.log(line));
    const url = node.env['ELASTICSEARCH_URL'] ?? process.env['ELASTICSEARCH_URL'];
    if (url) await growthOn({ name: 'live', url }, sizes, repeats).finally(node.stop);
  }
  if (engines.includes('embedded')) await growthOn({ name: 'embedded' }, sizes, repeats);
}
