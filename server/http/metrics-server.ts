/**
 * Serves /metrics and the support page on a separate port that no proxy publishes (P-74). It serves /healthz too, which
 * thereby avoids the accept queue of the shop's port in a rush (P-60).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorDetail, type Log } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { isLoopback, isOwnName } from './support/support-page';

interface MetricsServerOptions {
  metrics: Metrics;
  version: string;
  log: Log;
  port: number;
  host: string;
  /** Handler of the support page; null when the settings allow none. */
  support: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null;
}

interface MetricsServer {
  /** Address on which the server listens, such as `127.0.0.1:9464`. */
  address: string;
  close(): void;
}

const addressOf = (server: Server): string => {
  const { address, port, family } = server.address() as AddressInfo;
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
};

const notServed = (served: readonly string[]): string => {
  const without = served.includes('/support')
    ? ''
    : ' The support page needs SUPPORT_PASSWORD, or METRICS_HOST on loopback.';
  return `Here are ${served.join(', ')}.${without}`;
};

export function metricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { metrics, version, log, port, host, support } = options;
  const served = ['/healthz', '/metrics', ...(support ? ['/support'] : [])];
  const plain = (response: ServerResponse, status: number, text: string): void => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    response.writeHead(status, headers).end(`${text}\n`);
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = request.url?.split('?', 1) ?? [];
    if (path === '/' && support) response.writeHead(302, { Location: '/support' }).end();
    else if (!served.includes(path)) plain(response, 404, notServed(served));
    else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      plain(response, 405, 'This port is only read: GET or HEAD.');
    } else if (path === '/metrics' && isLoopback(host) && !isOwnName(request.headers.host))
      // Protects against DNS rebinding: another site's page whose host name resolves to this machine gets no metrics.
      plain(response, 403, 'Ask for this by the address of this machine, as in METRICS_HOST.');
    else if (path === '/healthz') {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ status: 'alive', version }));
    } else if (path === '/metrics') {
      const text = await metrics.text();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    } else await support?.(request, response);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ event: 'metrics.failed', error: errorDetail(error) }, 'the metrics port failed');
      if (response.headersSent) response.end();
      else plain(response, 500, 'This failed: the line metrics.failed of the log says why.');
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
