/**
 * `npm run proof -- overload`: measures the shop when it receives more requests than it can serve (P-59). It first
 * finds the shop's capacity. It then sends 1.3, 2 and 4 times that at a steady rate, as independent visitors do.
 *
 * Prints the responses, how fast they were, and the state five seconds later. Fails when less than four fifths of the
 * capacity are served within a second, or when refusals themselves take longer than that.
 *
 *   npm run proof -- overload --connections new     each request opens its own connection, as a rush of visitors
 *                                                   does; `kept` (the default) is what a proxy in front does
 *   npm run proof -- overload --times 4 --seconds 20
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { Pool } from 'undici';
import { commandOf } from '../sandbox/command-line';
import { startSandbox } from '../sandbox/start';
import { freePort } from '../tests/support/free-port';
import { endsWithUs } from './bench/ends-with-us';
import { buildShop } from '../tools/build';

const { values } = commandOf('proof -- overload', {
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '1.3,2,4' },
    connections: { type: 'string', default: 'kept' },
    'no-build': { type: 'boolean', default: false },
  },
});
if (!['kept', 'new'].includes(values.connections)) {
  console.error(`--connections ${values.connections}: known are kept, new`);
  process.exit(64);
}
const seconds = Number(values.seconds);
if (!values['no-build'] && !(await buildShop())) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'shop-overload-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const sandbox = await startSandbox({ products: 400, shopUrl: url, ports: 'free' });
const shop = endsWithUs(
  spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      ...sandbox.settings,
      PORT: String(port),
      PUBLIC_URL: url,
      CONFIG_DIR: folder,
      RATE_LIMITS: 'off',
      SESSION_SECRET: 'a secret of thirty-two characters',
      LOG_LEVEL: 'warn',
      SESSION_DB: join(folder, 'shop.db'),
    },
  }),
);

async function answering(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const alive = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the shop does not answer');
}

interface Figures {
  served: number;
  refused: number;
  /** Requests without a response: the connection was refused or cut. */
  lost: number;
  servedMs: number[];
  refusedMs: number[];
}

const at = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

const pool = new Pool(url, { connections: 1_000 });
const path = '/fr/search?q=gants';
const headers = { 'accept-encoding': 'br' };

async function overKept(): Promise<number> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
  await body.dump();
  return statusCode;
}

const overNew = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { agent: false, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    asking.once('error', reject);
    asking.end();
  });

const ask = values.connections === 'new' ? overNew : overKept;

async function one(figures: Figures): Promise<void> {
  const started = performance.now();
  const status = await ask().catch(() => 0);
  if (status === 0) {
    figures.lost += 1;
    return;
  }
  const served = status === 200;
  figures[served ? 'served' : 'refused'] += 1;
  figures[served ? 'servedMs' : 'refusedMs'].push(performance.now() - started);
}

/**
 * `rate` is in requests per second, regardless of the responses. Without it, ten clients each send their next request
 * after a response.
 */
async function load(duration: number, rate: number | null): Promise<Figures> {
  const figures: Figures = { served: 0, refused: 0, lost: 0, servedMs: [], refusedMs: [] };
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  if (rate === null) {
    const visitor = async (): Promise<void> => {
      while (seconds() < duration) await one(figures);
    };
    await Promise.all(Array.from({ length: 10 }, visitor));
    return figures;
  }
  const sent: Promise<void>[] = [];
  while (seconds() < duration) {
    while (sent.length < seconds() * rate) sent.push(one(figures));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(sent);
  return figures;
}

const perSecond = (count: number, duration: number): number => Math.round(count / duration);

await answering();
await load(8, null);
let peak = perSecond((await load(8, null)).served, 8);
/**
 * A response counts only within these milliseconds. `leastShare` is the share of the capacity that must be served so
 * fast.
 */
const soonMs = 1_000;
const leastShare = 0.8;

const rows = [];
let fails = false;
for (const times of values.times.split(',').map(Number)) {
  const over = await load(seconds, peak * times);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const after = await load(8, null);
  // Averages before and after: the capacity of a shared machine is not constant.
  const afterwards = perSecond(after.served, 8);
  const capacity = Math.round((peak + afterwards) / 2);
  const soon = perSecond(over.servedMs.filter((ms) => ms <= soonMs).length, seconds);
  const refusedIn = at(over.refusedMs, 0.5);
  const ok = soon >= capacity * leastShare && refusedIn <= soonMs;
  fails ||= !ok;
  rows.push({
    times,
    'capacity/s': capacity,
    'asked/s': Math.round(peak * times),
    'served/s': perSecond(over.served, seconds),
    'within 1 s, /s': soon,
    'of capacity, %': Math.round((soon / capacity) * 100),
    'owed, %': leastShare * 100,
    'served p50': at(over.servedMs, 0.5),
    'served p99': at(over.servedMs, 0.99),
    'refused/s': perSecond(over.refused, seconds),
    'refused p50': refusedIn,
    'lost/s': perSecond(over.lost, seconds),
    'refused 5 s later': after.refused,
    ok,
  });
  peak = afterwards;
}
console.log(`Connections: ${values.connections}`);
console.table(rows);
await pool.close();
shop.kill('SIGINT');
await sandbox.close();
process.exitCode = fails ? 1 : 0;
