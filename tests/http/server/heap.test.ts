/** What the requests of a running shop leave behind once they are answered: nothing (P-63). `npm run soak` looks for longer. */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../support/shop';
import { isAlive, startProcessWorld, type ProcessWorld } from '../../support/shop-process';
import { until } from '../../support/until';
import { Visitor } from '../../support/visitor';

/** Compiled code and what it remembers of types still grow a little; a page's data would be ten times as much. */
const mostGrowth = 1.5 * 1024 * 1024;
/** At SIGUSR2 the process collects its garbage and writes the size of the heap. */
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
        ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
        ...world.settings,
        ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
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

it('P-63 some hundred requests more leave the heap of a warm shop where it was', async () => {
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
    ...[
      '/fr',
      '/nl',
      '/fr/cart',
      '/fr/account',
      '/fr/account/sales',
      '/fr/quick-order',
      '/fr/none',
    ],
  ];
  async function round(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1)
      for (const path of pages) {
        const [own, other] = await Promise.all([customer.get(path), stranger.get(path)]);
        expect([own.status, other.status].every((status) => status < 500)).toBe(true);
      }
  }
  // Caches are full, and what is run often is compiled.
  await round(8);
  const before = await heap();
  await round(6);
  const middle = await heap();
  await round(6);
  const after = await heap();
  expect(Math.min(middle - before, after - middle)).toBeLessThan(mostGrowth);
});
