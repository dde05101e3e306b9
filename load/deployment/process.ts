/** One server of the deployment: started, killed without notice, and restarted on the same files and port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ServerOptions {
  name: string;
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  cwd?: string;
  /** File that receives the server's output. */
  log: string;
  asNobody?: boolean;
  ready(): Promise<boolean>;
  readyMs?: number;
}

export interface Server {
  name: string;
  start(change?: Partial<Pick<ServerOptions, 'environment' | 'cwd'>>): Promise<void>;
  /** Sends SIGKILL to the server and to every process it started. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<number | null>;
  /** The process id of the latest start. */
  pid(): number;
}

const pollMs = 100;
const nobody = 65_534;

export const answers = (url: string, init?: RequestInit): Promise<boolean> =>
  fetch(url, init).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

export async function until(
  condition: () => Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return false;
}

const isGone = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

function endOf(child: ChildProcess): Promise<number | null> {
  if (isGone(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Passes on only PATH: settings in the caller's shell must not reach a server. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  NODE_ENV: 'production',
});

/** Signals the whole process group, because some servers are started by a shell script. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || isGone(child)) return;
  process.kill(-child.pid, name);
}

export function server(options: ServerOptions): Server {
  const { name, command, args, log, ready, readyMs = 120_000 } = options;
  let child: ChildProcess | null = null;
  const lastLines = (): string => readFileSync(log, 'utf8').split('\n').slice(-12).join('\n');
  return {
    name,
    pid: () => child?.pid ?? 0,
    async start(change = {}) {
      const file = openSync(log, 'a');
      const running = spawn(command, args, {
        detached: true,
        stdio: ['ignore', file, file],
        cwd: change.cwd ?? options.cwd,
        env: { ...bareEnvironment(), ...options.environment, ...change.environment },
        ...(options.asNobody && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
      });
      closeSync(file);
      running.once('error', () => undefined);
      child = running;
      const up = await until(async () => isGone(running) || (await ready()), readyMs);
      if (up && !isGone(running)) return;
      const end = running.exitCode ?? running.signalCode;
      const how = end === null ? `in ${readyMs / 1000} s` : `and ended with ${end}`;
      throw new Error(`${name} did not start ${how}:\n${lastLines()}`);
    },
    async kill() {
      if (!child) return;
      const end = endOf(child);
      signal(child, 'SIGKILL');
      await end;
    },
    async stop() {
      if (!child) return null;
      const end = endOf(child);
      signal(child, 'SIGTERM');
      return end;
    },
  };
}
