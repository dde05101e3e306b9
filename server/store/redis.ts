/**
 * The shared store when REDIS_URL is set: each document is a hash of version and value, compared and set
 * in one script; leases are `SET NX PX` and are given back only by their holder. How durable a write is
 * depends on that Redis (`appendonly yes`); one that comes back empty shows a new epoch.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../context';
import type { Log } from '../observe/logger';
import { randomVersion } from './embedded';
import type { Records } from './records';
import { closeRedis, connectRedis } from './redis-client';
import { storeCall } from './store-fault';

const compareAndSet = `
local version = redis.call('HGET', KEYS[1], 'version')
if ARGV[1] == '' then
  if version then return 0 end
elseif version ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'value', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`;

const releaseIfOurs = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const Epoch = z.object({ id: z.string(), since: z.number() });

export async function openRedis(options: {
  url: string;
  clock: Clock;
  log: Log;
}): Promise<Records> {
  const { url, clock, log } = options;
  const client = await connectRedis({ url, log });
  const lease = (key: string): string => `lease:${key}`;

  return {
    read: (key) =>
      storeCall('read', async () => {
        const found = await client.hGetAll(key);
        const { version, value } = found;
        return version === undefined || value === undefined
          ? null
          : { version: Number(version), value };
      }),
    write: (key, value, { version, ttlSeconds }) =>
      storeCall('write', async () => {
        const held = version === null ? '' : String(version);
        const ttlMs = Math.max(1, Math.round(ttlSeconds * 1000));
        const set = await client.eval(compareAndSet, {
          keys: [key],
          arguments: [held, String(randomVersion()), value, String(ttlMs)],
        });
        return Number(set) === 1;
      }),
    delete: (key) => storeCall('delete', async () => void (await client.del(key))),
    lease: (key, ttlMs) =>
      storeCall('lease', async () => {
        const token = randomUUID();
        const until = clock.now().getTime() + ttlMs;
        const set = await client.set(lease(key), token, {
          condition: 'NX',
          expiration: { type: 'PX', value: ttlMs },
        });
        if (set === null) return null;
        return {
          remainingMs: () => until - clock.now().getTime(),
          release: () =>
            storeCall(
              'release',
              async () =>
                void (await client.eval(releaseIfOurs, { keys: [lease(key)], arguments: [token] })),
            ),
        };
      }),
    ping: () => storeCall('ping', async () => void (await client.ping())),
    epoch: () =>
      storeCall('epoch', async () => {
        const fresh = { id: randomUUID(), since: clock.now().getTime() };
        await client.set('epoch', JSON.stringify(fresh), { condition: 'NX' });
        const kept = Epoch.parse(JSON.parse((await client.get('epoch')) ?? 'null'));
        return { id: kept.id, since: new Date(kept.since) };
      }),
    close: () => storeCall('close', () => closeRedis(client)),
  };
}
