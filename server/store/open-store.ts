/** Opens the durable store that the settings name: Redis when there is an address, else the embedded file. */
import type { Clock } from '../context';
import type { Log } from '../observe/logger';
import { openEmbedded } from './embedded';
import type { Records } from './records';
import { openRedis } from './redis';

export async function openStore(options: {
  redisUrl?: string | undefined;
  file: string;
  clock: Clock;
  log: Log;
}): Promise<Records> {
  const { redisUrl, file, clock, log } = options;
  return redisUrl ? openRedis({ url: redisUrl, clock, log }) : openEmbedded({ file, clock });
}
