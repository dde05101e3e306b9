import { describe, expect, it } from 'vitest';
import { createCache } from './cache';
import { weightOf } from './weight';

const clock = { now: () => new Date(0) };
const fresh = { freshMs: 1_000 };

/** A cache that counts how often each key is loaded. */
function bench(options: { maxEntries?: number; maxBytes?: number }) {
  const cache = createCache({ clock, ...options });
  const loads = new Map<string, number>();
  const get = (key: string, size = 10) =>
    cache.get(key, fresh, () => {
      loads.set(key, (loads.get(key) ?? 0) + 1);
      return Promise.resolve('x'.repeat(size));
    });
  return { cache, get, loads };
}

describe('createCache', () => {
  it('P-63 the cache stays within its byte limit and evicts the least recently used entry', async () => {
    const { get, loads } = bench({ maxBytes: 3_000 });
    await get('navigation', 900);
    for (let product = 0; product < 50; product += 1) {
      await get(`product ${product}`, 900);
      await get('navigation', 900);
    }
    expect(loads.get('navigation')).toBe(1);
    await get('product 49', 900);
    await get('product 0', 900);
    expect(loads.get('product 49')).toBe(1);
    expect(loads.get('product 0')).toBe(2);
  });

  it('CFG-06 P-63 a cached value does not become fresher when the clock is set back', async () => {
    let now = Date.UTC(2026, 9, 25, 3);
    const cache = createCache({ clock: { now: () => new Date(now) } });
    let loads = 0;
    const get = () => cache.get('navigation', fresh, () => Promise.resolve((loads += 1)));
    await get();
    now -= 3_600_000;
    await get();
    await Promise.resolve();
    expect(await get()).toBe(2);
  });

  it('P-63 SRCH-09 known() returns a cached value or joins a load in progress, and otherwise returns undefined', async () => {
    const { cache, get } = bench({});
    const asked = cache.known('orders');
    const loading = get('orders', 3);
    const joined = cache.known('orders');
    expect(await asked).toBeUndefined();
    expect(await loading).toBe('xxx');
    expect([await joined, await cache.known('orders')]).toEqual(['xxx', 'xxx']);
  });

  it('P-63 the cache stays within its entry limit', async () => {
    const { get, loads } = bench({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c', 'b', 'a']) await get(key);
    expect(Object.fromEntries(loads)).toEqual({ a: 2, b: 1, c: 1 });
  });

  it('P-63 a value above the byte limit is returned but not cached, and evicts nothing', async () => {
    const { get, loads } = bench({ maxBytes: 1_000 });
    await get('small');
    expect(await get('huge', 5_000)).toHaveLength(5_000);
    await get('huge', 5_000);
    expect(loads.get('huge')).toBe(2);
    await get('small');
    expect(loads.get('small')).toBe(1);
  });

  it('P-63 replaced and deleted values free their bytes', async () => {
    const { cache, get, loads } = bench({ maxBytes: 2_500 });
    await get('kept', 900);
    for (let round = 0; round < 20; round += 1) {
      cache.delete('other');
      await get('other', 900);
    }
    await get('kept', 900);
    expect(loads.get('kept')).toBe(1);
  });
});

describe('weightOf', () => {
  it('P-63 weightOf grows with strings, lists, records and maps, and stops at the given limit', () => {
    const product = { name: 'Exemplamox', prices: [{ list: '12', price: 42.1 }] };
    const one = weightOf(product, 1_000_000);
    expect(one).toBeGreaterThan(60);
    expect(
      weightOf(
        Array.from({ length: 100 }, () => product),
        1_000_000,
      ),
    ).toBeGreaterThan(100 * one);
    expect(weightOf(new Map([['a', product]]), 1_000_000)).toBeGreaterThan(one);
    expect(weightOf('x'.repeat(1_000), 1_000_000)).toBeGreaterThanOrEqual(1_000);
    expect(weightOf('x'.repeat(10_000_000), 500)).toBe(500);
    const round: { self?: unknown } = {};
    round.self = round;
    expect(weightOf(round, 5_000)).toBe(5_000);
  });
});
