/**
 * Listening. libuv takes one connection per listener and turn of the event loop, so under a rush the queue
 * stands in the kernel, where the overload gate cannot weigh who waits (P-59). Where Node can share a port
 * (22.12 and later) several listeners hand their connections to the one server: as many are taken per turn.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  createServer,
  type AddressInfo,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { acceptQueue } from './overload/accept-queue';

const listeners = 8;

/** While it stops: turns of the event loop, each taking a connection, before those that still wait are given up. */
const mostTurns = 2_000;

/**
 * While it stops: how long a connection may stay on which no request has come, or only a part of its head. Browsers open
 * some in advance, and Node counts them among those of a request; at 50 kbit/s the largest head needs three seconds.
 */
const headMs = 3_000;

/** Sharing a port within a process: Node 22.12 on Linux, where the kernel spreads the connections. */
export function sharesPort(version = process.versions.node, platform = process.platform): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return platform === 'linux' && (major > 22 || (major === 22 && minor >= 12));
}

/** The types are those of Node 20. */
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

const closed = (server: NetServer): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/**
 * What the kernel has taken and the process has not is reset when the port closes, and a proxy sends no POST twice:
 * the port closes right after a turn of the event loop that has read what came, and in which nothing waits.
 */
async function taken(waiting: () => number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (waiting() === 0) return;
  }
}

/** A shared port would be shared with another process as well: whether it is free is asked without sharing. */
async function refuseTaken(port: number): Promise<void> {
  const asking = createServer();
  await listenOn(asking, { port });
  await closed(asking);
}

export interface Listening {
  port: number;
  /**
   * Takes the connections that wait, then no more; done when all have ended. Idle ones are closed at once, those of
   * a request after its answer, which says so where its head is not sent yet, and those without a request after three seconds.
   */
  stop(): Promise<void>;
}

export async function listen(server: Server, wanted: number): Promise<Listening> {
  const shares = sharesPort();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const inFlight = new Set<ServerResponse>();
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  if (shares && wanted !== 0) await refuseTaken(wanted);
  const port = await listenOn(server, { port: wanted, ...(shares ? { reusePort: true } : {}) });
  const all: NetServer[] = [server];
  while (shares && all.length < listeners) {
    // As an http server makes its own sockets.
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
      await taken(waiting);
      for (const response of inFlight) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
        response.once('close', () => server.closeIdleConnections());
      }
      const late = setTimeout(() => {
        const asked = new Set([...inFlight].map(({ req }) => req.socket));
        for (const socket of sockets) if (!asked.has(socket)) socket.destroy();
      }, headMs);
      await Promise.all(all.map(closed));
      clearTimeout(late);
    },
  };
}
