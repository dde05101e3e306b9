/** A search server process on a free loopback port, in a temporary folder that is deleted with it. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackServer, type EngineName, type UnpackedServer } from './distribution';

const run = promisify(execFile);

const HEAP = '512m';
const READY_MS = 300_000;
const POLL_MS = 250;
/** The server refuses to run as root; this is the usual id of the user `nobody`. */
const NOBODY = 65_534;

/* The server ends when its standard input closes, and its folder is deleted, so a killed test run leaves nothing. */
const WITH_ITS_PARENT = `
folder=$1; shift
exec 3<&0
"$@" </dev/null & server=$!
{ cat <&3 >/dev/null; kill "$server" 2>/dev/null; } &
wait "$server"
cd /; rm -rf "$folder"`;

const settings = (folder: string, { variablePrefix }: UnpackedServer): string =>
  [
    'cluster.name: shop-tests',
    'discovery.type: single-node',
    'network.host: 127.0.0.1',
    // The system chooses the port; the log contains it.
    'http.port: 0',
    'transport.port: 0',
    `path.data: ${join(folder, 'data')}`,
    `path.logs: ${join(folder, 'logs')}`,
    ...(variablePrefix === 'ES' ? ['xpack.security.enabled: false'] : []),
    'cluster.routing.allocation.disk.threshold_enabled: false',
    '',
  ].join('\n');

async function launch(folder: string, engine: EngineName): Promise<ChildProcess> {
  const server = await unpackServer(folder, engine);
  const { variablePrefix } = server;
  // The server requires a temporary folder outside its configuration.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  await writeFile(server.settingsFile, settings(folder, server));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  const log = await open(join(folder, 'out.log'), 'a');
  try {
    return spawn('sh', ['-c', WITH_ITS_PARENT, 'sh', folder, server.command], {
      cwd: folder,
      // Ctrl-C in a terminal reaches the tests, which stop the server.
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
      env: {
        ...process.env,
        // Settings of the developer's own server must not apply here.
        [`${variablePrefix}_PATH_CONF`]: undefined,
        JAVA_TOOL_OPTIONS: undefined,
        HOME: folder,
        [`${variablePrefix}_JAVA_HOME`]: server.javaHome,
        [`${variablePrefix}_TMPDIR`]: temporary,
        // The node runs for some minutes: optimisation by the second compiler would cost more than it saves.
        [`${variablePrefix}_JAVA_OPTS`]: `-Xms${HEAP} -Xmx${HEAP} -XX:TieredStopAtLevel=1`,
        CLI_JAVA_OPTS: '-Xmx64m',
      },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
  } finally {
    await log.close();
  }
}

const PUBLISHED = /HttpServerTransport.*publish_address \{(127\.0\.0\.1:\d+)\}/;

/** The address on which the server listens, from its log. */
async function addressIn(log: string): Promise<string | null> {
  const address = PUBLISHED.exec(await readFile(log, 'utf8'))?.[1];
  if (!address) return null;
  const url = `http://${address}`;
  const isUp = await fetch(`${url}/_cluster/health`).then(
    (response) => response.ok,
    () => false,
  );
  return isUp ? url : null;
}

async function untilReady(child: ChildProcess, log: string): Promise<string> {
  for (let waited = 0; waited < READY_MS; waited += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error('the server stopped while it started');
    }
    const url = await addressIn(log);
    if (url) return url;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the server was not ready after ${READY_MS / 1000} s`);
}

async function lastLines(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => 'no log was written');
  return text.split('\n').slice(-15).join('\n');
}

interface ServerProcess {
  url: string;
  stop(): Promise<void>;
}

/** Resolves when the server answers; on failure nothing is left, and the error contains the end of its log. */
export async function startServer(engine: EngineName = 'elasticsearch-8'): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-elasticsearch-'));
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
    child = await launch(folder, engine);
    return { url: await untilReady(child, join(folder, 'out.log')), stop };
  } catch (cause) {
    const log = await lastLines(join(folder, 'out.log'));
    await stop();
    throw new Error(`${engine} could not be started. The end of its log:\n${log}`, { cause });
  }
}
