/**
 * Starts the shop from a configuration: services, then the app, then the listener (OPS-01).
 * On SIGTERM it finishes the requests in flight (P-64).
 */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { RequestHandler } from 'express';
import type { ServerBuild } from '@remix-run/node';
import { createApp } from './app';
import { createBrowserCookies } from './auth/session/browser-cookies';
import { createSessionIds } from './auth/session/session-id';
import type { GuestPageCacheOptions } from './caching/guest-page-cache';
import type { Config } from './config';
import type { Clock } from './context';
import type { Services } from './create-context';
import { addressGate } from './http/address/address-gate';
import { ownHost } from './http/address/own-host';
import { patternsOf } from './http/address/route-patterns';
import { keepFiles } from './http/files/earlier-files';
import { shareFiles, type SharedFiles } from './http/files/shared-files';
import type { Lifecycle } from './http/health';
import { stylesheetIn } from './http/limits/refusal-page';
import { fewPerConnection } from './http/limits/pipelined';
import type { BodyRate } from './http/limits/slow-bodies';
import { drainUnreadBodies } from './http/unread-body';
import { answerUnparsed } from './http/unparsed';
import { listen } from './http/listeners';
import { metricsServer } from './http/metrics-server';
import { acceptQueue } from './http/overload/accept-queue';
import { supportPage } from './http/support/support-page';
import { routeOfBuild, type RouteOf } from './http/policy/route-policy';
import { createShedding, type SheddingOptions } from './http/overload/shed';
import { createLogger, type RootLog } from './observe/logger';
import { createRecentLines, type RecentLines } from './observe/recent-lines';
import { certificateEnds } from './observe/certificates';
import { lastKnown } from './observe/last-known';
import { createMetrics, type Metrics } from './observe/metrics';
import { createTracing } from './observe/tracing';
import { dependenciesOf, startServices } from './start-services';
import { followAuthorities } from './startup/authorities';
import { countOpenCarts } from './startup/open-carts';
import { warmUp } from './startup/warm-up';
import { erpWriteSeconds } from './settings';
import { openCounters, type Counters } from './store/counters';
import type { GuardTuning } from './upstream/guard/guard';
import { version } from './version';

export interface ShopOptions {
  config: Config;
  /** The built app, or (development only) a function that reloads it. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  clientFolder: string;
  clock?: Clock;
  log?: RootLog;
  /** Buffer to which the logger in `log` also writes its lines; the support page reads it. */
  recentLines?: RecentLines;
  development?: RequestHandler;
  /** Durations and limits that tests reduce. */
  tuning?: {
    upstream?: GuardTuning;
    server?: Pick<
      ServerOptions,
      'keepAliveTimeout' | 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'
    >;
    bodies?: Partial<BodyRate>;
    pageCache?: Pick<GuestPageCacheOptions, 'seconds' | 'maxBytes'>;
    /** Window of the rate limits in seconds; a slow machine needs more than a minute to reach a limit. */
    rateWindowSeconds?: number;
    /** Rounds up the response time of requests that must not reveal whether a login exists. */
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
  /** Address of the metrics and the support page; null when they are not served. */
  metricsAddress: string | null;
  /** Resolves when the search vocabulary is loaded; pages are served before that. */
  ready: Promise<void>;
  /**
   * Reports "draining" to the load balancer for `drainMs` while it still serves requests. Then it stops accepting
   * requests, waits at most `patienceMs` for those in flight and closes all resources.
   */
  stop(options?: { drainMs?: number; patienceMs?: number }): Promise<void>;
}

/** Holds some minutes of log lines of a busy shop; small compared with its heap. */
const recentBytes = 8 * 1024 * 1024;

/** Certificates are renewed at night and indexes reloaded hourly, but scrapes come every few seconds: cache both. */
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
 * Idle connections stay open longer than a proxy keeps them (60 s), so that the proxy closes them (P-45). A request
 * head of 16 kB needs three seconds at 50 kbit/s. An unfinished head is cut off within 35 s (P-62), because Node checks
 * connections every five seconds. A request may take as long as 5 MB at 50 kbit/s; server/http/limits watches slow
 * bodies.
 */
const serverLimits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  requestTimeout: 900_000,
  maxHeaderSize: 16_384,
  // The address gate rejects a request without Host itself, with the headers that every response has.
  requireHostHeader: false,
};

/** Longest time of an ERP write; an orchestrator kills the process after 30 s or a little more (P-64). */
const stopPatienceMs = erpWriteSeconds * 1_000;

/** Limit for closing connections to other systems, such as an unresponsive store; the exit cuts off the rest. */
const closeMs = 4_000;

/** Creates the logger and logs what the configuration files lack or warn about. */
function createLog(options: ShopOptions): { log: RootLog; recentLines: RecentLines } {
  const { config } = options;
  const recentLines = options.recentLines ?? createRecentLines(recentBytes);
  const isKept = config.METRICS_PORT !== undefined;
  const log =
    options.log ??
    createLogger({
      level: config.LOG_LEVEL,
      version,
      ...(isKept ? { alsoTo: recentLines.add } : {}),
    });
  if (config.skipped.length > 0)
    log.info(
      { event: 'config.skipped', detail: config.skipped.join(', ') },
      'configuration files that may be left out are not there',
    );
  for (const warning of config.warnings)
    log.warn({ event: 'config.warning', detail: warning }, 'configuration');
  return { log, recentLines };
}

function measureUpstreams(config: Config, { searchEngine }: Services, metrics: Metrics): void {
  const indexSizes = lastKnown(searchEngine.sizes, { everyMs: sizesEveryMs });
  // Measure before the first scrape, so that an index that is empty at startup raises the same alert as one emptied
  // later.
  void indexSizes();
  metrics.indexSizes(indexSizes);
  metrics.certificates(lastKnown(() => certificateEnds(config), { everyMs: certificatesEveryMs }));
}

interface FrontParts {
  app: ReturnType<typeof createApp>;
  built: ServerBuild;
  routeOf: RouteOf;
  log: RootLog;
  metrics: Metrics;
}

/** Creates the HTTP server with the overload gate and the address gate in front of the app. */
function createFront(options: ShopOptions, { app, built, routeOf, log, metrics }: FrontParts) {
  const { config, clientFolder } = options;
  const secure = config.PUBLIC_URL.startsWith('https:');
  const cookies = createBrowserCookies(config.PUBLIC_URL);
  const sessionIds = createSessionIds(config.SESSION_SECRET);
  let ownPort: number | null = null;
  let taken = 0;
  const stylesheet = stylesheetIn(clientFolder);
  const shedding = createShedding({
    log,
    metrics,
    secure,
    routeOf,
    stylesheet,
    proxies: config.TRUST_PROXY,
    hasSession: (request) => sessionIds.isOurs(cookies.read(request, cookies.session) ?? ''),
    waiting: acceptQueue(() => ownPort),
    taken: () => taken,
    ...options.tuning?.shedding,
  });
  // Express types its return value as a possible promise, but it is never one.
  const gate: RequestListener = shedding.gate((request, response) => void app(request, response));
  const served = fewPerConnection(
    drainUnreadBodies(
      addressGate(
        {
          patterns: patternsOf(built),
          secure,
          stylesheet,
          isOwnHost: ownHost(config.PUBLIC_URL),
        },
        gate,
      ),
    ),
  );
  const server = createServer({ ...serverLimits, ...options.tuning?.server }, served);
  // Ignores an unknown Expect header and answers the request normally (RFC 9110, 10.1.1).
  server.on('checkExpectation', served);
  answerUnparsed(server, { secure, stylesheet });
  server.on('connection', () => {
    taken += 1;
  });
  return {
    server,
    shedding,
    setPort(port: number) {
      ownPort = port;
    },
  };
}

/** Serves the metrics and the support page on a port of their own, if one is configured. */
async function serveMetrics(
  config: Config,
  services: Services,
  support: { counters: Counters; lines: RecentLines },
) {
  const { METRICS_PORT: port, METRICS_HOST: host } = config;
  if (port === undefined) return null;
  const { metrics, log } = services;
  const page = supportPage({ ...services, ...support, config });
  return metricsServer({ metrics, version, log, port, host, support: page });
}

async function warmSearch(built: ServerBuild, services: Services): Promise<void> {
  const { log, operatorWords, cache, searchEngine } = services;
  const search = searchEngine.forRequest({
    log: log.child({ reference: 'start' }),
    reference: 'start',
    customerRef: null,
    preference: 'start',
  });
  await warmUp(built, { log, operatorWords, cache, search });
}

interface StopParts {
  log: RootLog;
  lifecycle: Lifecycle;
  server: Server;
  listening: { stop(): Promise<void> };
  /** Closes the connections to other systems. */
  close(): Promise<void>;
}

async function stopShop(
  { log, lifecycle, server, listening, close }: StopParts,
  { drainMs = 0, patienceMs = stopPatienceMs } = {},
): Promise<void> {
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

/** Shares the files before a page refers to them: the next request may reach an instance of another build. */
async function shareBuildFiles(
  { config, clientFolder, development }: ShopOptions,
  { clock, log, keyValueStore }: Services,
): Promise<SharedFiles | null> {
  if (development || !config.redis) return null;
  return shareFiles({ clientFolder, clock, log, keyValueStore });
}

export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { config, build, clientFolder, development } = options;
  const clock = options.clock ?? systemClock;
  const { log, recentLines } = createLog(options);
  const metrics = createMetrics(() => clock.now().getTime());
  const { tuning = {} } = options;
  const services = await startServices({
    config,
    clock,
    log,
    metrics,
    ...(tuning.upstream ? { tuning: tuning.upstream } : {}),
    evenStepMs: tuning.evenStepMs,
  });
  measureUpstreams(config, services, metrics);
  const authorities = followAuthorities(config, log);
  const counters = await openCounters({ redis: config.redis, log });
  const tracing = await createTracing(config, version, log);
  const lifecycle: Lifecycle = { draining: false, starting: true };
  const sharedFiles = await shareBuildFiles(options, services);
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
  const front = createFront(options, { app, built, routeOf, log, metrics });
  const { server, shedding } = front;
  const listening = await listen(server, config.PORT);
  const { port } = listening;
  front.setPort(port);
  const metricsListener = await serveMetrics(config, services, { counters, lines: recentLines });
  log.info(
    { event: 'shop.started', port, url: config.PUBLIC_URL, env: config.APP_ENV },
    'the shop is open',
  );

  const warm = development ? null : warmSearch(built, services);
  const ready = Promise.resolve(warm).then(() => {
    lifecycle.starting = false;
  });
  void countOpenCarts({ ...services, metrics: metrics.cart });

  /** ERP calls may still run after the shop has closed the connections of their customers. */
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

  const stop: RunningShop['stop'] = (patience) =>
    stopShop({ log, lifecycle, server, listening, close }, patience);
  const metricsAddress = metricsListener?.address ?? null;
  return { log, port, url: config.PUBLIC_URL, metricsAddress, ready, stop };
}
