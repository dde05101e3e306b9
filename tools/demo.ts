/**
 * `npm run demo`: builds if the sources have changed, starts the stand-ins and the built shop, prints the addresses and
 * the sample customers. Ctrl-C stops both. State persists under .data/ between runs, separately for each port;
 * `--fresh` deletes it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkedOptions, commandLine } from '../sandbox/command-line';
import { ProfileName } from '../sandbox/erp/quirks';
import { startSandbox } from '../sandbox/start';
import { whenToStop } from '../sandbox/when-to-stop';
import { freePort } from '../tests/support/free-port';
import { buildIfChanged } from './build';
import { isFree, startBeside } from './stand-in-ports';
import { unsupportedNode } from './supported-node';

const usage =
  'Usage: npm run demo -- [--port N] [--fresh] [--products N] [--erp seed|odoo16|odoo18] [--public-url URL] [--no-build]';
const { values } = commandLine(usage, {
  options: {
    port: { type: 'string', default: '3000' },
    fresh: { type: 'boolean', default: false },
    products: { type: 'string', default: '3200' },
    erp: { type: 'string', default: 'seed' },
    'public-url': { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
});

const Arguments = z.object({
  port: z.coerce.number().int().min(1).max(65_535),
  products: z.coerce.number().int().min(1).max(100_000),
  erp: ProfileName,
  'public-url': z.url({ protocol: /^https?$/ }).optional(),
});
const {
  port,
  products,
  erp: profile,
  'public-url': publicUrl,
} = checkedOptions(usage, Arguments, values);
// Demos on other ports must not share the databases of the default one.
const folder = port === 3000 ? '.data' : join('.data', `port-${port}`);
/** Origin that browsers use: another name of this host, or the address of a proxy. */
const url = publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
const healthUrl = `http://localhost:${port}/healthz`;

/** Reuses the secret of the last run, without which the stored sessions would be unreadable. */
function secret(): string {
  const file = join(folder, 'session-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** `npm run logs` reads this file. The terminal shows only the addresses. */
const logFile = join(folder, 'shop.log');

function startShop(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
    stdio: ['ignore', openSync(logFile, 'w'), 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
}

async function opened(child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    const alive = await fetch(healthUrl).then(
      (response) => response.ok,
      () => false,
    );
    if (alive) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

if (!(await isFree(port))) {
  console.error(`demo: port ${port} is taken, perhaps by another demo: give another --port`);
  process.exit(1);
}
const warning = unsupportedNode();
if (warning !== null) console.log(`demo: ${warning}`);
if (values.fresh) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Prints how long a part of the start took, so that a slow start has a named cause. */
async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  console.log(`demo: ${part}: ${seconds(performance.now() - since)}`);
  return result;
}

async function startStandIns() {
  const running = await startBeside(port, (ports) =>
    startSandbox({ dataDir: join(folder, 'sandbox'), ports, products, profile, shopUrl: url }),
  );
  // Without this wait, the first pages would report that the search is unavailable.
  await running.search.ready;
  return running;
}

// The build runs in other processes for most of its time, so the stand-ins fill their indices beside it.
const [isBuilt, sandbox] = await Promise.all([
  values['no-build'] || timed('build of the shop, if it has changed', buildIfChanged),
  timed('stand-ins with their search indices', startStandIns),
]);
if (!isBuilt) process.exit(1);
const metricsPort = process.env['METRICS_PORT'] ?? String(await freePort());
const shop = startShop({
  ...sandbox.settings,
  PORT: String(port),
  PUBLIC_URL: url,
  APP_ENV: 'demo',
  SESSION_SECRET: secret(),
  SESSION_DB: join(folder, 'shop.db'),
  METRICS_PORT: metricsPort,
});

let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (shop.exitCode === null) {
    shop.kill('SIGINT');
    await new Promise((resolve) => shop.once('close', resolve));
  }
  await sandbox.close();
  process.exit(code);
}
whenToStop(() => void stop(0));
shop.once('exit', (code) => void stop(code ?? 1));

if (await timed('start of the shop', () => opened(shop))) {
  console.log(
    `\nThe shop is open after ${seconds(performance.now())}: ${url}\n\nSample customers (e-mail / password):`,
  );
  for (const persona of sandbox.personas) {
    console.log(
      `  ${persona.login.padEnd(48)} ${persona.password.padEnd(12)} ${persona.summary.en}`,
    );
  }
  console.log(
    `\nSupport page (search by reference or customer): http://127.0.0.1:${metricsPort}/support`,
  );
  console.log(`Log lines: ${logFile}; npm run -s logs -- ${logFile} --failures`);
  console.log(`\nCtrl-C stops everything. ${url}`);
}
