/**
 * Opens the listening port. libuv accepts one connection per listener and event loop turn, so in a rush connections
 * queue in the kernel, where the overload gate cannot assess them (P-59). Where Node can share a port (22.12 and
 * later), several listeners pass their connections to the one server and accept one each per turn.
 */
import type { Server } from 'node:http';
import { createServer, Server as NetServer, type AddressInfo, type ListenOptions } from 'node:net';
import { followConnections } from './open-connections';
import { acceptQueue } from './overload/accept-queue';

const listeners = 8;

/**
 * While stopping: maximum number of event loop turns, each of which accepts one connection. Connections that still
 * queue after them are abandoned.
 */
const mostTurns = 2_000;

/**
 * While stopping: how long a connection may stay open that has sent no request, or only part of a head. Browsers open
 * some in advance; at 50 kbit/s the largest head needs three seconds.
 */
const headMs = 3_000;

/**
 * Whether listeners within a process can share a port: Node 22.12 or later on Linux, where the kernel distributes the
 * connections.
 */
export function sharesPort(version = process.versions.node, platform = process.platform): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return platform === 'linux' && (major > 22 || (major === 22 && minor >= 12));
}

/** The types of Node 20 lack `reusePort`. */
type SharedListen = ListenOptions & { reusePort: boolean };

function listenOn(server: NetServer, options: SharedListen | ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Closes the port; resolves when the last connection has closed. `close` of an HTTP server would close connections too,
 * among them some that must still be answered (open-connections.ts).
 */
const closed = (server: NetServer): Promise<void> =>
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));

/**
 * Closing the port resets connections that the kernel has accepted and the process has not, and a proxy does not retry
 * a POST. So the port closes only after an event loop turn in which the accept queue is empty.
 */
async function waitForEmptyQueue(waiting: () => number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (waiting() === 0) return;
  }
}

/** A shared port could also be shared with another process: test without sharing whether it is free. */
async function rejectUsedPort(port: number): Promise<void> {
  const asking = createServer();
  await listenOn(asking, { port });
  await closed(asking);
}

export interface Listening {
  port: number;
  /**
   * Accepts the queued connections, then no more; resolves when all have closed. Idle connections close at once. A
   * connection with a request closes after its response, which announces it if the head is not sent yet. A connection
   * without a request closes after three seconds.
   */
  stop(): Promise<void>;
}

export async function listen(server: Server, wanted: number): Promise<Listening> {
  const shares = sharesPort();
  const connections = followConnections(server);
  if (shares && wanted !== 0) await rejectUsedPort(wanted);
  const port = await listenOn(server, { port: wanted, ...(shares ? { reusePort: true } : {}) });
  const all: NetServer[] = [server];
  while (shares && all.length < listeners) {
    // An HTTP server creates its sockets with these options.
    const helper = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    await listenOn(helper, { port, reusePort: true });
    all.push(helper);
  }
  const waiting = acceptQueue(() => port);
  return {
    port,
    async stop() {
      await waitForEmptyQueue(waiting);
      const ended = Promise.all(all.map(closed));
      connections.finish();
      const late = setTimeout(() => connections.closeWaiting(), headMs);
      await ended;
      clearTimeout(late);
      // Ends the timer with which the HTTP server checks its connections.
      server.close();
    },
  };
}
