/**
 * `npm run soak -- --minutes 30 --rate 50`: pages at a steady rate and what the heap does meanwhile (P-63). The
 * slope is that of the lowest heap in each tenth of the run, as garbage collection leaves it. Short by default.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/start';
import { freePort } from '../tests/support/free-port';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    rate: { type: 'string', default: '50' },
  },
});
const runMs = Number(values.minutes) * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'shop-soak-'));
const [port, metricsPort] = [await freePort(), await freePort()];
const url = `http://localhost:${port}`;
const sandbox = await startSandbox({ products: 800, shopUrl: url, ports: 'free' });
const shop = spawn(process.execPath, ['--max-old-space-size=384', 'dist/server.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    ...sandbox.settings,
    ...{ PORT: String(port), PUBLIC_URL: url, METRICS_PORT: String(metricsPort) },
    ...{ CONFIG_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(folder, 'shop.db'),
  },
});

/** Every product once, every category, and searches that differ: what a cache without a cap would keep. */
function* pages(): Generator<string> {
  const keys = [...sandbox.world.documents('products', 'fr')].map(({ url_key: key }) =>
    String(key),
  );
  for (let count = 0; ; count += 1) {
    const key = keys[count % keys.length] ?? '';
    yield count % 3 === 0 ? `/fr/search?q=${key.slice(0, 4)}${count}` : `/fr/p/${key}`;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function heapMb(): Promise<number> {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6;
}

/** Least squares over the lowest values of ten equal parts, in MB per ten minutes. */
function slope(samples: readonly { atMs: number; mb: number }[]): number {
  const part = runMs / 10;
  const lows = Array.from({ length: 10 }, (_, index) =>
    samples
      .filter(({ atMs }) => atMs >= index * part && atMs < (index + 1) * part)
      .reduce((low, { mb }) => Math.min(low, mb), Number.POSITIVE_INFINITY),
  )
    .map((mb, index) => ({ x: ((index + 0.5) * part) / 600_000, mb }))
    .filter(({ mb }) => Number.isFinite(mb));
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  const [x, y] = [mean(lows.map((low) => low.x)), mean(lows.map((low) => low.mb))];
  const over = lows.reduce((sum, low) => sum + (low.x - x) * (low.mb - y), 0);
  return over / (lows.reduce((sum, low) => sum + (low.x - x) ** 2, 0) || 1);
}

while (
  !(await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await pause(100);
const samples: { atMs: number; mb: number }[] = [];
const counts = { answered: 0, refused: 0, failed: 0 };
const started = performance.now();
const sampler = setInterval(() => {
  void heapMb().then((mb) => samples.push({ atMs: performance.now() - started, mb }));
}, 1_000);
for (const path of pages()) {
  if (performance.now() - started >= runMs) break;
  fetch(url + path)
    .then(async (response) => {
      await response.arrayBuffer();
      if (response.status < 500) counts.answered += 1;
      else counts.refused += 1;
    })
    .catch(() => (counts.failed += 1));
  await pause(1_000 / Number(values.rate));
}
clearInterval(sampler);
await pause(1_000);
const heap = samples.map(({ mb }) => mb);
console.table({
  ...{ ...counts, minutes: Number(values.minutes) },
  'heap, lowest MB': Math.round(Math.min(...heap)),
  'heap, highest MB': Math.round(Math.max(...heap)),
  'slope, MB per 10 minutes': Number(slope(samples).toFixed(1)),
});
shop.kill('SIGINT');
await sandbox.close();
