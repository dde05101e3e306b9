/** Connections to an upstream whose name may lead elsewhere from now on. */
import { connectionLifeMs } from './deadline';

interface Closable {
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface RenewedConnections<Connections> {
  current(): Connections;
  /** Waits for what is under way, on older connections too. */
  close(): Promise<void>;
}

/**
 * However busy connections are, they are opened anew after so long, and the name is asked for again. What is under
 * way on the old ones ends there. undici's own `clientTtl` would do it for each connection, but where all of a limited
 * number have grown old, version 7 never sends the next request (its issue 5144).
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
