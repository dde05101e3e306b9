/**
 * A Keycloak on a free loopback port with an empty in-memory database. It ends when its standard input closes, so a
 * killed test run leaves nothing.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port';
import { installedServer, JAVA_OPTIONS } from './distribution';

const READY_MS = 240_000;
const POLL_MS = 200;

export const ADMIN = { username: 'admin', password: 'admin' } as const;

const WITH_ITS_PARENT = `
exec 3<&0
"$@" </dev/null & server=$!
{ cat <&3 >/dev/null; kill "$server" 2>/dev/null; } &
wait "$server"`;

export interface KeycloakProcess {
  /** URL of the server without a path, such as `http://127.0.0.1:40123`. */
  url: string;
  stop(): Promise<void>;
}

function optionsOf(url: string, port: number): string[] {
  return [
    'start',
    '--optimized',
    // Otherwise the server would open cluster ports on all interfaces.
    '--cache=local',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--hostname=${url}`,
  ];
}

async function launch(folder: string, url: string, port: number): Promise<ChildProcess> {
  const command = join(await installedServer(), 'bin', 'kc.sh');
  const log = await open(join(folder, 'out.log'), 'a');
  try {
    const args = ['-c', WITH_ITS_PARENT, 'sh', 'sh', command, ...optionsOf(url, port)];
    return spawn('sh', args, {
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
      env: {
        ...process.env,
        // Settings of the developer's shell must not apply here.
        KC_DB: undefined,
        JAVA_OPTS_APPEND: undefined,
        JAVA_OPTS_KC_HEAP: undefined,
        JAVA_OPTS: JAVA_OPTIONS,
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      },
    });
  } finally {
    await log.close();
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < READY_MS; waited += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('the server stopped while it started');
    const isUp = await fetch(`${url}/realms/master`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the server was not ready after ${READY_MS / 1000} s`);
}

async function lastLines(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => 'no log was written');
  return text.split('\n').slice(-15).join('\n');
}

/** Resolves when the server answers; on failure nothing is left, and the error contains the end of its log. */
export async function startKeycloak(): Promise<KeycloakProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-keycloak-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    const running = child;
    if (running && running.exitCode === null && running.signalCode === null) {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.stdin?.end();
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    child = await launch(folder, url, port);
    await untilReady(child, url);
    return { url, stop };
  } catch (cause) {
    const log = await lastLines(join(folder, 'out.log'));
    await stop();
    throw new Error(`Keycloak could not be started. The end of its log:\n${log}`, { cause });
  }
}
