/**
 * Heap of an idle shop (P-67), its growth by requests, which is zero (P-63), and the cost of many sessions (P-98). `npm
 * run proof -- soak` runs longer, `npm run proof -- sessions` with ten thousand sessions.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCart } from '../checkout/checkout-carts';
import { manySessions } from '../../support/many-sessions';
import { signIn } from '../../support/shop';
import { isAlive, startProcessWorld, type ProcessWorld } from '../../support/shop-process';
import { until } from '../../support/until';
import { Visitor } from '../../support/visitor';

/**
 * Maximum heap growth, in bytes. Compiled code and type feedback still grow a little; page data would be ten times as
 * much.
 */
const mostGrowth = 1.5 * 1024 * 1024;
/** On SIGUSR2 the process runs a garbage collection and prints the size of the heap. */
const teller = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { gc(); gc(); process.stderr.write(`heap ${process.memoryUsage().heapUsed}\\n`); });",
)}`;

let world: ProcessWorld;
let shop: ChildProcess;
let told: number[] = [];
beforeAll(async () => {
  world = await startProcessWorld();
  shop = spawn(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=384', '--import', teller, 'dist/server.js'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        ...world.settings,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
    },
  );
  shop.stderr?.on('data', (text: Buffer) => {
    told = [
      ...told,
      ...[...text.toString().matchAll(/heap (\d+)/g)].map(([, bytes]) => Number(bytes)),
    ];
  });
  await until(() => isAlive(world.url));
});
afterAll(async () => {
  const gone = new Promise((resolve) => shop.once('close', resolve));
  shop.kill('SIGKILL');
  await gone;
  await world.sandbox.close();
});

async function heap(): Promise<number> {
  const before = told.length;
  shop.kill('SIGUSR2');
  await until(() => told.length > before);
  return told.at(-1) ?? 0;
}

/**
 * In MB: the memory of the program on Node 20, plus what Node 24 needs. The search vocabulary as strings and maps would
 * add 18 MB.
 */
const mostAtRest = (Number(process.versions.node.split('.')[0]) < 22 ? 40 : 44) * 1024 * 1024;

it('P-67 an idle shop has loaded no search vocabulary', async () => {
  await until(async () => (await fetch(`${world.url}/readyz`)).status === 200);
  expect(await heap()).toBeLessThan(mostAtRest);
});

it('P-63 hundreds of further requests do not grow the heap of a warm shop', async () => {
  const [persona] = world.sandbox.personas;
  const customer = new Visitor(world.url);
  await signIn(customer, persona?.login ?? '', persona?.password ?? '');
  const stranger = new Visitor(world.url);
  const keys = [...world.sandbox.world.documents('products', 'fr')]
    .map(({ url_key: key }) => String(key))
    .slice(0, 6);
  const pages = [
    ...keys.map((key) => `/fr/p/${key}`),
    ...keys.map((key) => `/fr/search?q=${key.slice(0, 5)}`),
    '/fr',
    '/nl',
    '/fr/cart',
    '/fr/account',
    '/fr/account/sales',
    '/fr/quick-order',
    '/fr/none',
  ];
  async function round(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1)
      for (const path of pages) {
        const [own, other] = await Promise.all([customer.get(path), stranger.get(path)]);
        expect([own.status, other.status].every((status) => status < 500)).toBe(true);
      }
  }
  // Afterwards caches are full, and hot code is compiled.
  await round(8);
  const before = await heap();
  await round(6);
  const middle = await heap();
  await round(6);
  const after = await heap();
  expect(Math.min(middle - before, after - middle)).toBeLessThan(mostGrowth);
});

/** Processor time of the shop process, in kernel ticks (100 per second). */
function ticks(): number {
  const fields = readFileSync(`/proc/${shop.pid ?? 0}/stat`, 'utf8').replace(/^.*\) /s, '');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user ?? 0) + (system ?? 0);
}

interface Cost {
  spent: number;
  calls: number;
}

const many = 200;
/**
 * Maximum per session, in bytes. Ten thousand sessions of this size take 350 MB, which fit the container's 512 MB with
 * the shop.
 */
const mostForSession = 35_000;
/**
 * Maximum slowdown of two hundred requests while other work runs; `npm run proof -- sessions` checks the promised
 * ratio.
 */
const mostTimes = 1.5;

it('P-98 two hundred sessions with carts slow no request down, and take a few kilobytes each', async () => {
  const { login = '', password = '' } = world.sandbox.personas[0] ?? {};
  newCart(world, login);
  const customer = new Visitor(world.url);
  await signIn(customer, login, password);
  await customer.get('/fr/cart');
  const cookies = await customer.jar.getCookies(world.url);
  const id = cookies.find(({ key }) => key === 'sid')?.value ?? '';
  const { SESSION_DB = '', SESSION_SECRET = '' } = world.settings;
  const store = manySessions(SESSION_DB, SESSION_SECRET);
  const templates = await store.read([id]);

  async function open(cookie: string, path: string): Promise<void> {
    const answer = await fetch(world.url + path, { headers: { cookie }, redirect: 'manual' });
    expect([answer.status, (await answer.text()).includes('/account/sign-out')]).toEqual([
      200,
      true,
    ]);
  }
  const { control } = world.sandbox.erp;
  /** Cost of `count` new sessions that each open these pages once, in processor ticks and ERP calls. */
  async function costOf(count: number, pages: readonly string[]): Promise<Cost> {
    const waiting = await store.add(count, templates);
    control.forgetRequests();
    const before = ticks();
    const walk = async (): Promise<void> => {
      for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop())
        for (const path of pages) await open(cookie, path);
    };
    await Promise.all(Array.from({ length: 4 }, walk));
    return { spent: ticks() - before, calls: control.requests().length };
  }
  const pages = ['/fr/cart', '/fr/search?q=gants'];
  await costOf(20, pages);
  const first = await costOf(40, pages);
  const before = await heap();
  await costOf(many, ['/fr/cart']);
  const after = await heap();
  let last = await costOf(40, pages);
  // A real cost occurs every time, so repeat a bad measurement.
  for (let tries = 1; tries < 3 && last.spent > first.spent * mostTimes; tries += 1)
    last = await costOf(40, pages);
  // Lists shared by all customers are refreshed from time to time.
  expect(last.calls).toBeLessThan(first.calls * 1.3);
  expect(last.spent, 'processor ticks').toBeLessThan(first.spent * mostTimes);
  expect((after - before) / many, 'bytes for each session').toBeLessThan(mostForSession);
});
