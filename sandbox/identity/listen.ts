/** Starts a node:http server and tells the port it got; closing cuts kept connections too. */
import { createServer, type RequestListener } from 'node:http';

export interface Listening {
  port: number;
  /** The process may end while it listens. */
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
