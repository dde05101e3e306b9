/** Opens the durable store that the settings name: Redis when there is an address, else the embedded file. */
import type { Clock } from '../context';
import type { Log } from '../observe/logger';
import type { KeyValueStore } from './key-value-store';
import type { RedisSettings } from './redis-settings';
import type { StoreEvent } from './store-fault';

export async function openStore(options: {
  redis?: RedisSettings | undefined;
  file: string;
  clock: Clock;
  log: Log;
  count?: (event: StoreEvent) => void;
}): Promise<KeyValueStore> {
  const { redis, file, clock, log, count } = options;
  // Each is loaded only where it is used: their packages take some 20 MB of memory each.
  if (redis) return (await import('./redis')).openRedis({ settings: redis, clock, log });
  return (await import('./embedded')).openEmbedded({ file, clock, log, count });
}
