/**
 * The shared store with the Redis modes of operators: TLS with an ACL user, sentinels that change the primary, a
 * cluster.
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTcpProxy } from '../../sandbox/faults/tcp-proxy';
import { createLogger } from '../../server/observe/logger';
import { openCounters } from '../../server/store/counters';
import { clusterKey } from '../../server/store/redis';
import { openStore } from '../../server/store/open-store';
import { redisAt, type RedisSettings } from '../../server/store/redis-settings';
import {
  hasOpenssl,
  hasRedis,
  redisFolder,
  selfSigned,
  startCluster,
  type RedisFolder,
} from '../support/redis-servers';
import { patience } from '../support/until';

const events: string[] = [];
const log = createLogger({
  level: 'info',
  version: 'test',
  destination: { write: (line: string) => void events.push(line) },
});
const hour = { ttlSeconds: 3600 };
/** Time-out for two consecutive connections without responses, the second during its greeting. */
const silence = { timeout: 40_000, interval: 250 };
const open = (redis: RedisSettings) =>
  openStore({ redis, file: '', clock: { now: () => new Date() }, log });

let folder: RedisFolder;
beforeEach(() => {
  events.length = 0;
  folder = redisFolder();
});
afterEach(() => folder.end());

describe.skipIf(!hasRedis)('Redis (skipped: no redis-server here)', () => {
  it.skipIf(!hasOpenssl)(
    'OPS-01 Redis works with TLS, a user with only the guide’s permissions, and after wrong credentials without a restart',
    async () => {
      const { certificate, key } = selfSigned(folder.path);
      const guide = readFileSync('docs/operating/settings.md', 'utf8');
      const rights = /^user shop on >PASSWORD (.*)$/m.exec(guide)?.[1] ?? '';
      expect(rights).toContain('~shop:*');
      const server = await folder.server({
        args: [
          '--tls-port',
          'PORT',
          '--port',
          '0',
          '--tls-auth-clients',
          'no',
          '--tls-cert-file',
          certificate,
          '--tls-key-file',
          key,
          '--tls-ca-cert-file',
          certificate,
          '--requirepass',
          'admin',
        ],
        reach: ['--tls', '--cacert', certificate, '-a', 'admin', '--no-auth-warning'],
      });
      const settings = redisAt(`rediss://127.0.0.1:${server.port}`, {
        username: 'shop',
        password: 'secret',
        ca: [readFileSync(certificate, 'utf8')],
      });
      const store = await open(settings);
      await expect(store.ping()).rejects.toMatchObject({ service: 'store' });
      await server.cli('acl', 'setuser', 'shop', 'on', '>secret', ...rights.split(' '));
      await vi.waitFor(() => store.ping(), patience);
      expect(await store.write('session:1', 'a', { version: null, ...hour })).toBe(true);
      const held = await store.read('session:1');
      expect(await store.write('session:1', 'b', { version: held?.version ?? 0, ...hour })).toBe(
        true,
      );
      const lease = await store.lease('cart:1', 5_000);
      await lease?.release();
      expect(await store.lease('cart:1', 5_000)).not.toBeNull();
      await store.epoch('cart:1');
      expect(await store.keys('session:')).toEqual(['session:1']);
      await store.delete('session:1');
      expect(await store.read('session:1')).toBeNull();
      const counters = await openCounters({ redis: settings, log });
      const other = await openCounters({ redis: settings, log });
      const rule = { name: 'tls', limit: 1, windowSeconds: 60 };
      expect(await counters.counter(rule).take('a')).toBeNull();
      expect(await other.counter(rule).waitSeconds('a')).toBeGreaterThan(0);
      expect(await server.cli('keys', '*')).toMatch(/^shop:/m);
      await Promise.all([store.close(), counters.close(), other.close()]);
    },
  );

  it('OPS-01 P-96 a Redis connection without responses is closed and reopened, during the greeting too', async () => {
    const server = await folder.server({});
    const target = { host: '127.0.0.1', port: server.port };
    const line = await startTcpProxy({ target, seed: 'silent' });
    const settings = redisAt(`redis://127.0.0.1:${line.port}`);
    const store = await open(settings);
    const counters = await openCounters({ redis: settings, log });
    const counter = counters.counter({ name: 'silent', limit: 1, windowSeconds: 600 });
    expect(await store.write('session:1', 'kept', { version: null, ...hour })).toBe(true);
    expect(await counter.take('a')).toBeNull();
    const opened = line.stats.connections;
    // Both open connections get no responses, and neither does the first new one.
    await line.set({ fault: { kind: 'silent', times: 3 } });
    await expect(store.read('session:1')).rejects.toMatchObject({
      service: 'store',
      reason: 'timeout',
    });
    // When Redis does not respond, the rate limit counts in this process instead.
    expect(await counter.take('b')).toBeNull();
    await vi.waitFor(async () => {
      expect((await store.read('session:1'))?.value).toBe('kept');
      expect(line.stats.connections - opened).toBe(3);
    }, silence);
    expect(line.stats.silenced).toBe(3);
    expect(await counter.waitSeconds('a')).toBeGreaterThan(0);
    const said = events.map((one) => (JSON.parse(one) as { event: string }).event);
    expect(said.filter((event) => event === 'store.lost')).toHaveLength(2);
    expect(said.filter((event) => event === 'store.found')).toHaveLength(2);
    await Promise.all([store.close(), counters.close()]);
    await line.close();
  });

  it('P-96 OPS-01 a Redis host name that moves to another server is followed once the first server is a replica', async () => {
    const [first, next] = [await folder.server({}), await folder.server({})];
    const target = { host: '127.0.0.1', port: first.port };
    const line = await startTcpProxy({ target, seed: 'demoted' });
    const store = await open(redisAt(`redis://127.0.0.1:${line.port}`));
    expect(await store.write('session:1', 'kept', { version: null, ...hour })).toBe(true);
    await first.cli('replicaof', '127.0.0.1', String(next.port));
    target.port = next.port;
    await expect(store.write('session:2', 'a', { version: null, ...hour })).rejects.toMatchObject({
      service: 'store',
    });
    await vi.waitFor(async () => {
      expect(await store.write('session:2', 'a', { version: null, ...hour })).toBe(true);
    }, silence);
    expect(await next.cli('keys', '*session:2')).toBe('shop:session:2');
    await store.close();
    await line.close();
  });

  it('OPS-01 with Redis sentinels, a primary that dies is replaced, and the shop continues with the new one', async () => {
    const primary = await folder.server({});
    await folder.server({ args: ['--replicaof', '127.0.0.1', String(primary.port)] });
    const sentinel = await folder.server({
      sentinel: [
        `sentinel monitor shop-primary 127.0.0.1 ${primary.port} 1`,
        'sentinel down-after-milliseconds shop-primary 500',
        'sentinel failover-timeout shop-primary 3000',
      ].join('\n'),
    });
    await vi.waitFor(async () => {
      expect(await sentinel.cli('sentinel', 'replicas', 'shop-primary')).toContain('127.0.0.1');
    }, patience);
    const store = await open(
      redisAt(`redis://127.0.0.1:${sentinel.port}`, {
        mode: 'sentinel',
        sentinelName: 'shop-primary',
      }),
    );
    expect(await store.write('session:1', 'kept', { version: null, ...hour })).toBe(true);
    const epoch = await store.epoch('cart:1');
    await vi.waitFor(async () => {
      expect(await primary.cli('wait', '1', '1000')).toBe('1');
    }, patience);
    await primary.kill();
    await vi.waitFor(async () => expect(await store.read('session:1')).not.toBeNull(), patience);
    expect((await store.read('session:1'))?.value).toBe('kept');
    await vi.waitFor(
      () => store.write('session:2', 'new', { version: null, ...hour }).then(expect),
      patience,
    );
    expect(await store.epoch('cart:1')).toEqual(epoch);
    await store.close();
  });

  it('OPS-01 in a Redis cluster each session and each cart uses one slot, and a dead node affects its own slots only', async () => {
    const nodes = await startCluster(folder);
    const [first] = nodes;
    if (!first) throw new Error('no node');
    const slotOf = (key: string) => first.cli('cluster', 'keyslot', `shop:${clusterKey(key)}`);
    expect(await slotOf('session:abc')).toBe(await slotOf('renew:abc'));
    const cart = await slotOf('cart:owner');
    for (const key of [
      'order:owner:uuid',
      'payment:owner:token',
      'form:owner:token',
      'epoch:owner',
    ])
      expect(await slotOf(key)).toBe(cart);
    expect(
      await first.cli('cluster', 'keyslot', `shop:lease:${clusterKey('cart:owner:lease')}`),
    ).toBe(cart);

    const addresses = nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',');
    const settings = redisAt(addresses, { mode: 'cluster' });
    const store = await open(settings);
    const keys = Array.from({ length: 60 }, (_, at) => `cart:customer-${at}`);
    for (const key of keys)
      expect(await store.write(key, key, { version: null, ...hour })).toBe(true);
    const epochs = await Promise.all(keys.map((key) => store.epoch(key)));
    const held = await Promise.all(nodes.map((node) => node.cli('dbsize')));
    for (const count of held) expect(Number(count)).toBeGreaterThan(10);
    const counters = await openCounters({ redis: settings, log });
    const counter = counters.counter({ name: 'cluster', limit: 1, windowSeconds: 60 });
    expect(await counter.take('a')).toBeNull();
    expect(await counter.waitSeconds('a')).toBeGreaterThan(0);

    const [, second] = nodes;
    await second?.kill();
    const reads = async () =>
      Promise.allSettled(keys.map((key) => store.read(key).then((found) => found?.value)));
    const without = await reads();
    const answered = without.filter(({ status }) => status === 'fulfilled');
    expect(answered.length).toBeGreaterThan(10);
    expect(answered.length).toBeLessThan(keys.length);
    await second?.start();
    await vi.waitFor(async () => {
      const all = await reads();
      expect(all.every((read, at) => read.status === 'fulfilled' && read.value === keys[at])).toBe(
        true,
      );
    }, patience);

    // One shard is back without data: its carts get new epochs, those of the other shards keep theirs.
    await second?.cli('flushall');
    const after = await Promise.all(keys.map((key) => store.epoch(key)));
    const changed = after.filter(({ id }, at) => id !== epochs[at]?.id).length;
    const lost = (await Promise.all(keys.map((key) => store.read(key)))).filter((one) => !one);
    expect(changed).toBe(lost.length);
    expect(changed).toBeGreaterThan(10);
    expect(changed).toBeLessThan(keys.length);
    await Promise.all([store.close(), counters.close()]);
  });

  it('P-65 P-96 OPS-01 OPS-08 a Redis cluster shard that is full or unavailable is named, while the others store their keys', async () => {
    const nodes = await startCluster(folder);
    const addresses = nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',');
    const store = await open(redisAt(addresses, { mode: 'cluster' }));
    const each = async (): Promise<string> => {
      const cause = await store.pingEach?.().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.cause : error),
      );
      return cause instanceof Error ? cause.message : '';
    };
    await store.ping();
    expect(await each()).toBe('');
    const [first, second, third] = nodes;
    await second?.cli('config', 'set', 'maxmemory', '1');
    await store.ping();
    expect(await each()).toMatch(
      new RegExp(`^1 of 3: 127.0.0.1:${second?.port} \\(33 % of the keys\\) .*OOM command`),
    );
    await second?.cli('config', 'set', 'maxmemory', '0');
    await vi.waitFor(async () => expect(await each()).toBe(''), patience);

    await third?.kill();
    await vi.waitFor(
      async () => expect(await each()).toMatch(`1 of 3: 127.0.0.1:${third?.port} (33 %`),
      patience,
    );
    await store.ping();
    // An outage is logged once, however often it is noticed.
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await store.ping();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const said = events.map((one) => (JSON.parse(one) as { event: string }).event);
    expect(said.filter((event) => event === 'store.lost').length).toBeLessThanOrEqual(1);
    await third?.start();
    await vi.waitFor(async () => expect(await each()).toBe(''), patience);

    for (const node of [first, second, third]) await node?.cli('config', 'set', 'maxmemory', '1');
    await expect(store.ping()).rejects.toMatchObject({ service: 'store' });
    expect(await each()).toMatch(/^3 of 3: /);
    await store.close();
  });

  it('OPS-01 a killed and restarted Redis server is used again, with one log line each', async () => {
    const server = await folder.server({
      args: ['--appendonly', 'yes', '--requirepass', 'p@ss'],
      reach: ['-a', 'p@ss', '--no-auth-warning'],
    });
    const store = await open(redisAt(`redis://:p%40ss@127.0.0.1:${server.port}`));
    await store.write('session:1', 'kept', { version: null, ...hour });
    await server.kill();
    await expect(store.read('session:1')).rejects.toMatchObject({ service: 'store' });
    await server.start();
    await vi.waitFor(() => store.ping(), patience);
    expect((await store.read('session:1'))?.value).toBe('kept');
    const said = (event: string) => events.filter((line) => line.includes(event)).length;
    expect([said('store.lost'), said('store.found')]).toEqual([1, 1]);
    await store.close();
  });
});
