/**
 * The processes of a measurement: the stand-ins run in this process, the built shop runs as a child process, as in
 * production.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/start';
import { freePort } from '../../tests/support/free-port';
import { endsWithUs } from './ends-with-us';
import { startErpRelay, type ErpRelay } from './erp-relay';

/** The measured shop's SESSION_SECRET. */
export const measuredSecret = 'a secret of thirty-two characters';

export interface MeasuredShop extends ShopProcess {
  sandbox: Sandbox;
  /** Relay between the shop and the ERP stand-in. */
  erp: ErpRelay;
  /** The shop's log lines, collected while `record` is on. */
  lines: Record<string, unknown>[];
  record(on: boolean): void;
}

export function child(
  script: readonly string[],
  environment: Record<string, string>,
  onLine: (line: string) => void,
  cwd = '.',
): ChildProcess {
  const running = endsWithUs(
    spawn(process.execPath, script, {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
    }),
  );
  let rest = '';
  running.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return running;
}

export async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ok = await fetch(url).then(
      (response) => response.status < 500,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

/** The built shop as a child process. */
export interface ShopProcess {
  url: string;
  folder: string;
  /** Returns the CPU seconds that the shop has used so far. */
  cpuSeconds(): Promise<number>;
  /** Returns the memory that the shop holds now. */
  residentMb(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the build of a checkout; default: of this one. */
export async function startShopProcess(
  port: number,
  settings: Readonly<Record<string, string>>,
  { build = '.', onLine = () => undefined }: { build?: string; onLine?: (line: string) => void },
): Promise<ShopProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const metricsPort = await freePort();
  const url = `http://localhost:${port}`;
  const shop = child(
    ['--max-semi-space-size=32', 'dist/server.js'],
    {
      ...settings,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: url,
      CONFIG_DIR: folder,
      SESSION_SECRET: measuredSecret,
      SESSION_DB: join(folder, 'shop.db'),
      RATE_LIMITS: 'off',
    },
    onLine,
    build,
  );
  await answering(`${url}/healthz`);
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^${name} ([\\d.e+-]+)`, 'm').exec(text)?.[1]);
  };
  return {
    url,
    folder,
    cpuSeconds: () => metric('process_cpu_seconds_total'),
    residentMb: async () => (await metric('process_resident_memory_bytes')) / 1e6,
    stop: async () => {
      shop.kill('SIGINT');
      await once(shop, 'close');
    },
  };
}

/** `settings` override the stand-ins' settings, for instance with another search engine. */
export async function startMeasuredShop(
  options: Partial<SandboxOptions>,
  settings: (sandbox: Sandbox) => Promise<Record<string, string>> = async () => ({}),
): Promise<MeasuredShop> {
  const port = await freePort();
  const shopUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({ shopUrl, ports: 'free', ...options });
  const erp = await startErpRelay(sandbox.urls.erp);
  const lines: Record<string, unknown>[] = [];
  let recording = false;
  const shop = await startShopProcess(
    port,
    { ...sandbox.settings, ERP_URL: erp.url, ...(await settings(sandbox)) },
    {
      onLine: (line) => {
        if (recording && line.startsWith('{')) {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        }
      },
    },
  );
  return {
    ...shop,
    sandbox,
    erp,
    lines,
    record: (on) => void (recording = on),
    stop: async () => {
      await shop.stop();
      erp.close();
      await sandbox.close();
    },
  };
}
