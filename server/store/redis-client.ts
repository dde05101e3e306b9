/**
 * A connection to Redis that is never waited for: while it is away every call fails at once (no offline
 * queue), it is tried again in the background, and each time it goes away is one log line.
 */
import { createClient } from 'redis';
import { errorDetail, type Log } from '../observe/logger';

const connectWaitMs = 3_000;

export async function connectRedis({ url, log }: { url: string; log: Log }) {
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
  return client;
}

/** `close` waits for commands in flight and refuses while there is no connection. */
export async function closeRedis(client: Awaited<ReturnType<typeof connectRedis>>): Promise<void> {
  if (client.isReady) await client.close();
  else client.destroy();
}
