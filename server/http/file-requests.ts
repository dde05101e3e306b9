/**
 * What is read and is no page: files, and addresses that nothing answers. Remix's adapter for Express, which takes the
 * posts, writes whatever it reads: a file for a browser that takes nothing was held whole in memory, and one for a
 * browser that had gone was read on from the ERP without end.
 *
 * HEAD is answered as GET without its body: Remix leaves the body of a HEAD unread, and the ERP's connection open.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';
import { readerGone } from './reader-gone';

/** A request without a body. `address` is under the shop's public origin, whatever a proxy or a visitor says of it. */
export function webRequest(
  request: ExpressRequest,
  address: string,
  response: ExpressResponse,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const read = new Request(address, { headers });
  // Handed to the constructor it would be followed by a signal of the request's own, with a finalizer to unfollow it.
  Object.defineProperty(read, 'signal', { value: readerGone(response) });
  return read;
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

export function fileRequests(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  origin: string;
  contextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext;
}): RequestHandler {
  const { build, mode, origin, contextOf } = options;
  const handle = createRequestHandler(build, mode);

  async function answer(request: ExpressRequest, response: ExpressResponse): Promise<void> {
    const asked = webRequest(request, origin + request.originalUrl, response);
    const found = await handle(asked, contextOf(request, response));
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
