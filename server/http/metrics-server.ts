/** /metrics on a port of its own, which no proxy publishes (P-74). */
import { createServer, type Server } from 'node:http';
import type { Metrics } from '../observe/metrics';

export function metricsServer(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
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
