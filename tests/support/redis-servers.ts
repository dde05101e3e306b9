/** Redis in the modes of operators: one server with TLS and users, sentinels, a cluster. Uses the system's package. */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';
import { until } from './until';

const run = promisify(execFile);

export const hasRedis =
  spawnSync('redis-server', ['--version']).status === 0 &&
  spawnSync('redis-cli', ['--version']).status === 0;
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface RedisServer {
  port: number;
  /** Kills it without warning, like a power failure. */
  kill(): Promise<void>;
  start(): Promise<void>;
  cli(...args: string[]): Promise<string>;
}

export interface RedisFolder {
  path: string;
  server(options: {
    args?: readonly string[];
    /** Arguments with which redis-cli connects to it. */
    reach?: readonly string[];
    sentinel?: string;
  }): Promise<RedisServer>;
  end(): Promise<void>;
}

export function redisFolder(): RedisFolder {
  const path = mkdtempSync(join(tmpdir(), 'shop-redis-'));
  const servers: RedisServer[] = [];
  return {
    path,
    async server({ args = [], reach = [], sentinel }) {
      const port = await freePort();
      const folder = join(path, String(port));
      mkdirSync(folder);
      const common = ['--bind', '127.0.0.1', '--dir', folder, '--save', ''];
      const file = join(folder, 'sentinel.conf');
      if (sentinel !== undefined) writeFileSync(file, sentinel);
      const how =
        sentinel === undefined
          ? [...(args.includes('--tls-port') ? [] : ['--port', String(port)]), ...common]
          : [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'];
      const own = args.map((arg) => (arg === 'PORT' ? String(port) : arg));
      let child: ChildProcess | null = null;
      const cli = async (...words: string[]): Promise<string> =>
        (await run('redis-cli', ['-p', String(port), ...reach, ...words])).stdout.trim();
      const server: RedisServer = {
        port,
        cli,
        async start() {
          child = spawn('redis-server', [...how, ...own], { stdio: 'ignore' });
          await until(() =>
            cli('ping').then(
              (answer) => answer === 'PONG',
              () => false,
            ),
          );
        },
        async kill() {
          const running = child;
          child = null;
          if (!running || running.exitCode !== null || running.signalCode !== null) return;
          const gone = new Promise((done) => running.once('exit', done));
          running.kill('SIGKILL');
          await gone;
        },
      };
      await server.start();
      servers.push(server);
      return server;
    },
    async end() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Three primaries that share the slots. */
export async function startCluster(folder: RedisFolder): Promise<RedisServer[]> {
  const nodes = await Promise.all(
    [1, 2, 3].map(() =>
      folder.server({
        args: [
          '--cluster-enabled',
          'yes',
          '--cluster-node-timeout',
          '1000',
          '--cluster-require-full-coverage',
          'no',
          '--appendonly',
          'yes',
          '--appendfsync',
          'always',
        ],
      }),
    ),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  await until(async () => {
    const states = await Promise.all(nodes.map((node) => node.cli('cluster', 'info')));
    return states.every((state) => state.includes('cluster_state:ok'));
  });
  return nodes;
}

/** A self-signed certificate for 127.0.0.1, like that of an operator's own authority. */
export function selfSigned(path: string): { certificate: string; key: string } {
  const [certificate, key] = [join(path, 'tls.crt'), join(path, 'tls.key')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1,DNS:localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

/** The same certificate, expired since yesterday. */
export function expiredCopy(path: string, signed: { certificate: string; key: string }): string {
  const copy = join(path, 'expired.crt');
  const { certificate, key } = signed;
  const args = ['x509', '-in', certificate, '-signkey', key, '-days', '-1', '-out', copy];
  execFileSync('openssl', args, { stdio: 'ignore' });
  return copy;
}
