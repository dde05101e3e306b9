/** The circuit breaker of the search engine with texts that exceed the engine's time limit (P-41). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { productsAreIndexed } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60, tuning: { upstream: {} } });
  await productsAreIndexed(shop, 'fr');
  // Cache what every page requests before the engine is slow.
  expect((await shop.visitor().get('/fr/search?q=gants')).status).toBe(200);
});
beforeEach(() => shop.sandbox.search.faults.clear());
afterAll(() => shop.stop());

const oddWords = (seed: number): string =>
  Array.from({ length: 20 }, (_, at) => `zq${(seed * 20 + at).toString(36)}vx`).join(' ');
const search = async (text: string): Promise<number> =>
  (await shop.visitor().get(`/fr/search?q=${encodeURIComponent(text)}`)).status;
const outages = (): number => shop.logs.filter(({ event }) => event === 'upstream.away').length;
const timeouts = (from: number): number =>
  shop.logs
    .slice(from)
    .filter(({ event, outcome }) => event === 'search.called' && outcome === 'timeout').length;

it('P-41 searches for long texts that time out do not open the circuit breaker for others, and have few slots', async () => {
  const before = outages();
  const from = shop.logs.length;
  shop.sandbox.search.faults.set({ delayMs: 6_000 });
  for (let round = 0; round < 3; round += 1) {
    const seeds = Array.from({ length: 8 }, (_, at) => round * 8 + at);
    const answers = await Promise.all(seeds.map((seed) => search(oddWords(seed))));
    expect(new Set(answers)).toEqual(new Set([503]));
  }
  // More than five consecutive time-outs, and more than half of all calls.
  expect(timeouts(from)).toBeGreaterThan(8);
  // Searches without a free slot never reached the engine.
  expect(shop.logs.slice(from).some(({ outcome }) => outcome === 'overloaded')).toBe(true);
  shop.sandbox.search.faults.clear();
  expect(outages()).toBe(before);
  expect(await search('gants')).toBe(200);
});

it('P-41 five plain searches without a response open the circuit breaker, whatever long texts do meanwhile', async () => {
  const before = outages();
  shop.sandbox.search.faults.set({ delayMs: 6_000 });
  const long = Array.from({ length: 4 }, (_, at) => search(oddWords(100 + at)));
  const plain = Array.from({ length: 5 }, (_, at) => search(`gants ${at}`));
  await Promise.all([...long, ...plain]);
  expect(outages()).toBe(before + 1);
});

it('P-41 five broken connections open the circuit breaker, also those of searches for long texts', async () => {
  await shop.restart();
  const before = outages();
  shop.sandbox.search.faults.set({ drop: true });
  for (let at = 0; at < 5; at += 1) await search(oddWords(200 + at));
  expect(outages()).toBe(before + 1);
});
