import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../observe/logger';
import { openCounters } from './counters';
import { redisAt } from './redis-settings';

const log = createLogger({ level: 'silent', version: 'test' });
const rule = { name: 'test', limit: 3, windowSeconds: 60 };

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  const server = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill();
    await gone;
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}

describe('rate limit counters', () => {
  it('P-61 a counter counts by key and returns the seconds to wait', async () => {
    const counters = await openCounters({ log });
    const counter = counters.counter(rule);
    expect(await counter.waitSeconds('a')).toBeNull();
    for (let count = 0; count < 3; count += 1) expect(await counter.take('a')).toBeNull();
    const wait = await counter.take('a');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await counter.waitSeconds('a')).toBeGreaterThan(0);
    expect(await counter.take('b')).toBeNull();
    await counters.close();
  });

  it('P-61 P-90 giveBack subtracts counts, but never below zero', async () => {
    const counters = await openCounters({ log });
    const counter = counters.counter(rule);
    await counter.giveBack('a');
    for (let count = 0; count < 3; count += 1) expect(await counter.take('a')).toBeNull();
    await counter.giveBack('a');
    expect(await counter.take('a')).toBeNull();
    expect(await counter.take('a')).toBeGreaterThan(0);
    await counters.close();
  });

  it('P-61 an instance counts for itself while Redis is unavailable', async () => {
    const counters = await openCounters({ redis: redisAt('redis://127.0.0.1:1'), log });
    const counter = counters.counter(rule);
    for (let count = 0; count < 3; count += 1) expect(await counter.take('a')).toBeNull();
    expect(await counter.take('a')).toBeGreaterThan(0);
    await counters.close();
  });

  it.skipIf(!hasRedis)(
    'P-61 P-90 instances share counts and subtracted counts in one Redis',
    async () => {
      const redis = await startRedis();
      const one = await openCounters({ redis: redisAt(redis.url), log });
      const two = await openCounters({ redis: redisAt(redis.url), log });
      const [here, there] = [one.counter(rule), two.counter(rule)];
      // Each instance counts for itself until both are connected.
      await vi.waitFor(
        async () => {
          const key = `probe-${Math.random()}`;
          for (let count = 0; count < 3; count += 1) await here.take(key);
          expect(await there.waitSeconds(key)).not.toBeNull();
        },
        { timeout: 60_000 },
      );
      expect([await here.take('a'), await there.take('a'), await here.take('a')]).toEqual([
        null,
        null,
        null,
      ]);
      expect(await there.take('a')).toBeGreaterThan(0);
      // With the limit reached and all attempts taken back except the two rejected ones, the next attempt is accepted,
      // as by the counter in the process.
      const givesBack = { ...rule, name: 'tries', givesBack: true };
      const [mine, yours] = [one.counter(givesBack), two.counter(givesBack)];
      for (let count = 0; count < 3; count += 1) expect(await mine.take('b')).toBeNull();
      expect(await mine.take('b')).toBeGreaterThan(0);
      expect(await yours.take('b')).toBeGreaterThan(0);
      for (let count = 0; count < 3; count += 1) await mine.giveBack('b');
      expect(await mine.take('b')).toBeNull();
      await one.close();
      await two.close();
      await redis.stop();
    },
  );
});
