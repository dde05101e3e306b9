/**
 * A loopback port that is free and stays so until the caller listens: below the range from which systems take the
 * ports of outgoing connections (32768 and above on Linux), which would take a port of that range in between. A
 * Redis of a cluster also needs the port 10,000 above, which is below that range too. A process is given none twice:
 * who asks for several starts the servers later.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 12_000;
const beyond = 22_000;
const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}
