/** The built process as a container starts it, with its output. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/start';
import { freePort } from './free-port';

export interface ShopProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<number | null>;
}

export function startProcess(environment: Readonly<Record<string, string>>): ShopProcess {
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended };
}

export interface ProcessWorld {
  url: string;
  sandbox: Sandbox;
  settings: Readonly<Record<string, string>>;
}

/** Stand-ins, and the settings for a process that uses them. */
export async function startProcessWorld(): Promise<ProcessWorld> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({ products: 60, shopUrl: url, ports: 'free' });
  const folder = mkdtempSync(join(tmpdir(), 'shop-process-'));
  const settings = {
    ...sandbox.settings,
    PORT: String(port),
    PUBLIC_URL: url,
    CONFIG_DIR: folder,
    SESSION_SECRET: 'a secret of thirty-two characters',
    SESSION_DB: join(folder, 'shop.db'),
  };
  return { url, sandbox, settings };
}

export const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    (response) => response.status === 200,
    () => false,
  );
