/**
 * Starts the shop from a configuration: the services, then the app, then listening; SIGTERM finishes what is in flight (OPS-01, P-64).
 */
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { RequestHandler } from 'express';
import type { ServerBuild } from '@remix-run/node';
import { createApp } from './app';
import { createBrowserCookies } from './auth/session/browser-cookies';
import { createSessionIds } from './auth/session/session-id';
import type { GuestPageCacheOptions } from './caching/guest-page-cache';
import type { Config } from './config';
import type { Clock } from './context';
import { addressGate } from './http/address/address-gate';
import { ownHost } from './http/address/own-host';
import { patternsOf } from './http/address/route-patterns';
import { keepFiles } from './http/files/earlier-files';
import { shareFiles } from './http/files/shared-files';
import type { Lifecycle } from './http/health';
import { stylesheetIn } from './http/limits/refusal-page';
import { fewPerConnection } from './http/limits/pipelined';
import type { BodyRate } from './http/limits/slow-bodies';
import { readOn } from './http/unread-body';
import { answerUnparsed } from './http/unparsed';
import { listen } from './http/listeners';
import { metricsServer } from './http/metrics-server';
import { acceptQueue } from './http/overload/accept-queue';
import { supportPage } from './http/support/support-page';
import { routeOfBuild } from './http/policy/route-policy';
import { createShedding, type SheddingOptions } from './http/overload/shed';
import { createLogger, type RootLog } from './observe/logger';
import { createRecentLines, type RecentLines } from './observe/recent-lines';
import { certificateEnds } from './observe/certificates';
import { lastKnown } from './observe/last-known';
import { createMetrics } from './observe/metrics';
import { createTracing } from './observe/tracing';
import { dependenciesOf, startServices } from './start-services';
import { followAuthorities } from './startup/authorities';
import { countOpenCarts } from './startup/open-carts';
import { warmUp } from './startup/warm-up';
import { erpWriteSeconds } from './settings';
import { openCounters } from './store/counters';
import type { GuardTuning } from './upstream/guard/guard';
import { version } from './version';

export interface ShopOptions {
  config: Config;
  /** The built app; in development a function that loads it anew. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  clientFolder: string;
  clock?: Clock;
  log?: RootLog;
  /** What `log` writes to as well, for the support page, where a log is given. */
  recentLines?: RecentLines;
  development?: RequestHandler;
  /** Durations that tests scale down. */
  tuning?: {
    upstream?: GuardTuning;
    server?: Pick<
      ServerOptions,
      'keepAliveTimeout' | 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'
    >;
    bodies?: Partial<BodyRate>;
    pageCache?: Pick<GuestPageCacheOptions, 'seconds' | 'maxBytes'>;
    /** For how long the rate limits count; a slow machine needs more than a minute to reach one. */
    rateWindowSeconds?: number;
    /** Of answers that must not tell whether a login exists. */
    evenStepMs?: number;
    shedding?: Partial<
      Omit<
        SheddingOptions,
        'log' | 'metrics' | 'stylesheet' | 'secure' | 'routeOf' | 'proxies' | 'hasSession'
      >
    >;
  };
}

export interface RunningShop {
  log: RootLog;
  port: number;
  url: string;
  /** Where metrics and the support page are; null: nowhere. */
  metricsAddress: string | null;
  /** The first searches find what they read with; pages are answered before. */
  ready: Promise<void>;
  /**
   * Says "draining" to the load balancer for `drainMs` while still serving, then stops taking requests, lets
   * those in flight finish, for `patienceMs` at most, and closes what was opened.
   */
  stop(options?: { drainMs?: number; patienceMs?: number }): Promise<void>;
}

/** Some minutes of a busy shop, and of no weight beside its heap. */
const recentBytes = 8 * 1024 * 1024;

/** Renewed at night and loaded by the hour, they change slowly; scrapes come every few seconds. */
const certificatesEveryMs = 600_000;
const sizesEveryMs = 60_000;

async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

const systemClock: Clock = { now: () => new Date() };

/**
 * Idle connections are kept longer than a proxy keeps them (60 s), so that it is the proxy who closes (P-45). A head of
 * 16 kB needs three seconds at 50 kbit/s; one that does not end is closed within 35 s (P-62), as connections are looked
 * at every five. A request may take as long as 5 MB at 50 kbit/s (slow ones are watched by server/http/limits).
 */
const serverLimits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  requestTimeout: 900_000,
  maxHeaderSize: 16_384,
  // The address gate refuses a request without one, with what every answer has.
  requireHostHeader: false,
};

/** What an ERP write may take; an orchestrator kills after 30 s or a little more (P-64). */
const stopPatienceMs = erpWriteSeconds * 1_000;

/** For what is open elsewhere, such as a store that says nothing: what is not closed by then ends with the process. */
const closeMs = 4_000;

export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { config, build, clientFolder, development } = options;
  const clock = options.clock ?? systemClock;
  const recentLines = options.recentLines ?? createRecentLines(recentBytes);
  const isKept = config.METRICS_PORT !== undefined;
  const log =
    options.log ??
    createLogger({
      ...{ level: config.LOG_LEVEL, version },
      ...(isKept ? { alsoTo: recentLines.add } : {}),
    });
  if (config.skipped.length > 0)
    log.info(
      { event: 'config.skipped', detail: config.skipped.join(', ') },
      'configuration files that may be left out are not there',
    );
  for (const warning of config.warnings)
    log.warn({ event: 'config.warning', detail: warning }, 'configuration');
  const metrics = createMetrics(() => clock.now().getTime());
  const { tuning = {} } = options;
  const services = await startServices({
    ...{ config, clock, log, metrics },
    ...(tuning.upstream ? { tuning: tuning.upstream } : {}),
    evenStepMs: tuning.evenStepMs,
  });
  const indexSizes = lastKnown(services.searchEngine.sizes, { everyMs: sizesEveryMs });
  // The first scrape finds them: an index that is empty from the start is seen as soon as one that was emptied.
  void indexSizes();
  metrics.indexSizes(indexSizes);
  metrics.certificates(lastKnown(() => certificateEnds(config), { everyMs: certificatesEveryMs }));
  const authorities = followAuthorities(config, log);
  const counters = await openCounters({ redis: config.redis, log });
  const tracing = await createTracing(config, version, log);
  const lifecycle: Lifecycle = { draining: false, starting: true };
  // Before the first page names them: the next request may reach an instance of another build.
  const sharedFiles =
    development || !config.redis
      ? null
      : await shareFiles({
          ...{ clientFolder, clock, log },
          keyValueStore: services.keyValueStore,
        });
  const built = typeof build === 'function' ? await build() : build;
  const routeOf = routeOfBuild(built);
  const app = createApp({
    config,
    services,
    tracing,
    build,
    routeOf,
    clientFolder,
    earlierFiles: development
      ? null
      : keepFiles({ clientFolder, store: config.SESSION_DB, now: clock.now(), log }),
    sharedFiles,
    lifecycle,
    counters,
    dependencies: dependenciesOf(services),
    bodies: tuning.bodies ?? {},
    pageCache: tuning.pageCache ?? {},
    rateWindowSeconds: tuning.rateWindowSeconds,
    ...(development ? { development } : {}),
  });
  const secure = config.PUBLIC_URL.startsWith('https:');
  const cookies = createBrowserCookies(config.PUBLIC_URL);
  const sessionIds = createSessionIds(config.SESSION_SECRET);
  let ownPort: number | null = null;
  let taken = 0;
  const stylesheet = stylesheetIn(clientFolder);
  const shedding = createShedding({
    ...{ log, metrics, secure, routeOf, stylesheet },
    proxies: config.TRUST_PROXY,
    hasSession: (request) => sessionIds.isOurs(cookies.read(request, cookies.session) ?? ''),
    waiting: acceptQueue(() => ownPort),
    taken: () => taken,
    ...tuning.shedding,
  });
  // Express's type says that its answer may be a promise; it is not one.
  const gate: RequestListener = shedding.gate((request, response) => void app(request, response));
  const served = fewPerConnection(
    readOn(
      addressGate(
        {
          ...{ patterns: patternsOf(built), secure, stylesheet },
          isOwnHost: ownHost(config.PUBLIC_URL),
        },
        gate,
      ),
    ),
  );
  const server = createServer({ ...serverLimits, ...tuning.server }, served);
  // Whoever expects what we do not know is answered as if nothing had been expected (RFC 9110, 10.1.1).
  server.on('checkExpectation', served);
  answerUnparsed(server, { secure, stylesheet });
  server.on('connection', () => {
    taken += 1;
  });
  const listening = await listen(server, config.PORT);
  const { port } = listening;
  ownPort = port;
  const { ledgerKeys, keyValueStore } = services;
  const support = {
    ...{ config, version, clock, log, metrics, counters },
    ...{ lines: recentLines, ledgerKeys, keyValueStore },
  };
  const metricsListener =
    config.METRICS_PORT === undefined
      ? null
      : await metricsServer({
          ...{ metrics, version, log, port: config.METRICS_PORT, host: config.METRICS_HOST },
          support: supportPage(support),
        });
  log.info(
    { event: 'shop.started', port, url: config.PUBLIC_URL, env: config.APP_ENV },
    'the shop is open',
  );

  const { operatorWords, cache } = services;
  const search = services.searchEngine.forRequest({
    log: log.child({ reference: 'start' }),
    ...{ reference: 'start', customerRef: null, preference: 'start' },
  });
  const warm = development ? null : warmUp(built, { log, operatorWords, cache, search });
  const ready = Promise.resolve(warm).then(() => {
    lifecycle.starting = false;
  });
  void countOpenCarts({ keyValueStore, metrics: metrics.cart, clock, log });

  /** Calls of the ERP may go on after their customers' connections have been given up. */
  async function close(): Promise<void> {
    shedding.stop();
    sharedFiles?.stop();
    authorities.stop();
    services.missedSearches.stop();
    metricsListener?.close();
    services.capabilities.stop();
    await services.auth.close();
    await services.erpCaller.close();
    await services.searchEngine.close();
    await tracing.close();
    await Promise.all([counters.close(), services.keyValueStore.close()]);
  }

  async function stop({ drainMs = 0, patienceMs = stopPatienceMs } = {}): Promise<void> {
    lifecycle.draining = true;
    log.info({ event: 'shop.draining', drainMs }, 'no new requests are wanted');
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    const late = setTimeout(() => server.closeAllConnections(), patienceMs);
    await listening.stop();
    clearTimeout(late);
    const isClosed = await endsWithin(closeMs, close());
    const detail = isClosed ? {} : { detail: 'connections of its own were still open' };
    log.info({ event: 'shop.stopped', ...detail }, 'the shop is closed');
  }
  const metricsAddress = metricsListener?.address ?? null;
  return { log, port, url: config.PUBLIC_URL, metricsAddress, ready, stop };
}
