/**
 * Listening. libuv takes one connection per listener and turn of the event loop, so under a rush the queue
 * stands in the kernel, where the overload gate cannot weigh who waits (P-59). Where Node can share a port
 * (22.12 and later) several listeners hand their connections to the one server: as many are taken per turn.
 */
import type { Server } from 'node:http';
import {
  createServer,
  type AddressInfo,
  type ListenOptions,
  type Server as NetServer,
} from 'node:net';

const listeners = 8;

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

/** A shared port would be shared with another process as well: whether it is free is asked without sharing. */
async function refuseTaken(port: number): Promise<void> {
  const asking = createServer();
  await listenOn(asking, { port });
  await closed(asking);
}

export interface Listening {
  port: number;
  /** The further listeners take no more connections; done when those that they took have ended. */
  stop(): Promise<void>;
}

export async function listen(server: Server, wanted: number): Promise<Listening> {
  if (!sharesPort()) {
    const port = await listenOn(server, { port: wanted });
    return { port, stop: () => Promise.resolve() };
  }
  if (wanted !== 0) await refuseTaken(wanted);
  const port = await listenOn(server, { port: wanted, reusePort: true });
  const helpers: NetServer[] = [];
  for (let count = 1; count < listeners; count += 1) {
    // As an http server makes its own sockets.
    const helper = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    await listenOn(helper, { port, reusePort: true });
    helpers.push(helper);
  }
  return {
    port,
    async stop() {
      await Promise.all(helpers.map(closed));
    },
  };
}
