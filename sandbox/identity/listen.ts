/** Starts a node:http server and returns its port. Closing also ends keep-alive connections. */
import { createServer, type RequestListener } from 'node:http';

export interface Listening {
  port: number;
  /** Lets the process end while the server listens. */
  unref(): void;
  close(): Promise<void>;
}

export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
): Promise<Listening> {
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    port: address.port,
    unref: () => void server.unref(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
