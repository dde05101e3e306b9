/**
 * `npm run proof:overload`: what becomes of the shop when four times as much comes as it can serve (P-59). Finds
 * its capacity first, then sends four times that at a steady rate, as visitors do who know nothing of each
 * other, and prints what was answered, how fast, and how it is five seconds later.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startSandbox } from '../sandbox/start';
import { freePort } from '../tests/support/free-port';
import { buildShop } from './build';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '4' },
    'no-build': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
if (!values['no-build'] && !(await buildShop())) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'shop-overload-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const sandbox = await startSandbox({ products: 400, shopUrl: url, ports: 'free' });
const shop = spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    ...sandbox.settings,
    ...{ PORT: String(port), PUBLIC_URL: url, CONFIG_DIR: folder, RATE_LIMITS: 'off' },
    ...{ SESSION_SECRET: 'a secret of thirty-two characters', LOG_LEVEL: 'warn' },
    SESSION_DB: join(folder, 'shop.db'),
  },
});

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
  servedMs: number[];
  refusedMs: number[];
}

const at = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

const pool = new Pool(url, { connections: 1_000 });

async function one(figures: Figures): Promise<void> {
  const started = performance.now();
  const { statusCode, body } = await pool.request({
    ...{ method: 'GET', path: '/fr/search?q=gants' },
    headers: { 'accept-encoding': 'br' },
  });
  await body.dump();
  const served = statusCode === 200;
  figures[served ? 'served' : 'refused'] += 1;
  figures[served ? 'servedMs' : 'refusedMs'].push(performance.now() - started);
}

/** `rate`: requests a second whatever the answers; without it ten at a time, as fast as they are answered. */
async function load(duration: number, rate: number | null): Promise<Figures> {
  const figures: Figures = { served: 0, refused: 0, servedMs: [], refusedMs: [] };
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
const peak = perSecond((await load(8, null)).served, 8);
const over = await load(seconds, peak * Number(values.times));
await new Promise((resolve) => setTimeout(resolve, 5_000));
const after = await load(3, null);
const goodput = perSecond(over.served, seconds);
console.table({
  'capacity, pages a second': peak,
  'asked for, a second': peak * Number(values.times),
  'served, a second': goodput,
  'share of capacity, %': Math.round((goodput / peak) * 100),
  'served, p50 ms': at(over.servedMs, 0.5),
  'served, p99 ms': at(over.servedMs, 0.99),
  'refused, a second': perSecond(over.refused, seconds),
  'refused, p50 ms': at(over.refusedMs, 0.5),
  'refused, p99 ms': at(over.refusedMs, 0.99),
  'five seconds later: refused': after.refused,
});
await pool.close();
shop.kill('SIGINT');
await sandbox.close();
