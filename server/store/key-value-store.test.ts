import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTcpProxy } from '../../sandbox/faults/tcp-proxy';
import { freePort } from '../../tests/support/free-port';
import { openStore } from './open-store';
import type { KeyValueStore } from './key-value-store';
import { redisAt } from './redis-settings';
import { timeLeft } from './time-left';

const log = pino({ level: 'silent' });

/** A storage location that one or several instances open and in which time can pass. */
interface Place {
  open(): Promise<KeyValueStore>;
  /** Lets at least `ms` pass for the store. */
  pass(ms: number): Promise<void>;
  /** Erases the store. */
  wipe(): Promise<void>;
  end(): Promise<void>;
}

function embeddedPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-store-'));
  const file = join(folder, 'deep', 'shop.db');
  let time = Date.now();
  return Promise.resolve({
    open: () => openStore({ file, clock: { now: () => new Date(time) }, log }),
    pass: (ms) => {
      time += ms;
      return Promise.resolve();
    },
    wipe: () => {
      rmSync(join(folder, 'deep'), { recursive: true });
      return Promise.resolve();
    },
    end: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
}

async function redisPlace(): Promise<Place & { port: number }> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = (): ChildProcess =>
    spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
  let server = start();
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await gone;
  };
  const open = (): Promise<KeyValueStore> =>
    openStore({ redis: redisAt(url), file: '', clock: { now: () => new Date() }, log });
  const answers = await open();
  await vi.waitFor(() => answers.ping(), { timeout: 60_000 });
  await answers.close();
  return {
    open,
    port,
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 20)),
    wipe: async () => {
      await stop();
      server = start();
    },
    end: stop,
  };
}

it('P-50 P-96 the remaining time of a lease does not grow when the clock is set back', () => {
  let time = Date.now();
  const left = timeLeft({ now: () => new Date(time) }, 120_000);
  time -= 3_600_000;
  expect(left()).toBeLessThanOrEqual(120_000);
  time += 3_660_000;
  expect(left()).toBeLessThanOrEqual(60_000);
});

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

describe.each([
  { name: 'embedded file', place: embeddedPlace, there: true },
  { name: 'Redis', place: redisPlace, there: hasRedis },
])('key-value store in $name', ({ place, there }) => {
  if (!there) {
    it('AUTH-11 the Redis store is skipped: redis-server is not installed', (context) =>
      context.skip());
    return;
  }
  let where: Place;
  let one: KeyValueStore;
  let two: KeyValueStore;
  const hour = { ttlSeconds: 3600 };

  beforeAll(async () => {
    where = await place();
  });
  afterAll(() => where.end());
  beforeEach(async () => {
    one = await where.open();
    two = await where.open();
  });
  afterEach(async () => {
    await one.close();
    await two.close();
  });

  it('AUTH-11 every instance reads documents exactly as written', async () => {
    expect(await two.read('seen')).toBeNull();
    expect(
      await one.write('seen', JSON.stringify('première\u0000"value"'), { version: null, ...hour }),
    ).toBe(true);
    expect((await two.read('seen'))?.value).toBe(JSON.stringify('première\u0000"value"'));
  });

  it('P-74 keys() finds documents by prefix, except expired ones', async () => {
    for (let at = 0; at < 30; at += 1)
      await one.write(`cart:${at}`, 'a', { version: null, ...hour });
    await one.write('carts', 'a', { version: null, ...hour });
    await one.write('cart:old', 'a', { version: null, ttlSeconds: 0.05 });
    await where.pass(60);
    expect((await two.keys('cart:')).sort()).toEqual(
      Array.from({ length: 30 }, (_, at) => `cart:${at}`).sort(),
    );
    expect(await two.keys('nobody:')).toEqual([]);
  });

  it('AUTH-11 only the writer that has read the latest version can change a document', async () => {
    await one.write('turn', 'a', { version: null, ...hour });
    const read = await one.read('turn');
    expect(await two.write('turn', 'b', { version: null, ...hour })).toBe(false);
    expect(await two.write('turn', 'b', { version: read?.version ?? 0, ...hour })).toBe(true);
    expect(await one.write('turn', 'c', { version: read?.version ?? 0, ...hour })).toBe(false);
    expect((await one.read('turn'))?.value).toBe('b');
  });

  it('AUTH-11 a slow writer cannot restore a deleted document or overwrite a recreated one', async () => {
    await one.write('gone', 'a', { version: null, ...hour });
    const old = await one.read('gone');
    await two.delete('gone');
    expect(await one.write('gone', 'b', { version: old?.version ?? 0, ...hour })).toBe(false);
    await two.write('gone', 'new', { version: null, ...hour });
    expect(await one.write('gone', 'b', { version: old?.version ?? 0, ...hour })).toBe(false);
    expect((await one.read('gone'))?.value).toBe('new');
  });

  it('AUTH-11 exactly one of many parallel writers succeeds', async () => {
    await one.write('race', '0', { version: null, ...hour });
    const version = (await one.read('race'))?.version ?? 0;
    const wins = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? one : two).write('race', String(i), { version, ...hour }),
      ),
    );
    expect(wins.filter(Boolean)).toHaveLength(1);
  });

  it('AUTH-11 an expired document can be written as new', async () => {
    await one.write('short', 'a', { version: null, ttlSeconds: 1 });
    await where.pass(1_000);
    expect(await one.read('short')).toBeNull();
    expect(await one.write('short', 'b', { version: null, ...hour })).toBe(true);
  });

  it('AUTH-11 a lease has one holder at a time, until it is released or expires', async () => {
    const held = await one.lease('work', 200);
    expect(held?.remainingMs()).toBeGreaterThan(0);
    expect(await two.lease('work', 200)).toBeNull();
    await held?.release();
    const second = await two.lease('work', 200);
    expect(second).not.toBeNull();
    await held?.release();
    expect(await one.lease('work', 200)).toBeNull();
    await where.pass(200);
    const third = await one.lease('work', 60_000);
    expect(third).not.toBeNull();
    await second?.release();
    expect(await two.lease('work', 200)).toBeNull();
  });

  it('AUTH-11 the epoch stays the same until the store loses its memory', async () => {
    await one.ping();
    const before = await one.epoch('cart:1');
    expect(await two.epoch('cart:1')).toEqual(before);
    await one.close();
    await two.close();
    await where.wipe();
    one = await where.open();
    two = await where.open();
    await vi.waitFor(() => one.ping(), { timeout: 60_000 });
    expect((await one.epoch('cart:1')).id).not.toBe(before.id);
  });
});

it.skipIf(!hasRedis)(
  'P-97 a lease whose release failed is released once Redis is reachable again',
  async () => {
    const place = await redisPlace();
    const proxy = await startTcpProxy({
      target: { host: '127.0.0.1', port: place.port },
      seed: 'release',
    });
    const clock = { now: () => new Date() };
    const behind = redisAt(`redis://127.0.0.1:${new URL(proxy.url).port}`);
    const one = await openStore({ redis: behind, file: '', clock, log });
    const two = await place.open();
    const lease = await vi.waitFor(() => one.lease('work', 60_000), { timeout: 60_000 });
    await proxy.set({ fault: { kind: 'refuse' } });
    await expect(lease?.release()).rejects.toMatchObject({ service: 'store' });
    expect(await two.lease('work', 60_000)).toBeNull();
    await proxy.set({ fault: null });
    await vi.waitFor(async () => expect(await two.lease('work', 60_000)).not.toBeNull(), {
      timeout: 60_000,
      interval: 200,
    });
    await Promise.all([one.close(), two.close()]);
    await proxy.close();
    await place.end();
  },
);

it('AUTH-11 an unavailable store fails at once with an upstream failure', async () => {
  const port = await freePort();
  const keyValueStore = await openStore({
    redis: redisAt(`redis://127.0.0.1:${port}`),
    file: '',
    clock: { now: () => new Date() },
    log,
  });
  await expect(keyValueStore.read('x')).rejects.toMatchObject({
    kind: 'upstream-failure',
    service: 'store',
  });
  await keyValueStore.close();
});
