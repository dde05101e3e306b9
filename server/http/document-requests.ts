/**
 * Pages that are read take a shorter way than all else. Remix
 * matches the whole route table three times a request and builds its context from all of it; a handler that knows only
 * the page and its root (document-handler.ts) does the same work for two routes. The finished page is compressed in one go off
 * the event loop and sent with its length. Files and unknown addresses go through file-requests.ts, posts through Remix's adapter.
 *
 * tests/http/server/document-requests.test.ts holds that the whole table would choose the same route for each address.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { compressPage } from './compress-page';
import { documentHandler, type DocumentHandler } from './document-handler';
import type { PageCache } from './page-cache';
import { webRequest } from './file-requests';
import type { RouteOf } from './policy/route-policy';
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';

const compressGzip = promisify(gzip);

async function send(
  request: ExpressRequest,
  response: ExpressResponse,
  { answer, text }: { answer: Response; text: string },
  kept: PageCache,
): Promise<void> {
  response.status(answer.status);
  answer.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value);
  });
  for (const cookie of answer.headers.getSetCookie()) response.append('Set-Cookie', cookie);
  response.vary('Accept-Encoding, Save-Data');
  // Asked one by one: browsers name gzip first and mean no preference by it.
  const accepted = request.acceptsEncodings('br') || request.acceptsEncodings('gzip');
  const worthwhile = text.length > 512;
  let body: string | Buffer = text;
  if (worthwhile && accepted === 'br') {
    body = await compressPage(text);
    response.setHeader('Content-Encoding', 'br');
  } else if (worthwhile && accepted === 'gzip') {
    body = await compressGzip(text);
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.setHeader('Content-Length', Buffer.byteLength(body));
  kept.offer(response, { html: text, body: typeof body === 'string' ? Buffer.from(body) : body });
  response.end(body);
}

/** The query in one spelling, and without `index`, a word of Remix's own: pages lead back to their own address. */
function respelled(address: string): string {
  if (!address.includes('?')) return address;
  const url = new URL(address);
  url.searchParams.delete('index');
  return url.href;
}

/** A route without a component answers with a file, which may be streamed. */
const isPage = (build: ServerBuild, id: string): boolean =>
  build.routes[id]?.module.default !== undefined;

export function documentRequests(options: {
  build: ServerBuild;
  origin: string;
  contextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext;
  routeOf: RouteOf;
  kept: PageCache;
}): RequestHandler {
  const { build, origin, contextOf, routeOf, kept } = options;
  const handlers = new Map<string, DocumentHandler>();
  const handlerOf = (id: string): DocumentHandler => {
    const known = handlers.get(id) ?? documentHandler(build, id);
    handlers.set(id, known);
    return known;
  };
  return (request, response, next) => {
    // As the sign-in has rewritten it, where its return address is one of the operator's own.
    const route = request.method === 'GET' ? routeOf(request.originalUrl) : null;
    if (!route || !isPage(build, route.id)) {
      next();
      return;
    }
    const page = { html: '' };
    const asked = webRequest(request, respelled(origin + request.originalUrl), response);
    handlerOf(route.id)(asked, { ...contextOf(request, response), page })
      .then(async (answer) => {
        // Where no page was rendered it is a redirect, or Remix's word for a fault of ours.
        const text = page.html || (await answer.text());
        await send(request, response, { answer, text }, kept);
      })
      .catch(next);
  };
}
