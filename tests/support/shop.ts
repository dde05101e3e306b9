/**
 * A complete shop for a test: stand-ins and the built app on free loopback ports, its own store, and parsed log lines.
 * Needs `npm run build` first (`npm test` does it).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { Profile } from '../../sandbox/erp/quirks';
import { startMediaServer } from '../../sandbox/media-server';
import { createWorld } from '../../sandbox/seed/create-world';
import { startSandbox, type SandboxOptions } from '../../sandbox/start';
import type { World } from '../../sandbox/world';
import { readConfig } from '../../server/config';
import type { Clock } from '../../server/context';
import { createLogger } from '../../server/observe/logger';
import { createRecentLines } from '../../server/observe/recent-lines';
import { startShop, type RunningShop, type ShopOptions } from '../../server/start-shop';
import { freePort } from './free-port';
import { Visitor } from './visitor';

export interface TestShopOptions {
  profile?: Profile;
  /**
   * Number of products in the sample world. Default 60: building the indices of a larger world takes longer than most
   * tests.
   */
  products?: number;
  /** Settings of the shop besides those for the stand-ins. */
  settings?: Readonly<Record<string, string>>;
  clock?: Clock;
  /** The setting ERP_MAX_SECONDS, here also below the minimum for operators, so that a test waits less. */
  erpMaxSeconds?: number;
  sandbox?: Partial<Omit<SandboxOptions, 'now' | 'seed' | 'products'>>;
  /** Changes the built app, to test how the server handles a fault in it. */
  build?: (build: ServerBuild) => ServerBuild;
  /** Called when the stand-ins listen, before the shop starts. */
  onSandbox?: (sandbox: Awaited<ReturnType<typeof startSandbox>>) => void;
  /** Called when the shop listens, while it still loads the data for the first searches. */
  onListening?: (url: string) => Promise<void>;
  tuning?: ShopOptions['tuning'];
  /** The built client, requested at each start, so that a deploy can replace it. */
  clientFolder?: () => string;
}

export type LogLine = Readonly<Record<string, unknown>>;

export interface TestShop {
  url: string;
  /** Address of metrics and support page, if METRICS_PORT is set. */
  metricsAddress: () => string | null;
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** Every log line since the start, parsed; a line that is not JSON fails the test. */
  logs: LogLine[];
  visitor(): Visitor;
  /** A visitor who has signed in with the form of the identity provider. */
  customer(login: string): Promise<Visitor>;
  /** Starts another instance with the same store and stand-ins. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
type Shared = Required<Pick<SandboxOptions, 'world' | 'mediaBase'>>;
const worlds = new Map<number, Promise<Shared>>();

async function makeShared(products: number): Promise<Shared> {
  const made: World[] = [];
  // The media server must exist before the world that contains its URL.
  const media = await startMediaServer({ world: () => made[0], host });
  media.unref();
  const world = createWorld({ mediaBase: media.url, products });
  made.push(world);
  return { world, mediaBase: media.url };
}

/**
 * Worlds with more products than this are not shared: only one file uses each, and they would occupy memory for the
 * whole run.
 */
const mostShared = 400;

/** A world never changes: the shops of all files in a worker share it with its indices. */
function sharedWorld(products: number): Promise<Shared> {
  const known = worlds.get(products) ?? makeShared(products);
  if (products <= mostShared) worlds.set(products, known);
  return known;
}

async function loadBuild(): Promise<ServerBuild> {
  return (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild;
}

/** Signs in with the forms of the identity stand-in, as a browser without script does. */
export async function signIn(
  visitor: Visitor,
  login: string,
  password: string,
  target = '/fr',
): Promise<void> {
  const page = await visitor.get(`/fr/account/sign-in?target=${encodeURIComponent(target)}`);
  const form = page.form('#password-form').fill({ login, password });
  const arrived = await form.submit();
  if (arrived.status !== 200)
    throw new Error(`sign-in of ${login} ended at ${arrived.url.href} with ${arrived.status}`);
}

/**
 * An open circuit breaker or a cached page would answer for the fault of an earlier test; the event loop is shared with
 * the stand-ins and delayed by other tests.
 */
const testTuning: NonNullable<ShopOptions['tuning']> = {
  upstream: { neverOpens: true },
  shedding: { lagMs: () => 0, waiting: () => 0 },
  pageCache: { seconds: 0 },
};

export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-test-'));
  const port = await freePort();
  const { products = 60 } = options;
  // `localhost` for shop and provider, so that their cookies belong to one host, as in a browser.
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    dataDir: join(folder, 'sandbox'),
    products,
    ...(options.sandbox?.world ? {} : await sharedWorld(products)),
    profile: options.profile ?? 'seed',
    shopUrl: url,
    ports: 'free',
    ...options.sandbox,
  });
  options.onSandbox?.(sandbox);
  // On a busy machine building an index takes longer than a page waits.
  await sandbox.search.ready;
  const read = readConfig({
    ...sandbox.settings,
    CONFIG_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(folder, 'shop.db'),
    // All customers of the tests use one address.
    RATE_LIMITS: '1000',
    ...options.settings,
  });
  const config = { ...read, ERP_MAX_SECONDS: options.erpMaxSeconds ?? read.ERP_MAX_SECONDS };
  const logs: LogLine[] = [];
  const recentLines = createRecentLines(4 * 1024 * 1024);
  const log = createLogger({
    level: 'debug',
    version: 'test',
    destination: { write: (line: string) => void logs.push(JSON.parse(line) as LogLine) },
    alsoTo: recentLines.add,
  });
  const built = await loadBuild();
  const build = options.build?.(built) ?? built;
  const start = (): Promise<RunningShop> =>
    startShop({
      config,
      build,
      clientFolder: options.clientFolder?.() ?? resolve('build/client'),
      log,
      recentLines,
      tuning: { ...testTuning, ...options.tuning },
      ...(options.clock ? { clock: options.clock } : {}),
    });
  let running = await start();
  await options.onListening?.(url);
  await running.ready;
  // Forget the shop's start-up calls, because tests count those that customers cause.
  sandbox.erp.control.forgetRequests();
  const visitor = (): Visitor => new Visitor(url);
  return {
    url,
    metricsAddress: () => running.metricsAddress,
    sandbox,
    logs,
    visitor,
    customer: async (login) => {
      const persona = sandbox.world.customers.find(
        (one) => one.login === login || one.ref === login,
      );
      if (!persona) throw new Error(`no sample customer ${login}`);
      const one = visitor();
      await signIn(one, persona.login, persona.password);
      return one;
    },
    restart: async () => {
      await running.stop();
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
