/**
 * The shared store when REDIS_URL is set. Each document is a hash of version and value, compared and set in one script.
 * Leases are `SET NX PX`, and only their holder can release them. Durability depends on the Redis configuration
 * (`appendonly yes`); an emptied Redis gets a new epoch.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../context';
import type { Log } from '../observe/logger';
import { pingsOfCluster } from './cluster-shards';
import { randomVersion } from './random-version';
import type { KeyValueStore } from './key-value-store';
import { connectRedis, keyPrefix, type RedisCommands } from './redis-client';
import type { RedisSettings } from './redis-settings';
import { storeCall } from './store-fault';
import { timeLeft } from './time-left';

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

const someKeys = `return redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)`;
const SomeKeys = z.tuple([z.string(), z.string().array()]);

const retryMs = 1_000;

/**
 * Retries a failed release in the background while `isDue`: an unreleased lease delays the customer's next request
 * until it expires (two minutes).
 */
function retryWhile(isDue: () => boolean, work: () => Promise<void>): void {
  const again = (): void => {
    if (isDue()) work().catch(() => setTimeout(again, retryMs).unref());
  };
  setTimeout(again, retryMs).unref();
}

/** A value of another type, created by hand, is a damaged document and not an unavailable Redis. */
function notADocument(error: unknown): Record<string, string> {
  if (error instanceof Error && error.message.startsWith('WRONGTYPE'))
    return { version: '0', value: '' };
  throw error;
}

const Epoch = z.object({ id: z.string(), since: z.number() });

const mostEpochs = 10_000;
/** Longer than any browser stores a queue of cart edits. */
const epochTtlMs = 400 * 24 * 60 * 60 * 1000;

/**
 * In a cluster, the second part of a key is its hash tag: the documents of one session or one customer's cart share a
 * slot. Other modes use the plain key, so that an upgrade signs out no customer.
 */
export const clusterKey = (key: string): string => key.replace(/^([^:]+):([^:]+)/, '$1:{$2}');

/** Returns a function for the epoch of a document; it detects that Redis has lost its memory. */
function createEpochs(redis: RedisCommands, isCluster: boolean, clock: Clock) {
  /**
   * First epoch that this process has seen, by key: a single one, or in a cluster those of recently served customers.
   */
  const firstSeen = new Map<string, string>();

  function isSecond(key: string, id: string): boolean {
    const first = firstSeen.get(key) ?? id;
    firstSeen.set(key, first);
    if (firstSeen.size > mostEpochs)
      for (const oldest of [...firstSeen.keys()].slice(0, mostEpochs / 2)) firstSeen.delete(oldest);
    return first !== id;
  }

  return async function epoch(
    about: string,
  ): Promise<{ id: string; since: Date; forgotten?: boolean }> {
    // Each shard of a cluster can lose its memory alone: the epoch is stored in the slot of its document.
    const key = isCluster ? `epoch:{${about.split(':')[1] ?? about}}` : 'epoch';
    const fresh = { id: randomUUID(), since: clock.now().getTime() };
    await redis.setNew(key, JSON.stringify(fresh), isCluster ? epochTtlMs : undefined);
    const kept = Epoch.parse(JSON.parse((await redis.get(key)) ?? 'null'));
    const since = new Date(kept.since);
    return isSecond(key, kept.id)
      ? { id: kept.id, since, forgotten: true }
      : { id: kept.id, since };
  };
}

/** Uses a script, because the client adds the key prefix to its own commands but not to a pattern. */
async function listKeys(redis: RedisCommands, prefix: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const asked = { keys: ['ping'], arguments: [cursor, `${keyPrefix}${prefix}*`] };
    const [next, some] = SomeKeys.parse(await redis.eval(someKeys, asked));
    for (const key of some) found.add(key.slice(keyPrefix.length));
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}

export async function openRedis(options: {
  settings: RedisSettings;
  clock: Clock;
  log: Log;
}): Promise<KeyValueStore> {
  const { settings, clock, log } = options;
  const redis = await connectRedis(settings, log);
  const isCluster = settings.mode === 'cluster';
  const named = isCluster ? clusterKey : (key: string): string => key;
  const leaseOf = (key: string): string => `lease:${named(key)}`;
  const epoch = createEpochs(redis, isCluster, clock);

  // Readiness calls this regularly: a lost memory gets its new epoch now, not at the next customer's request.
  async function pingOne(): Promise<void> {
    await redis.ping();
    await epoch('');
  }

  return {
    read: (key) =>
      storeCall('read', async () => {
        const { version, value } = await redis.hGetAll(named(key)).catch(notADocument);
        return version === undefined || value === undefined
          ? null
          : { version: Number(version), value };
      }),
    write: (key, value, { version, ttlSeconds }) =>
      storeCall('write', async () => {
        const held = version === null ? '' : String(version);
        const ttlMs = Math.max(1, Math.round(ttlSeconds * 1000));
        const set = await redis.eval(compareAndSet, {
          keys: [named(key)],
          arguments: [held, String(randomVersion()), value, String(ttlMs)],
        });
        return Number(set) === 1;
      }),
    delete: (key) => storeCall('delete', () => redis.del(named(key))),
    keys: (prefix) =>
      storeCall('keys', () => (isCluster ? Promise.resolve([]) : listKeys(redis, prefix))),
    lease: async (key, ttlMs) => {
      const token = randomUUID();
      const remainingMs = timeLeft(clock, ttlMs);
      const release = (): Promise<void> =>
        storeCall('release', async () => {
          await redis.eval(releaseIfOurs, { keys: [leaseOf(key)], arguments: [token] });
        });
      const releaseAtLast = (fault: unknown): never => {
        retryWhile(() => remainingMs() > 0, release);
        throw fault;
      };
      // Redis may have set the lease although the response was lost.
      const isOurs = await storeCall('lease', () => redis.setNew(leaseOf(key), token, ttlMs)).catch(
        releaseAtLast,
      );
      return isOurs ? { remainingMs, release: () => release().catch(releaseAtLast) } : null;
    },
    ...(isCluster ? pingsOfCluster(redis) : { ping: () => storeCall('ping', pingOne) }),
    epoch: (about) => storeCall('epoch', () => epoch(about)),
    close: () => storeCall('close', () => redis.close()),
  };
}
