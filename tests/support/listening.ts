import type { AddressInfo, Server } from 'node:net';

/** Starts a test server on a free loopback port, and returns the port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
