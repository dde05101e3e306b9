/**
 * What a larger catalogue costs: the shop's processor time per page and how long a search takes, against the
 * smallest world in strict alternation. A page should cost the same; a search grows with the stand-in's index.
 */
import { Visitor } from '../../tests/support/visitor';
import { productPath } from './pages';
import { startMeasuredShop, type MeasuredShop } from './processes';
import { median } from './speed';

/** Products that give about this many variants: large worlds have more products of few variants. */
const productsFor: Readonly<Record<number, number>> = {
  3_000: 820,
  20_000: 7_700,
  100_000: 39_500,
};
const heartbeatMs = 10_000;

/** Only the language that is measured is indexed: an index of 100 000 variants takes minutes. */
async function startWorld(variants: number): Promise<MeasuredShop> {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  console.log(`a world of about ${variants} variants …`);
  const products = productsFor[variants] ?? Math.round(variants / 2.6);
  const shop = await startMeasuredShop({ products, search: { buildAhead: ['fr'] } });
  const { world, search } = shop.sandbox;
  console.log(`  ${world.variants.size} variants made after ${seconds()}, indexing …`);
  const heartbeat = setInterval(() => console.log(`  … ${seconds()}`), heartbeatMs);
  await search.ready;
  clearInterval(heartbeat);
  console.log(`  indexed after ${seconds()}`);
  return shop;
}

const kinds = {
  product: ({ sandbox }: MeasuredShop) => productPath(sandbox.world),
  search: () => '/fr/search?q=amoxicilline',
} as const;

interface Cost {
  cpuMs: number;
  tookMs: number;
}

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

export async function printGrowth(
  sizes: readonly number[],
  { rounds, views }: { rounds: number; views: number },
): Promise<void> {
  const [smallest = 3_000, ...larger] = sizes;
  const small = await startWorld(smallest);
  const rows: Record<string, string | number>[] = [];
  for (const size of larger) {
    const large = await startWorld(size);
    for (const [page, pathOf] of Object.entries(kinds)) {
      const paths = { small: pathOf(small), large: pathOf(large) };
      await costOf(small, paths.small, views);
      await costOf(large, paths.large, views);
      const measured: { small: Cost; large: Cost }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const reference = await costOf(small, paths.small, views);
        measured.push({ small: reference, large: await costOf(large, paths.large, views) });
      }
      const ratioOf = (figure: keyof Cost): string =>
        median(measured.map((one) => one.large[figure] / one.small[figure])).toFixed(2);
      rows.push({
        page,
        variants: large.sandbox.world.variants.size,
        'shop cpu ms': median(measured.map((one) => one.large.cpuMs)).toFixed(1),
        'cpu ratio': ratioOf('cpuMs'),
        'took ms': median(measured.map((one) => one.large.tookMs)).toFixed(0),
        'took ratio': ratioOf('tookMs'),
      });
    }
    await large.stop();
  }
  console.log(`\nAgainst the same pages with ${small.sandbox.world.variants.size} variants`);
  console.table(rows);
  await small.stop();
}
