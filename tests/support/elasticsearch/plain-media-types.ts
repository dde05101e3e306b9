/**
 * A relay in front of a search engine that names the media types of requests plainly (contract/search.md 2.1), so that
 * what the shop asks can be proven whatever its client calls the format it is written in.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Relay {
  url: string;
  close(): Promise<void>;
}

const plainly = (type: string): string =>
  type.includes('ndjson') ? 'application/x-ndjson' : 'application/json';

export async function relayPlainly(target: string): Promise<Relay> {
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const body = await text(request);
      const answer = await fetch(`${target}${request.url ?? '/'}`, {
        method: request.method ?? 'GET',
        headers: {
          Accept: 'application/json',
          'Content-Type': plainly(request.headers['content-type'] ?? ''),
        },
        ...(body === '' ? {} : { body }),
      });
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? 'application/json',
        'X-Elastic-Product': answer.headers.get('x-elastic-product') ?? '',
      });
      response.end(await answer.text());
    };
    forward().catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
