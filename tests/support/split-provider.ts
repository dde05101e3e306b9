/**
 * A provider whose issuer and pages have different origins, as with Ory Hydra and brokers: a browser request to the
 * issuer is redirected to the same path of the pages; requests of the shop are passed on.
 */
import { createServer, request as httpRequest } from 'node:http';
import { listening } from './listening';

const openedByBrowsers = new Set(['/auth', '/session/end']);

export interface SplitProvider {
  /** The issuer URL, to be set as the public URL of the identity stand-in. */
  url: string;
  /** Sets the URL where the stand-in listens and serves its pages. */
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
