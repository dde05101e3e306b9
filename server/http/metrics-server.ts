/**
 * /metrics on a port of its own, which no proxy publishes (P-74). /healthz as well: in a rush of new connections
 * it does not stand in the queue of the shop's own port (P-60).
 */
import { createServer, type Server } from 'node:http';
import type { Metrics } from '../observe/metrics';

export function metricsServer(metrics: Metrics, version: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ status: 'alive', version }));
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return new Promise((resolve) => server.listen(port, () => resolve(server)));
}
