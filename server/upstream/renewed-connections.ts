/** Reconnects regularly, because the upstream's host name may resolve to another address. */
import { connectionLifeMs } from './deadline';

interface Closable {
  /** Waits for requests in progress. */
  close(): Promise<void>;
}

export interface RenewedConnections<Connections> {
  current(): Connections;
  /** Waits for requests in progress, including those on older connections. */
  close(): Promise<void>;
}

/**
 * Replaces connections after their maximum age, however busy they are, so that the host name is resolved again.
 * Requests in progress finish on the old ones. undici's `clientTtl` would do this per connection, but version 7 never
 * sends the next request when all of a limited number have expired (its issue 5144).
 */
export function renewConnections<Connections extends Closable>(
  open: () => Connections,
): RenewedConnections<Connections> {
  let connections = open();
  let since = Date.now();
  let closed: Promise<unknown> = Promise.resolve();
  return {
    current() {
      if (Date.now() - since > connectionLifeMs) {
        closed = Promise.all([closed, connections.close()]);
        connections = open();
        since = Date.now();
      }
      return connections;
    },
    async close() {
      await Promise.all([closed, connections.close()]);
    },
  };
}
