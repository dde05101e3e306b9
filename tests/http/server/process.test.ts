import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/start';
import { freePort } from '../../support/free-port';
import { hasRedis, redisFolder } from '../../support/redis-servers';
import { until } from '../../support/until';
import { listening } from '../../support/listening';

/** The built process as a container starts it: exit codes and shutdown. */
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

const elsewhere = mkdtempSync(join(tmpdir(), 'shop-process-'));

/** A process left by a failed test would answer later tests, which use the same port. */
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

interface Running {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

function start(environment: Record<string, string>, ...options: string[]): Running {
  return startWith('pipe', environment, ...options);
}

function startWith(
  stdout: 'pipe' | number,
  environment: Record<string, string>,
  ...options: string[]
): Running {
  // Started in another folder than the shop's, as a supervisor does.
  const child = spawn(process.execPath, [resolve('dist/server.js'), ...options], {
    cwd: elsewhere,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  children.add(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, ended };
}

const statusOf = (path: string): Promise<number> =>
  fetch(url + path).then(
    (response) => response.status,
    () => 0,
  );

describe('the process', () => {
  it.each([
    ['refuses', 500],
    ['never answers', null],
    ['is not there', 'closed'],
  ] as const)(
    'OPS-02 OPS-08 P-67 a trace collector that %s delays neither pages nor shutdown, and is named in the log',
    async (_what, answer) => {
      const collector = createServer((_request, response) => {
        if (typeof answer === 'number') response.writeHead(answer).end();
      });
      const port = await listening(collector);
      if (answer === 'closed') await new Promise((done) => collector.close(done));
      const running = start({
        ...settings,
        DRAIN_SECONDS: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      });
      try {
        await until(async () => (await statusOf('/readyz')) === 200);
        expect(await statusOf('/fr')).toBe(200);
        await until(() => running.output().includes('"traces.not_sent"'));
        expect(await statusOf('/fr/search?q=gant')).toBe(200);
        running.child.kill('SIGTERM');
        expect(await running.ended).toBe(0);
        expect(running.output().match(/"traces\.not_sent"/g)).toHaveLength(1);
        expect(running.output()).toContain('"shop.stopped"');
      } finally {
        running.child.kill('SIGKILL');
        collector.closeAllConnections();
        collector.close();
      }
    },
  );

  it('CFG-01 P-66 the process exits with 78 and names every missing setting before it listens', async () => {
    const running = start({});
    expect(await running.ended).toBe(78);
    for (const name of ['ERP_URL', 'SEARCH_URL', 'OIDC_ISSUER', 'SESSION_SECRET']) {
      expect(running.output()).toContain(name);
    }
    expect(running.output()).not.toContain('shop.started');
    expect(running.output()).not.toContain('--env-file');
    // An .env file as in the guide, which the process must not read.
    writeFileSync(join(elsewhere, '.env'), 'ERP_URL=http://erp.example/\n');
    const beside = start({});
    expect(await beside.ended).toBe(78);
    rmSync(join(elsewhere, '.env'));
    expect(beside.output()).toContain('node --env-file=.env ');
  });

  it('CFG-01 the process rejects a command-line option instead of ignoring it', async () => {
    const running = start(settings, '--port', '80');
    expect(await running.ended).toBe(64);
    expect(running.output()).toMatch(/^--port 80: the shop takes no options; its settings are in/);
  });

  it('CFG-01 P-66 the process reports an unusable SESSION_DB in one line, and overwrites nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-process-'));
    const text = join(folder, 'text.db');
    writeFileSync(text, 'no data base');
    for (const [file, reason] of [
      [text, 'file is not a database'],
      [folder, 'EISDIR'],
      [join(text, 'shop.db'), 'ENOTDIR'],
      // The shop cannot create a folder in /proc; on a system without /proc, at most root could.
      ['/proc/shop/deep/shop.db', 'ENOENT'],
    ] as const) {
      const running = start({ ...settings, SESSION_DB: file });
      expect(await running.ended, file).toBe(78);
      expect(running.output()).toContain(`  - SESSION_DB: ${file} given; `);
      expect(running.output()).toContain(reason);
      expect(running.output()).not.toMatch(/^ +at /m);
    }
    expect(readFileSync(text, 'utf8')).toBe('no data base');
  });

  it('P-64 the process shuts down in order on SIGHUP', async () => {
    const running = start(settings);
    await until(async () => (await statusOf('/healthz')) === 200);
    running.child.kill('SIGHUP');
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain('shop.stopped');
  });

  it('CFG-04 CFG-05 OPS-01 P-64 the process logs its version and missing files; on SIGTERM it finishes the request in flight, and exits with 0', async () => {
    const running = start(settings);
    await until(async () => (await statusOf('/healthz')) === 200);
    const { version } = (await (await fetch(`${url}/healthz`)).json()) as { version: string };
    // In an archive without git history, the version is that of the package alone.
    expect(version).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{7,})?$/);
    const lines = running.output().split('\n');
    expect(lines.find((line) => line.includes('shop.started'))).toContain(`"version":"${version}"`);
    const skipped = lines.filter((line) => line.includes('"config.skipped"'));
    expect(skipped).toHaveLength(1);
    for (const file of ['config.json', 'production.json']) expect(skipped[0]).toContain(file);
    expect(lines.filter((line) => line.includes('"config.warning"'))).toEqual([]);
    sandbox.search.faults.set({ delayMs: 700, times: 20 });
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

  it('P-64 the process fails no request during shutdown, and closes idle connections', async () => {
    const running = start({ ...settings, DRAIN_SECONDS: '6' });
    // By now the process has also called its identity provider.
    const signIn = () => fetch(`${url}/fr/account/sign-in`, { redirect: 'manual' });
    await until(async () => (await statusOf('/healthz')) === 200);
    await until(async () => (await signIn()).status === 302);
    const faults: unknown[] = [];
    let closing = 0;
    let draining = false;
    const load = async (): Promise<void> => {
      // The shop keeps serving until the load balancer has removed the instance: it polls /readyz like this test.
      while (!draining) {
        try {
          const answer = await fetch(`${url}/favicon.svg`);
          if (answer.status !== 200) faults.push(answer.status);
          if (answer.headers.get('connection') === 'close') closing += 1;
          const ready = await fetch(`${url}/readyz`);
          draining ||= ready.status === 503;
        } catch (error) {
          faults.push(error);
        }
      }
      const last = await signIn();
      if (last.status !== 302) faults.push(last.status);
      if (last.headers.get('connection') === 'close') closing += 1;
    };
    const clients = Array.from({ length: 8 }, load);
    running.child.kill('SIGTERM');
    await Promise.all(clients);
    expect(faults).toEqual([]);
    expect(closing).toBeGreaterThan(0);
    expect(await running.ended).toBe(0);
  });

  it.skipIf(!hasRedis)('P-64 the process shuts down in time while Redis hangs', async () => {
    const folder = redisFolder();
    const redis = await folder.server({});
    try {
      const running = start({
        ...settings,
        DRAIN_SECONDS: '0',
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      });
      await until(async () => (await statusOf('/readyz')) === 200);
      await redis.cli('client', 'pause', '600000', 'all');
      await until(async () => (await statusOf('/readyz')) === 503);
      running.child.kill('SIGTERM');
      expect(await running.ended).toBe(0);
      expect(running.output()).toContain('"shop.stopped"');
    } finally {
      await folder.end();
    }
  });

  it('P-76 the process loads no development files when NODE_ENV is unset', async () => {
    // Node caches both files while it resolves import names, but loads one.
    const loaded =
      'Object.values(process.getBuiltinModule("module")._cache).filter((one) => one.loaded)';
    const telling = `process.on("SIGUSR2", () => console.log("loaded:", ${loaded}.map((one) => one.id).join(" ")))`;
    const running = start({
      ...settings,
      NODE_ENV: '',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(telling)}`,
    });
    await until(async () => (await statusOf('/fr')) === 200);
    running.child.kill('SIGUSR2');
    await until(() => /loaded: .*react.production/.test(running.output()));
    expect(running.output()).not.toMatch(/loaded: .*react.development/);
  });

  it('P-64 the process exits at once on a second SIGTERM', async () => {
    const running = start({ ...settings, DRAIN_SECONDS: '60' });
    await until(async () => (await statusOf('/healthz')) === 200);
    running.child.kill('SIGTERM');
    await until(async () => (await statusOf('/readyz')) === 503);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(1);
    expect(running.output()).toContain('"shop.cut_off"');
  });

  it('P-68 the process logs an uncaught error once, and exits with 1', async () => {
    const signalled = 'process.on("SIGUSR2", () => { throw new Error("uncaught in this test") })';
    const running = start({
      ...settings,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(signalled)}`,
    });
    await until(async () => (await statusOf('/healthz')) === 200);
    running.child.kill('SIGUSR2');
    expect(await running.ended).toBe(1);
    const told = running
      .output()
      .split('\n')
      .filter((line) => line.includes('process.failed'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('uncaught in this test');
  });

  /** The readiness response once the process has started. */
  async function readiness(): Promise<Response> {
    let said: Response | null = null;
    await until(async () => {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      const isStarting = (await answer?.clone().text())?.includes('"starting"') === true;
      said = isStarting ? null : answer;
      return said !== null;
    });
    if (!said) throw new Error('no readiness');
    return said;
  }

  it('P-65 the process is unready while the identity provider is unreachable, and reveals no details', async () => {
    const running = start({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:9/nobody' });
    const ready = await readiness();
    expect(ready.status).toBe(503);
    const body = await ready.text();
    const identity = { name: 'identity', needed: true, status: 'unavailable' };
    expect(JSON.parse(body)).toMatchObject({
      status: 'unready',
      dependencies: expect.arrayContaining([identity]) as unknown,
    });
    expect(body).not.toContain('127.0.0.1');
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });

  it('P-65 the process is degraded, not unready, while ERP and search are down', async () => {
    const running = start({
      ...settings,
      ERP_URL: 'http://127.0.0.1:9/',
      SEARCH_URL: 'http://127.0.0.1:9',
    });
    const ready = await readiness();
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'degraded' });
    const signIn = await fetch(`${url}/fr/account/sign-in`, { redirect: 'manual' });
    expect(signIn.status).toBe(302);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });

  it('P-65 P-68 the process is unready while the disk is full, and becomes ready again without a restart', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'shop-process-')), 'shop.log');
    const log = openSync(file, 'a');
    const running = startWith(log, settings);
    closeSync(log);
    await until(async () => (await statusOf('/readyz')) === 200);
    // A limit on file growth has the effect of a full disk on the store and on a log file.
    const filesOf = (size: string) =>
      execFileSync('prlimit', ['--pid', String(running.child.pid), `--fsize=${size}:`]);
    filesOf('1');
    await until(async () => (await statusOf('/readyz')) === 503);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      status: 'unready',
      dependencies: expect.arrayContaining([
        { name: 'store', needed: true, status: 'unavailable' },
      ]) as unknown,
    });
    expect(await statusOf('/fr')).toBe(200);
    filesOf('unlimited');
    await until(async () => (await statusOf('/readyz')) === 200);
    // The shop writes its log again at its next retry.
    for (const event of ['dependency.unavailable', 'dependency.back'])
      await until(() => Promise.resolve(readFileSync(file, 'utf8').includes(`"event":"${event}"`)));
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });
});
