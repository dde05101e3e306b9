/**
 * A TCP proxy that injects faults in tests, between browser and shop or between shop and ERP. The faults are
 * configurable and repeatable.
 *
 *     const proxy = await startTcpProxy({ target: { host, port }, seed: 'run 7', rules: { link: SLOW_LINE } });
 *     fetch(proxy.url)                       // 50/20 kbit/s, 800 ms round trip
 *     await proxy.set({ fault: { kind: 'cut-answer', afterBytes: 0, times: 1, when: 'POST /v2/cart/sync' } });
 *                                            // the ERP executes the next sync, its response is lost
 *     await proxy.set({ fault: { kind: 'refuse' } });   // connection refused
 *     await proxy.set({ fault: null });      // no more faults
 *
 * Two kinds of faults (rules.ts, lane.ts):
 * - `link`: rate per direction, delay, random stalls and resets. Applies to every connection, also to open ones, until
 *   changed.
 * - `fault`: applies to a whole request, limited by `when` and `times`.
 *
 * Deterministic: connection n of a proxy draws from `seed/n/direction`, a fixed number of times per 1500 bytes of its
 * stream. So its random faults depend on neither timing nor other connections. Real time still decides which connection
 * is n if several open at once.
 *
 * Limits: the client must send first, as in HTTP. A new request begins when the client sends after a response, so
 * pipelined requests count as one. The proxy simulates only the effects of lost packets, nothing below TCP.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { carryConnection, type Connection } from './connection';
import { idleWire } from './lane';
import { noStats, RuleBook, type ProxyStats, type Rules } from './rules';

export { LOSSY_LINE, SLOW_LINE, type Rules } from './rules';

interface TcpProxyOptions {
  target: { host: string; port: number };
  seed: string | number;
  rules?: Rules;
  /** True: all connections share one wire's rate and stalls, like a browser's six; default: one wire for each. */
  shared?: boolean;
  /** Port of the proxy. Default 0: any free port. */
  port?: number;
  host?: string;
}

export interface TcpProxy {
  port: number;
  /** Address of the proxy, `http://host:port`, without trailing slash. */
  url: string;
  /** Counts so far; `open` is the number of open connections. */
  stats: Readonly<ProxyStats>;
  /** Replaces `link`, `fault` or both, and leaves the other unchanged. Takes effect once the promise is fulfilled. */
  set(rules: Rules): Promise<void>;
  /** Resets every open connection, like a dropped line. */
  resetAll(): void;
  close(): Promise<void>;
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address.port;
}

export async function startTcpProxy(options: TcpProxyOptions): Promise<TcpProxy> {
  const { target, seed, host = '127.0.0.1' } = options;
  const rules = new RuleBook();
  const stats = noStats();
  const open = new Set<Connection>();
  const wires = options.shared ? { up: idleWire(), down: idleWire() } : undefined;

  const accept = (client: Socket): void => {
    client.setNoDelay(true);
    const number = stats.connections;
    stats.connections += 1;
    stats.open += 1;
    const connection = carryConnection({
      client,
      target,
      rules,
      stats,
      seed: `${seed}/${number}`,
      wires,
      onClose() {
        stats.open -= 1;
        open.delete(connection);
      },
      onDeath: () => void set({ fault: { kind: 'refuse' } }),
    });
    open.add(connection);
  };
  const server = createServer({ allowHalfOpen: true }, accept);
  await listen(server, options.port ?? 0, host);
  const port = portOf(server);

  const resetAll = (): void => {
    for (const connection of [...open]) connection.reset();
  };
  const set = async (change: Rules): Promise<void> => {
    rules.change(change);
    const mustListen = rules.fault?.kind !== 'refuse';
    if (mustListen && !server.listening) await listen(server, port, host);
    if (!mustListen) {
      const closed = stopListening(server);
      resetAll();
      await closed;
    }
  };
  if (options.rules !== undefined) await set(options.rules);

  return {
    port,
    url: `http://${host}:${port}`,
    stats,
    set,
    resetAll,
    async close() {
      const closed = stopListening(server);
      resetAll();
      await closed;
    },
  };
}
