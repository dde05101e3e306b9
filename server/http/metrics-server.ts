/**
 * /metrics and the support page on a port of their own, which no proxy publishes (P-74). /healthz as well: in a
 * rush of new connections it does not stand in the queue of the shop's own port (P-60).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorDetail, type Log } from '../observe/logger';
import type { Metrics } from '../observe/metrics';

interface MetricsServerOptions {
  metrics: Metrics;
  version: string;
  log: Log;
  port: number;
  host: string;
  /** Null: the settings allow none. */
  support: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null;
}

export interface MetricsServer {
  /** `127.0.0.1:9464`, as the system has it. */
  address: string;
  close(): void;
}

const addressOf = (server: Server): string => {
  const { address, port, family } = server.address() as AddressInfo;
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
};

export function metricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { metrics, version, log, port, host, support } = options;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = request.url?.split('?', 1) ?? [];
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/healthz' && reads) {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ status: 'alive', version }));
    } else if (path === '/metrics' && reads) {
      const text = await metrics.text();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    } else if (path === '/support' && reads && support) await support(request, response);
    else if (path === '/' && reads && support)
      response.writeHead(302, { Location: '/support' }).end();
    else response.writeHead(404).end();
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ event: 'metrics.failed', error: errorDetail(error) }, 'the metrics port failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve({
        address: addressOf(server),
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
