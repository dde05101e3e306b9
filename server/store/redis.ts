/**
 * The shared store when REDIS_URL is set: each document is a hash of version and value, compared and set
 * in one script; leases are `SET NX PX` and are given back only by their holder. How durable a write is
 * depends on that Redis (`appendonly yes`); one that comes back empty shows a new epoch.
 *
 * A Redis that is away fails every call at once (no offline queue) and is tried again in the background.
 */
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Clock } from '../context';
import { errorDetail, type Log } from '../observe/logger';
import { randomVersion } from './embedded';
import type { Records } from './records';
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
const connectWaitMs = 3_000;

export async function openRedis(options: {
  url: string;
  clock: Clock;
  log: Log;
}): Promise<Records> {
  const { url, clock, log } = options;
  const client = createClient({
    url,
    keyPrefix: 'shop:',
    disableOfflineQueue: true,
    commandOptions: { timeout: 2_000 },
    pingInterval: 30_000,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 3_000) * (0.5 + Math.random()),
    },
  });
  let away = false;
  client.on('error', (error: unknown) => {
    // The client says so at every attempt: one line for each time it goes away is enough.
    if (!away) log.error({ event: 'store.lost', error: errorDetail(error) }, 'Redis is away');
    away = true;
  });
  client.on('ready', () => {
    if (away) log.info({ event: 'store.found' }, 'Redis is back');
    away = false;
  });
  const connecting = client.connect().catch((error: unknown) => {
    log.error({ event: 'store.lost', error: errorDetail(error) }, 'Redis cannot be used');
  });
  // Readiness tells when it is still away after this; the connection goes on being tried.
  await Promise.race([
    connecting,
    new Promise((resolve) => setTimeout(resolve, connectWaitMs).unref()),
  ]);
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
    close: async () => {
      // `close` waits for commands in flight and refuses while there is no connection.
      if (client.isReady) await storeCall('close', () => client.close());
      else client.destroy();
    },
  };
}
