/**
 * Each primary of a Redis cluster stores part of the keys, and may be full or unavailable alone. Writing one key per
 * primary checks whether it stores documents.
 */
import { errorDetail } from '../observe/logger';
import type { KeyValueStore } from './key-value-store';
import { storeCall } from './store-fault';

/** The client's view of the slots; a slot without a primary is undefined. */
export type Slots = readonly ({ readonly master: { readonly address: string } } | undefined)[];

interface Shard {
  address: string;
  /** Percentage of all keys that this shard stores. */
  percentOfKeys: number;
  /** A key that maps to this shard by its hash tag. */
  key: string;
}

/** Redis' CRC16 (XMODEM) of the hash tag between the braces of a key. */
function slotOf(tag: string): number {
  let sum = 0;
  for (const byte of Buffer.from(tag)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum & 0x3fff;
}

/** A primary with very few slots may match none of the tried keys and is then omitted. */
const mostKeys = 2_000;

function shardsOf(slots: Slots): Shard[] {
  const counts = new Map<string, number>();
  for (const slot of slots)
    if (slot) counts.set(slot.master.address, (counts.get(slot.master.address) ?? 0) + 1);
  const found = new Map<string, Shard>();
  for (let at = 0; at < mostKeys && found.size < counts.size; at += 1) {
    const address = slots[slotOf(String(at))]?.master.address;
    if (address === undefined || found.has(address)) continue;
    const percentOfKeys = Math.round((100 * (counts.get(address) ?? 0)) / slots.length);
    found.set(address, { address, percentOfKeys, key: `ping:{${at}}` });
  }
  return [...found.values()];
}

const pingTtlMs = 60_000;

export function pingsOfCluster(redis: {
  slots(): Slots;
  setNew(key: string, value: string, ttlMs: number): Promise<boolean>;
  ping(): Promise<void>;
}): Required<Pick<KeyValueStore, 'ping' | 'pingEach'>> {
  /** For each primary: the reason why it stores no document, or null when it does. */
  async function look(): Promise<(string | null)[]> {
    const shards = shardsOf(redis.slots());
    // The shards of a cluster that was never reached are unknown.
    if (shards.length === 0) await redis.ping();
    return Promise.all(
      shards.map(({ key, address, percentOfKeys }) =>
        redis.setNew(key, '', pingTtlMs).then(
          () => null,
          (error: unknown) => `${address} (${percentOfKeys} % of the keys) ${errorDetail(error)}`,
        ),
      ),
    );
  }
  let looking: Promise<(string | null)[]> | null = null;
  /** A readiness check calls both pings at once: they share one test of each primary. */
  const faults = (): Promise<(string | null)[]> =>
    (looking ??= look().finally(() => (looking = null)));
  return {
    /** Fails only when no primary works: customers whose session and cart are on a working primary can be served. */
    ping: () =>
      storeCall('ping', async () => {
        const found = await faults();
        if (found.length > 0 && !found.includes(null)) throw new Error(found.join('; '));
      }),
    pingEach: () =>
      storeCall('ping', async () => {
        const found = await faults();
        const away = found.filter((fault) => fault !== null);
        if (away.length === 0) return;
        throw new Error(`${away.length} of ${found.length}: ${away.join('; ')}`);
      }),
  };
}
