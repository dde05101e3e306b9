import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/start';
import { freePort } from '../support/free-port';

/** The built process itself, as a container starts it: its exit codes and how it ends. */
let sandbox: Sandbox;
let url: string;
let settings: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  sandbox = await startSandbox({ products: 60, shopUrl: url, ports: 'free' });
  settings = {
    ...sandbox.settings,
    PORT: String(port),
    PUBLIC_URL: url,
    CONFIG_DIR: mkdtempSync(join(tmpdir(), 'shop-process-')),
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(mkdtempSync(join(tmpdir(), 'shop-process-')), 'shop.db'),
  };
});
afterAll(() => sandbox.close());

interface Running {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

function start(environment: Record<string, string>): Running {
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, ended };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('did not happen');
}

const statusOf = (path: string): Promise<number> =>
  fetch(url + path).then(
    (response) => response.status,
    () => 0,
  );

describe('the process', () => {
  it('CFG-01 P-66 exits with 78 and names every missing setting before it listens', async () => {
    const running = start({});
    expect(await running.ended).toBe(78);
    for (const name of ['ERP_URL', 'SEARCH_URL', 'OIDC_ISSUER', 'SESSION_SECRET']) {
      expect(running.output()).toContain(name);
    }
    expect(running.output()).not.toContain('shop.started');
  });

  it('OPS-01 P-64 on SIGTERM says draining, finishes the request in flight, and exits with 0', async () => {
    const running = start(settings);
    await until(async () => (await statusOf('/healthz')) === 200);
    sandbox.search.faults.set({ delayMs: 1_500, times: 20 });
    const inFlight = statusOf('/fr/search?q=seringue');
    await until(() =>
      sandbox.search.requests().some((request) => JSON.stringify(request).includes('seringue')),
    );
    running.child.kill('SIGTERM');
    await until(async () => (await statusOf('/readyz')) === 503);
    expect(await inFlight).toBe(200);
    sandbox.search.faults.clear();
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain('shop.stopped');
  });
});
