/**
 * A provider whose issuer and pages have different origins, as Ory Hydra is laid out and as brokers are: what a browser
 * opens at the issuer redirects to the same path of the pages; what the shop asks goes through.
 */
import { createServer, request as httpRequest } from 'node:http';
import { listening } from './listening';

const openedByBrowsers = new Set(['/auth', '/session/end']);

export interface SplitProvider {
  /** The issuer, to be given to the identity stand-in as its public address. */
  url: string;
  /** Where the stand-in listens, and has its pages. */
  pagesAt(origin: string): void;
  close(): Promise<void>;
}

export async function startSplitProvider(): Promise<SplitProvider> {
  let pages = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (openedByBrowsers.has(path.split('?', 1)[0] ?? ''))
      return void response.writeHead(302, { location: pages + path }).end();
    const { method, headers } = request;
    const passed = httpRequest(pages + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const port = await listening(server);
  return {
    url: `http://localhost:${port}`,
    pagesAt: (origin) => void (pages = origin),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
