/**
 * A relay between the shop and the ERP stand-in. It records each request with its token, so that it can be repeated.
 */
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';

export interface ErpQuestion {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface ErpRelay {
  url: string;
  /** Returns the requests recorded since the last call. */
  take(): ErpQuestion[];
  close(): void;
}

const kept = ['authorization', 'accept-language', 'content-type'];

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

export async function startErpRelay(target: string): Promise<ErpRelay> {
  const asked: ErpQuestion[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const body = Buffer.concat(chunks);
      asked.push({ method, path: url, headers: headersOf(headers), body: body.toString() });
      const onward = request(new URL(url, target), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once('error', () => outgoing.destroy());
      onward.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    take: () => asked.splice(0),
    close: () => void server.close(),
  };
}
