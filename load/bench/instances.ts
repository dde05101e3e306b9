/**
 * Measures scaling past one machine: one, two and four instances of the built shop on one Redis, behind HAProxy with
 * the configuration file of compose.
 *
 * The counts alternate strictly, and each instance serves as many pages as the single one. A machine has too few cores
 * for all instances, so the comparison uses CPU time per page, summed over the serving instances, minus their idle use.
 * Pages per second are compared only where each instance has its own core.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';
import { rootCertificates } from 'node:tls';
import { Agent, setGlobalDispatcher } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox/start';
import { forEveryone, newCart, variants } from '../../tests/http/checkout/checkout-carts';
import { freePort } from '../../tests/support/free-port';
import { proxyServer } from '../../tests/support/proxy';
import { hasOpenssl, selfSigned } from '../../tests/support/redis-servers';
import { signIn } from '../../tests/support/shop';
import { Visitor } from '../../tests/support/visitor';
import { answers, server, type Server } from '../deployment/process';
import { neededProgram } from '../../tools/system-package';
import { pagesOf } from './pages';
import { median } from './ratios';
import { factsOf } from './start';

const sizes = [1, 2, 4] as const;
/** Required pages per second relative to one instance, where there are enough cores. */
const owedRate: Readonly<Record<number, number>> = { 1: 1, 2: 1.8, 4: 3 };
/** Maximum CPU time of a page relative to one instance: nearly constant. */
const mostCost = 1.1;
const logins = ['vet@demo.example', 'clinique@demo.example'];
const cartLines = 10;
const atOnce = 6;
/** Rounds of all pages per instance, for each concurrent client. */
const roundsOfMix = 6;
const roundsToWarm = 24;
const idleMs = 5_000;

interface Instance {
  process: Server;
  address: string;
}

/** Returns a copy of compose's file with these instances in place of its two. */
function proxyFile(folder: string, addresses: readonly string[]): string {
  const lines = addresses.map((address, at) => `  server s${at} "${address}" check`).join('\n');
  const text = readFileSync('deploy/proxy/haproxy.cfg', 'utf8').replace(
    / {2}server one .*\n {2}server two .*/g,
    lines,
  );
  const file = join(folder, `haproxy-${addresses.length}.cfg`);
  writeFileSync(file, text);
  return file;
}

interface Who {
  cookie: string;
  paths: readonly string[];
}

/** Returns half guests and half customers with carts, each with a different order of pages. */
async function everyone(url: string, sandbox: Sandbox): Promise<Who[]> {
  const { world } = sandbox;
  const named = (...names: string[]): string[] =>
    pagesOf(world).flatMap(({ name, path }) => (names.includes(name) ? [path] : []));
  const shown = [...named('home', 'category', 'product', 'search'), '/fr/search?q=chien'];
  const own = [...shown, ...named('cart', 'account')];
  const people: Who[] = [];
  for (let at = 0; at < atOnce; at += 1) {
    const login = at % 2 === 0 ? null : (logins[(at >> 1) % logins.length] ?? null);
    const visitor = new Visitor(url);
    const customer = world.customers.find((one) => one.login === login);
    if (login !== null && customer) {
      newCart({ sandbox }, login, { products: variants({ sandbox }, cartLines, forEveryone) });
      await signIn(visitor, login, customer.password);
    }
    const paths = customer ? own : shown;
    people.push({
      cookie: await visitor.jar.getCookieString(url),
      paths: [...paths.slice(at % paths.length), ...paths.slice(0, at % paths.length)],
    });
  }
  return people;
}

/** Every client requests its pages `times` times. Returns the number of pages served and of requests refused. */
async function walk(
  url: string,
  people: readonly Who[],
  times: number,
): Promise<{ pages: number; refused: number; seconds: number }> {
  const started = performance.now();
  let [pages, refused] = [0, 0];
  await Promise.all(
    people.map(async ({ cookie, paths }) => {
      for (let time = 0; time < times; time += 1)
        for (const path of paths) {
          const answer = await fetch(url + path, {
            headers: {
              'accept-encoding': 'br',
              accept: 'text/html',
              ...(cookie ? { cookie } : {}),
            },
          });
          await answer.arrayBuffer();
          if (answer.status === 200) pages += 1;
          else if (answer.status === 503) refused += 1;
          else throw new Error(`${path} answered ${answer.status}`);
        }
    }),
  );
  return { pages, refused, seconds: (performance.now() - started) / 1_000 };
}

async function missing(): Promise<string | null> {
  for (const program of ['haproxy', 'redis-server'])
    if (!(await neededProgram(program))) return `${program} is not installed`;
  return hasOpenssl ? null : 'openssl is not installed';
}

interface Redis {
  redis: Server;
  port: number;
  secret: string;
  /** Returns the CPU time used so far. */
  cpuMs(): number;
}

async function redisIn(folder: string): Promise<Redis> {
  const port = await freePort();
  const secret = join(folder, 'redis-password');
  writeFileSync(secret, randomBytes(24).toString('hex'));
  const password = readFileSync(secret, 'utf8');
  const asked = (...words: string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), ...words], {
      env: { ...process.env, REDISCLI_AUTH: password },
      stdio: 'pipe',
    }).toString();
  const redis = server({
    name: 'redis',
    command: 'sh',
    args: [resolve('deploy/redis/start.sh'), '--port', String(port), '--dir', folder],
    environment: { REDIS_CONF: resolve('deploy/redis/redis.conf'), REDIS_PASSWORD_FILE: secret },
    log: join(folder, 'redis.log'),
    ready: async () => {
      try {
        return asked('ping').includes('PONG');
      } catch {
        return false;
      }
    },
  });
  const cpuMs = (): number =>
    [...asked('info', 'cpu').matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].reduce(
      (sum, [, seconds]) => sum + Number(seconds) * 1_000,
      0,
    );
  return { redis, port, secret, cpuMs };
}

export async function printInstances(options: { products: number; rounds: number }): Promise<void> {
  const why = await missing();
  if (why) {
    console.log(`instances skipped: ${why}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'shop-instances-'));
  const started: Server[] = [];
  const start = async (one: Server): Promise<Server> => {
    started.push(one);
    await one.start();
    return one;
  };
  const [https, plain, metrics] = [await freePort(), await freePort(), await freePort()];
  const url = `https://localhost:${https}`;
  const sandbox = await startSandbox({
    shopUrl: url,
    ports: 'free',
    products: options.products,
  });
  try {
    await sandbox.search.ready;
    const { certificate, key } = selfSigned(folder);
    const pem = join(folder, 'shop.pem');
    writeFileSync(pem, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    const trusted = [...rootCertificates, readFileSync(certificate, 'utf8')];
    const connectAnew = (): void => setGlobalDispatcher(new Agent({ connect: { ca: trusted } }));
    connectAnew();

    const { redis, port: redisPort, secret, cpuMs: redisMs } = await redisIn(folder);
    await start(redis);
    const session = join(folder, 'session-secret');
    writeFileSync(session, randomBytes(24).toString('hex'));
    const instances: Instance[] = [];
    for (let at = 0; at < Math.max(...sizes); at += 1) {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const instance = server({
        name: `shop-${at + 1}`,
        command: process.execPath,
        args: ['--max-semi-space-size=32', 'dist/server.js'],
        environment: {
          ...sandbox.settings,
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          PUBLIC_URL: url,
          TRUST_PROXY: '1',
          REDIS_URL: `redis://127.0.0.1:${redisPort}`,
          REDIS_PASSWORD_FILE: secret,
          SESSION_SECRET_FILE: session,
          CONFIG_DIR: folder,
          SESSION_DB: join(folder, `shop-${at}.db`),
          RATE_LIMITS: 'off',
        },
        log: join(folder, `shop-${at}.log`),
        ready: () => answers(`http://127.0.0.1:${port}/readyz`),
      });
      await start(instance);
      instances.push({ process: instance, address: `127.0.0.1:${port}` });
    }
    const proxyOf = (count: number): Server =>
      proxyServer({
        ports: { https, http: plain, metrics, identity: plain },
        file: proxyFile(
          folder,
          instances.slice(0, count).map(({ address }) => address),
        ),
        media: new URL(sandbox.urls.media).host,
        pem,
        log: join(folder, 'proxy.log'),
      });
    const spent = (servers: readonly Server[]): number =>
      servers.reduce((sum, one) => sum + factsOf(one.pid()).cpuMs, 0);

    let people: Who[] | null = null;
    /**
     * Returns the idle CPU use: health checks, metrics and polling for a new index, the same whether pages are
     * requested or not.
     */
    const idleShare = async (servers: readonly Server[]): Promise<number> => {
      const before = spent(servers);
      const since = performance.now();
      await new Promise((resolve) => setTimeout(resolve, idleMs));
      return (spent(servers) - before) / (performance.now() - since);
    };
    const found = sizes.map(() => ({
      shop: [] as number[],
      redis: [] as number[],
      idle: [] as number[],
      rate: [] as number[],
      refused: 0,
    }));
    for (let round = -1; round < options.rounds; round += 1)
      for (const [at, count] of sizes.entries()) {
        const proxy = proxyOf(count);
        await start(proxy);
        connectAnew();
        people ??= await everyone(url, sandbox);
        const serving = instances.slice(0, count).map(({ process: one }) => one);
        // Each instance has its own caches to fill and code to compile, so all get the same number of warm-up rounds.
        if (round < 0 && count === instances.length) await walk(url, people, roundsToWarm * count);
        const idle = await idleShare(serving);
        const before = { shop: spent(serving), redis: redisMs() };
        const { pages, refused, seconds } = await walk(url, people, roundsOfMix * count);
        const busyMs = spent(serving) - before.shop - idle * seconds * 1_000;
        const one = found[at];
        if (one && round >= 0) {
          one.shop.push(busyMs / pages);
          one.redis.push((redisMs() - before.redis) / pages);
          one.idle.push(idle * 1_000);
          one.rate.push(pages / seconds);
          one.refused += refused;
        }
        await proxy.kill();
      }
    const [single] = found;
    const cores = availableParallelism();
    console.log(
      `\n${options.rounds} rounds in alternation on ${cores} cores, ${atOnce} visitors at once; ! is over what is owed`,
    );
    console.table(
      sizes.map((count, at) => {
        const one = found[at];
        const ratios = (one?.shop ?? []).map((ms, round) => ms / (single?.shop[round] ?? ms));
        const rates = (one?.rate ?? []).map((rate, round) => rate / (single?.rate[round] ?? rate));
        const [cost, faster, owed] = [median(ratios), median(rates), owedRate[count] ?? count];
        return {
          instances: count,
          'shop ms a page': median(one?.shop ?? []).toFixed(1),
          [`to one (owed ${mostCost})`]: `${cost.toFixed(2)}${cost > mostCost ? ' !' : ''}`,
          'idle ms a second': median(one?.idle ?? []).toFixed(1),
          'Redis ms a page': median(one?.redis ?? []).toFixed(2),
          'pages a second to one':
            count + 2 > cores
              ? 'too few cores'
              : `${faster.toFixed(2)} of ${owed}${faster < owed ? ' !' : ''}`,
          refused: one?.refused ?? 0,
        };
      }),
    );
  } finally {
    await Promise.all(started.map((one) => one.kill()));
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
