/**
 * Several built shop processes with one store, as operators run them: killed without warning and restarted, with Redis
 * or the embedded file, and a proxy before the ERP. Their clocks and the store's are advanced together.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from 'redis';
import type { Profile } from '../../sandbox/erp/quirks';
import { startTcpProxy, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { startSandbox, type Sandbox } from '../../sandbox/start';
import { freePort } from './free-port';
import { signIn } from './shop';
import { until } from './until';
import { Visitor, type Form } from './visitor';

interface Reply {
  status: number;
  retryAfter: number | null;
  body: Record<string, unknown>;
  text: string;
}

export interface Posted {
  status: number;
  /** Path and query of a redirect within the shop. */
  location: string;
  text: string;
}

export interface ShopProcesses {
  url: string;
  sandbox: Sandbox;
  /** Settings shared by all instances, for operator commands. */
  settings: Readonly<Record<string, string>>;
  /** The proxy between the shops and the ERP. */
  erpLine: TcpProxy;
  /** The proxy between the shops and Redis; null with the embedded store. */
  storeLine: TcpProxy | null;
  /** Kills instance `at` without warning. */
  kill(at: number): Promise<void>;
  /** Starts instance `at`; `settings` apply to this instance only, from now on. */
  start(at: number, settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Changes the clock of one instance only, like a machine without time synchronisation. */
  skew(at: number, ms: number): void;
  /** The log output of instance `at` so far. */
  logOf(at: number): string;
  /** Pauses instance `at`, like a process on an overloaded machine. */
  pause(at: number): void;
  resume(at: number): void;
  stopStore(): Promise<void>;
  startStore(): Promise<void>;
  /** Redis loses all data, like a restart without its files. */
  emptyStore(): Promise<void>;
  /** Runs commands in Redis besides the shops, as an operator or an accident might. */
  inStore<T>(work: (client: StoreClient) => Promise<T>): Promise<T>;
  /** Deletes all cart leases in Redis. */
  dropLeases(): Promise<void>;
  /** Advances the clocks of all processes and of the store. */
  advance(ms: number): Promise<void>;
  customer(login: string): Promise<Visitor>;
  /** The island's sync call to instance `at`, with a visitor's cookies. */
  sync(at: number, who: Visitor, body: unknown): Promise<Reply>;
  /** A page of instance `at` for a visitor. */
  read(at: number, who: Visitor, path: string): Promise<Pick<Reply, 'status' | 'text'>>;
  /** Posts a plain form to instance `at`, without following redirects. */
  post(at: number, who: Visitor, form: Pick<Form, 'action' | 'fields'>): Promise<Posted>;
  /** ERP sync calls with transactions, as the ERP received them. */
  written(): number;
  stop(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });

function redisOn(port: number, folder: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  return spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...durable], {
    stdio: 'ignore',
  });
}

type StoreClient = ReturnType<typeof clientOf>;
/** Commands pending when Redis ends are rejected; an unhandled event would end the tests. */
const clientOf = (port: number) =>
  createClient({ url: `redis://127.0.0.1:${port}` }).on('error', () => undefined);

async function inRedis<T>(port: number, work: (client: StoreClient) => Promise<T>): Promise<T> {
  const client = clientOf(port);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Shortens the lifetime of keys in Redis by `ms`. */
const ageRedis = (port: number, ms: number): Promise<void> =>
  inRedis(port, async (client) => {
    for (const key of await client.keys('*')) {
      const left = await client.pTTL(key);
      if (left > 0) await client.pExpire(key, Math.max(1, left - ms));
    }
  });

export async function startShopProcesses(options: {
  store: 'redis' | 'embedded';
  instances: number;
  profile: Profile;
  /** Lifetime of the provider's access tokens; default one day. */
  accessTokenTtlSeconds?: number;
}): Promise<ShopProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-processes-'));
  const ports = await Promise.all(Array.from({ length: options.instances }, freePort));
  const [mainPort = 0] = ports;
  const url = `http://localhost:${mainPort}`;
  const sandbox = await startSandbox({
    products: 60,
    profile: options.profile,
    shopUrl: url,
    ports: 'free',
    // The identity provider uses real time, so its tokens must outlive the jumps of the shop's clock.
    identity: { accessTokenTtlSeconds: options.accessTokenTtlSeconds ?? 24 * 60 * 60 },
  });
  const erp = new URL(sandbox.settings['ERP_URL'] ?? '');
  const erpLine = await startTcpProxy({
    target: { host: erp.hostname, port: Number(erp.port) },
    seed: 'erp line',
  });
  const storePort = await freePort();
  const storeFolder = join(folder, 'redis');
  let store = options.store === 'redis' ? redisOn(storePort, storeFolder) : null;
  const storeLine = store
    ? await startTcpProxy({ target: { host: '127.0.0.1', port: storePort }, seed: 'store line' })
    : null;
  const settings = {
    ...sandbox.settings,
    ERP_URL: `${erpLine.url}${erp.pathname}`,
    PUBLIC_URL: url,
    CONFIG_DIR: folder,
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(folder, 'shop.db'),
    RATE_LIMITS: '1000',
    ...(storeLine ? { REDIS_URL: `redis://127.0.0.1:${storeLine.port}` } : {}),
  };
  const processes: (ChildProcess | undefined)[] = [];
  const own: Readonly<Record<string, string>>[] = [];
  const skews: number[] = [];
  const logs: string[] = [];
  let shift = 0;
  const address = (at: number): string => `http://127.0.0.1:${ports[at] ?? 0}`;

  async function start(at: number, more = own[at] ?? {}): Promise<void> {
    own[at] = more;
    const child = fork('dist/server.js', {
      execArgv: ['--import', resolve('tests/support/moving-clock.mjs')],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        ...settings,
        PORT: String(ports[at]),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (logs[at] = (logs[at] ?? '') + chunk.toString()));
    child.send(shift + (skews[at] ?? 0));
    processes[at] = child;
    await until(() =>
      fetch(`${address(at)}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  /** An instance finds a restored store at its next connection attempt. */
  const hasStore = (at: number): Promise<void> =>
    until(() =>
      fetch(`${address(at)}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );

  async function kill(at: number): Promise<void> {
    const child = processes[at];
    if (!child) return;
    child.kill('SIGKILL');
    await ended(child);
    processes[at] = undefined;
  }

  async function stopStore(): Promise<void> {
    if (!store) return;
    store.kill();
    await ended(store);
  }

  if (store)
    await until(() =>
      ageRedis(storePort, 0).then(
        () => true,
        () => false,
      ),
    );
  for (const at of ports.keys()) await start(at);
  return {
    url,
    sandbox,
    settings,
    erpLine,
    storeLine,
    start,
    kill,
    stopStore,
    pause: (at) => void processes[at]?.kill('SIGSTOP'),
    resume: (at) => void processes[at]?.kill('SIGCONT'),
    logOf: (at) => logs[at] ?? '',
    skew: (at, ms) => {
      skews[at] = (skews[at] ?? 0) + ms;
      processes[at]?.send(ms);
    },
    inStore: (work) => inRedis(storePort, work),
    emptyStore: () => inRedis(storePort, async (client) => void (await client.flushAll())),
    dropLeases: () =>
      inRedis(storePort, async (client) => {
        for (const key of await client.keys('*lease:cart:*')) await client.del(key);
      }),
    startStore: async () => {
      store = redisOn(storePort, storeFolder);
      await until(() =>
        ageRedis(storePort, 0).then(
          () => true,
          () => false,
        ),
      );
      const running = [...ports.keys()].filter((at) => processes[at] !== undefined);
      await Promise.all(running.map(hasStore));
    },
    advance: async (ms) => {
      shift += ms;
      for (const child of processes) child?.send(ms);
      if (store) await ageRedis(storePort, ms);
    },
    customer: async (login) => {
      const persona = sandbox.world.customers.find((one) => one.login === login);
      if (!persona) throw new Error(`no sample customer ${login}`);
      const visitor = new Visitor(url);
      await signIn(visitor, persona.login, persona.password);
      return visitor;
    },
    read: async (at, who, path) =>
      call(`${address(at)}${path}`, {
        host: new URL(url).host,
        accept: 'text/html',
        cookie: await who.jar.getCookieString(url),
      }),
    sync: async (at, who, body) => {
      const { status, headers, text } = await call(
        `${address(at)}/fr/cart/sync`,
        {
          host: new URL(url).host,
          origin: url,
          'x-cart-sync': '1',
          cookie: await who.jar.getCookieString(url),
          'content-type': 'application/json',
        },
        JSON.stringify(body),
      );
      const isJson = headers['content-type']?.startsWith('application/json');
      const seconds = headers['retry-after'];
      return {
        status,
        text,
        retryAfter: seconds === undefined ? null : Number(seconds),
        body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
    },
    post: async (at, who, { action, fields }) => {
      const target = `${address(at)}${action.pathname}${action.search}`;
      const { status, headers, text } = await call(
        target,
        {
          host: new URL(url).host,
          origin: url,
          accept: 'text/html',
          cookie: await who.jar.getCookieString(url),
          'content-type': 'application/x-www-form-urlencoded',
        },
        fields.toString(),
      );
      for (const cookie of headers['set-cookie'] ?? [])
        await who.jar.setCookie(cookie, url, { ignoreError: true });
      const { pathname, search } = new URL(headers.location ?? '', url);
      return { status, text, location: headers.location === undefined ? '' : pathname + search };
    },
    written: () =>
      sandbox.erp.control.requests().filter(({ method, path, body }) => {
        const isSync = method === 'POST' && /sync$/.test(path.split('?')[0] ?? '');
        return isSync && (body ?? '').includes('"product_id"');
      }).length,
    stop: async () => {
      await Promise.all(ports.map((_, at) => kill(at)));
      await stopStore();
      await Promise.all([erpLine.close(), storeLine?.close()]);
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The Host header is the shop's public host at every instance, as with a load balancer. A call with a body is a post.
 */
function call(
  address: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((done, fail) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asking = request(address, { method, agent: false, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', fail);
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asking.on('error', fail);
    asking.end(body);
  });
}
