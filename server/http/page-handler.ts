/**
 * Requests to Remix and its answers back to Express. In place of the stock adapter, which writes whatever it reads: a
 * file for a browser that takes nothing was held whole in memory, and one for a browser that had gone was read on from
 * the ERP without end (docs/decisions/188-files-at-the-readers-pace.md).
 *
 * HEAD is answered as GET without its body: Remix leaves the body of a HEAD unread, and the ERP's connection open.
 */
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';

/** `origin` is the shop's public one, whatever a proxy or a visitor says of it. */
export function webRequest(
  request: ExpressRequest,
  origin: string,
  response: ExpressResponse,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const aborted = new AbortController();
  response.once('close', () => aborted.abort());
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return new Request(origin + request.originalUrl, {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    signal: aborted.signal,
    ...(isRead ? {} : { body: createReadableStreamFromReadable(request), duplex: 'half' }),
  });
}

/** Until more may be written, or the browser has gone. */
const drained = (response: ExpressResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

async function sendBody(body: ReadableStream<Uint8Array>, response: ExpressResponse) {
  const reader = body.getReader();
  // Nothing is read on for a browser that has gone; of a body that has ended nothing is left.
  response.once('close', () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (!response.write(part.value)) await drained(response);
}

export function pageHandler(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  origin: string;
  contextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext;
  /** The request as the app may see it. */
  seenAs: (request: ExpressRequest, response: ExpressResponse) => ExpressRequest;
}): RequestHandler {
  const { build, mode, origin, contextOf, seenAs } = options;
  const handle = createRequestHandler(build, mode);

  async function answer(request: ExpressRequest, response: ExpressResponse): Promise<void> {
    const seen = seenAs(request, response);
    const found = await handle(webRequest(seen, origin, response), contextOf(seen, response));
    response.status(found.status);
    // Beside what the server has set: cookies, and the policy of a file next to that of all answers.
    for (const [name, value] of found.headers) response.append(name, value);
    if (request.method === 'HEAD' || response.destroyed) await found.body?.cancel();
    else if (found.body) await sendBody(found.body, response);
    response.end();
  }

  return (request, response, next) => {
    answer(request, response).catch(next);
  };
}
