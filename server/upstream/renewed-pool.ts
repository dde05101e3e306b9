/** Connections to one upstream, whose name may lead elsewhere from now on. */
import { Pool } from 'undici';
import { connectionLifeMs } from './deadline';

export interface RenewedPool {
  current(): Pool;
  /** Waits for what is under way, on older connections too. */
  close(): Promise<void>;
}

/**
 * However busy its connections are, they are opened anew after so long, and the name is asked for again. What is under
 * way on the old ones ends there. undici's own `clientTtl` would do it for each connection, but where all of a limited
 * number have grown old, version 7 never sends the next request (its issue 5144).
 */
export function createRenewedPool(origin: string, options: Pool.Options): RenewedPool {
  let pool = new Pool(origin, options);
  let since = Date.now();
  let closed: Promise<unknown> = Promise.resolve();
  return {
    current() {
      if (Date.now() - since > connectionLifeMs) {
        closed = Promise.all([closed, pool.close()]);
        pool = new Pool(origin, options);
        since = Date.now();
      }
      return pool;
    },
    async close() {
      await Promise.all([closed, pool.close()]);
    },
  };
}
