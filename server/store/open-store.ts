/** Opens the durable store of the settings: Redis when REDIS_URL is set, otherwise the embedded file. */
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
  // Each store package is imported only when it is used, because it needs about 20 MB of memory.
  if (redis) return (await import('./redis')).openRedis({ settings: redis, clock, log });
  return (await import('./embedded')).openEmbedded({ file, clock, log, count });
}
