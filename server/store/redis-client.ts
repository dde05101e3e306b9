/**
 * A connection to Redis that no request waits for. While Redis is unavailable every call fails at once (no offline
 * queue), the client reconnects in the background, and each outage is one log line. A connection that stays open but
 * silent, as after a machine or network failed unnoticed, is closed and reopened.
 */
import { createClient, createCluster, createSentinel } from 'redis';
import { errorDetail, type Log } from '../observe/logger';
import type { Slots } from './cluster-shards';
import { inTime, NoAnswerInTime } from './in-time';
import type { RedisSettings } from './redis-settings';

const connectWaitMs = 3_000;
const retryConnectMs = 1_000;
export const keyPrefix = 'shop:';
const commandOptions = { timeout: 2_000 };
/** The connection counts as silent when a call gets no response for this long and no other call has got one since. */
const silentMs = 5_000;
/** Minimum time between reconnections because a server rejects writes; reads continue there meanwhile. */
const demotedMs = 10_000;
/** Ends a handshake that is never answered; the pings protect a connection in use from this timeout. */
const alive = { pingInterval: 4_000, socketTimeout: 10_000 };

const socketOf = ({ nodes, ca }: RedisSettings) => ({
  connectTimeout: 2_000,
  reconnectStrategy: (retries: number) =>
    Math.min(100 * 2 ** retries, 3_000) * (0.5 + Math.random()),
  ...(nodes[0]?.protocol === 'rediss:'
    ? { tls: true as const, ...(ca === undefined ? {} : { ca }) }
    : {}),
});

const credentialsOf = ({ username, password }: RedisSettings) => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
});

/** Address without credentials, which are passed separately. */
const addressOf = (node: URL | undefined): string => {
  const { protocol = 'redis:', host = 'localhost:6379', pathname = '' } = node ?? {};
  return `${protocol}//${host}${pathname}`;
};

const hostOf = (node: URL, port: number) => ({
  host: node.hostname,
  port: Number(node.port || port),
});

const single = (settings: RedisSettings) =>
  createClient({
    url: addressOf(settings.nodes[0]),
    ...credentialsOf(settings),
    keyPrefix,
    commandOptions,
    disableOfflineQueue: true,
    pingInterval: alive.pingInterval,
    maintNotifications: 'disabled',
    socket: { ...socketOf(settings), socketTimeout: alive.socketTimeout },
  });

/** Discovered nodes use the same options as the listed ones; replicas are never read, because they lag behind. */
const cluster = (settings: RedisSettings) =>
  createCluster({
    rootNodes: settings.nodes.map((node) => ({ url: addressOf(node) })),
    defaults: {
      ...credentialsOf(settings),
      disableOfflineQueue: true,
      pingInterval: alive.pingInterval,
      maintNotifications: 'disabled',
      socket: { ...socketOf(settings), socketTimeout: alive.socketTimeout },
    },
    keyPrefix,
    commandOptions,
    useReplicas: false,
    // A primary that stays unavailable has been replaced: ask the other nodes for the new owner of its slots.
    topologyRefreshOnReconnectionAttemptStrategy: 1_000,
  });

const sentinel = (settings: RedisSettings) =>
  createSentinel({
    name: settings.sentinelName,
    sentinelRootNodes: settings.nodes.map((node) => hostOf(node, 26_379)),
    nodeClientOptions: {
      ...credentialsOf(settings),
      disableOfflineQueue: true,
      pingInterval: alive.pingInterval,
      maintNotifications: 'disabled',
      socket: socketOf(settings),
    },
    sentinelClientOptions: {
      ...(settings.sentinelPassword === undefined ? {} : { password: settings.sentinelPassword }),
      maintNotifications: 'disabled',
      socket: socketOf(settings),
    },
    keyPrefix,
    commandOptions,
    masterPoolSize: 4,
    replicaPoolSize: 0,
    scanInterval: 2_000,
    passthroughClientErrorEvents: true,
  });

/** Redis commands that the stores use, independent of the mode. */
export interface RedisCommands {
  readonly isReady: boolean;
  hGetAll(key: string): Promise<Record<string, string>>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Sets the key unless it exists; false when it existed. */
  setNew(key: string, value: string, ttlMs?: number): Promise<boolean>;
  get(key: string): Promise<string | null>;
  del(key: string): Promise<void>;
  ping(): Promise<void>;
  /** The primary of each slot of a cluster, as far as currently known. */
  slots(): Slots;
  /** The client for the rate limiter, which makes its own calls and passes each to `watched`. */
  readonly client: object;
  /** Resolves or rejects within the time limit; a call without a response may close the connection. */
  watched<T>(call: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type Client = ReturnType<typeof single> | ReturnType<typeof cluster> | ReturnType<typeof sentinel>;

const ping = `return redis.call('PING')`;

const clientOf = (settings: RedisSettings): Client => {
  if (settings.mode === 'cluster') return cluster(settings);
  return settings.mode === 'sentinel' ? sentinel(settings) : single(settings);
};

/** Logs one line per outage and one at its end, however many events the client emits. */
function presenceOf(client: Client, log: Log) {
  let away = false;
  const lost = (error: unknown): void => {
    if (!away) log.error({ event: 'store.lost', error: errorDetail(error) }, 'Redis is away');
    away = true;
  };
  const found = (): void => {
    if (away) log.info({ event: 'store.found' }, 'Redis is back');
    away = false;
  };
  client.on('error', lost);
  client.on('ready', found);
  return { lost, found };
}

/** Connects, with retries until it succeeds: credentials may be corrected in Redis without a restart of the shop. */
function connecting(client: Client, lost: (error: unknown) => void, closed: () => boolean) {
  const attempt = async (): Promise<void> => {
    try {
      await client.connect();
    } catch (error) {
      lost(error);
      if (!closed()) setTimeout(() => void attempt(), retryConnectMs).unref();
    }
  };
  return attempt();
}

/** Calls `reopen` when a call has had no response for a long time and no other call has had one since it was sent. */
function silenceWatch(reopen: (sentAt: number) => void) {
  let answeredAt = -Infinity;
  return async function watched<T>(call: Promise<T>): Promise<T> {
    const sentAt = performance.now();
    try {
      return await inTime(
        call.then((answer) => {
          answeredAt = performance.now();
          return answer;
        }),
      );
    } catch (error) {
      if (error instanceof NoAnswerInTime)
        setTimeout(
          () => {
            if (answeredAt < sentAt) reopen(sentAt);
          },
          sentAt + silentMs - performance.now(),
        ).unref();
      throw error;
    }
  };
}

export async function connectRedis(settings: RedisSettings, log: Log): Promise<RedisCommands> {
  const client = clientOf(settings);
  const { lost, found } = presenceOf(client, log);
  let closed = false;
  let openedAt = performance.now();
  const reopen = async (why: unknown): Promise<void> => {
    openedAt = performance.now();
    lost(why);
    if (client.isOpen) await client.destroy();
    if (!closed) await connecting(client, lost, () => closed);
  };
  const watched = silenceWatch((sentAt) => {
    if (!closed && openedAt < sentAt) reopen(new Error(`no answer for ${silentMs} ms`)).catch(lost);
  });
  /** The server is no longer the primary, and its address may resolve to another server by now. */
  const isDemoted = (error: unknown): boolean =>
    settings.mode === 'single' &&
    error instanceof Error &&
    error.message.startsWith('READONLY') &&
    performance.now() - openedAt >= demotedMs;
  const connection = connecting(client, lost, () => closed);
  // After this delay readiness reports Redis as unavailable; reconnecting continues.
  await Promise.race([
    connection,
    new Promise((resolve) => setTimeout(resolve, connectWaitMs).unref()),
  ]);
  /** A cluster emits no event when it recovers: the first response serves as one. */
  async function answered<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await watched(call);
      found();
      return answer;
    } catch (error) {
      if (!closed && isDemoted(error)) reopen(error).catch(lost);
      throw error;
    }
  }
  return {
    get isReady() {
      return client.isReady;
    },
    client,
    watched,
    hGetAll: (key) => answered(client.hGetAll(key)),
    eval: (script, options) => answered(client.eval(script, options)),
    setNew: async (key, value, ttlMs) => {
      const expiration =
        ttlMs === undefined ? {} : { expiration: { type: 'PX' as const, value: ttlMs } };
      return (await answered(client.set(key, value, { condition: 'NX', ...expiration }))) !== null;
    },
    get: (key) => answered(client.get(key)),
    del: async (key) => void (await answered(client.del(key))),
    slots: () => ('slots' in client ? client.slots : []),
    // Uses a script, because a cluster client has no PING command.
    ping: async () => void (await answered(client.eval(ping, { keys: ['ping'], arguments: [] }))),
    // `close` waits for commands in progress, forever if Redis hangs, and throws when there is no connection.
    close: async () => {
      closed = true;
      if (client.isReady) await inTime(client.close()).catch(lost);
      else if (client.isOpen) await client.destroy();
    },
  };
}
