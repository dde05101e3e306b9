/**
 * Starts the shop from a configuration: services in a fixed order, authentication first (CFG-06), then the
 * app, then listening; SIGTERM finishes what is in flight (OPS-01, P-64).
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import type { ServerBuild } from '@remix-run/node';
import { createApp } from './app';
import { createAuth } from './auth/create-auth';
import type { Config } from './config';
import type { Clock } from './context';
import type { Services } from './create-context';
import type { Dependency, Lifecycle } from './http/health';
import { metricsServer } from './http/metrics-server';
import { createLogger, type RootLog } from './observe/logger';
import { createMetrics, type Metrics } from './observe/metrics';
import { createMemory } from './store/memory';
import { openStore } from './store/open-store';
import { createCaller } from './upstream/caller';
import { createSearchEngine } from './upstream/search';
import { version } from './version';

export interface ShopOptions {
  config: Config;
  /** The built app; in development a function that loads it anew. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  clientFolder: string;
  clock?: Clock;
  log?: RootLog;
  development?: RequestHandler;
}

export interface RunningShop {
  port: number;
  url: string;
  /**
   * Says "draining" to the load balancer for `drainMs` while still serving, then stops taking requests, lets
   * those in flight finish and closes what was opened.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

/** Starts every service; the order is the list below, by number, lowest last to be needed first. */
async function startServices(config: Config, clock: Clock, log: RootLog, metrics: Metrics) {
  const records = await openStore({
    redisUrl: config.REDIS_URL,
    file: config.SESSION_DB,
    clock,
    log,
  });
  const erpCaller = createCaller({
    service: 'erp',
    origin: new URL(config.ERP_URL).origin,
    metrics,
  });
  const searchEngine = createSearchEngine({
    url: config.SEARCH_URL,
    apiKey: config.SEARCH_API_KEY,
    indices: {
      products: config.SEARCH_INDEX_PRODUCTS,
      categories: config.SEARCH_INDEX_CATEGORIES,
      infoBanners: config.SEARCH_INDEX_INFO_BANNERS,
      advertisements: config.SEARCH_INDEX_ADVERTISEMENTS,
      loyaltyPrograms: config.SEARCH_INDEX_LOYALTY_PROGRAMS,
    },
    tags: { fr: config.LOCALE_TAG_FR, nl: config.LOCALE_TAG_NL, en: config.LOCALE_TAG_EN },
    metrics,
  });
  const auth = createAuth({ config, records, clock, log, metrics, erpCaller });
  const services: Services = {
    version,
    clock,
    log,
    metrics,
    records,
    auth,
    erpCaller,
    searchEngine,
    memory: createMemory({ clock }),
  };
  const order: { order: number; name: string; start(): Promise<void> }[] = [
    { order: 1000, name: 'authentication', start: () => auth.start() },
    {
      order: 2000,
      name: 'search',
      start: () =>
        searchEngine.ping().catch((error: unknown) => {
          log.warn(
            { event: 'search.unreachable', error: String(error) },
            'search does not answer yet',
          );
        }),
    },
  ];
  for (const service of order.sort((a, b) => a.order - b.order)) {
    await service.start();
    log.info(
      { event: 'service.started', service: service.name, order: service.order },
      'service started',
    );
  }
  return services;
}

function dependenciesOf(services: Services): Dependency[] {
  return [
    { name: 'store', needed: true, check: () => services.records.ping() },
    {
      name: 'identity',
      needed: true,
      check: () => {
        const state = services.auth.readiness();
        return state.ok ? Promise.resolve() : Promise.reject(new Error(state.reason));
      },
    },
    { name: 'search', needed: false, check: () => services.searchEngine.ping() },
  ];
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve((server.address() as AddressInfo).port));
  });

export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { config, build, clientFolder, development } = options;
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLogger({ level: config.LOG_LEVEL, version });
  for (const warning of config.warnings)
    log.warn({ event: 'config.warning', detail: warning }, 'configuration');
  const metrics = createMetrics();
  const services = await startServices(config, clock, log, metrics);
  const lifecycle: Lifecycle = { draining: false };
  const app = createApp({
    config,
    services,
    build,
    clientFolder,
    lifecycle,
    dependencies: dependenciesOf(services),
    ...(development ? { development } : {}),
  });
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 66_000,
      requestTimeout: 900_000,
      maxHeaderSize: 16_384,
    },
    app,
  );
  const port = await listen(server, config.PORT);
  const metricsListener =
    config.METRICS_PORT === undefined ? null : await metricsServer(metrics, config.METRICS_PORT);
  log.info(
    { event: 'shop.started', port, url: config.PUBLIC_URL, env: config.APP_ENV },
    'the shop is open',
  );

  async function stop({ drainMs = 0 } = {}): Promise<void> {
    lifecycle.draining = true;
    log.info({ event: 'shop.draining', drainMs }, 'no new requests are wanted');
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    metricsListener?.close();
    await services.auth.close();
    await services.erpCaller.close();
    await services.searchEngine.close();
    await services.records.close();
    log.info({ event: 'shop.stopped' }, 'the shop is closed');
  }
  return { port, url: config.PUBLIC_URL, stop };
}
