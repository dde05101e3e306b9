import type { AddressInfo, Server } from 'node:net';

/** Starts a server of the test's own on a free loopback port, which it gives. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
