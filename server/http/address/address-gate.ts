/**
 * In front of everything, the overload gate included (P-89): an address in another spelling is redirected to
 * its one spelling (308) when it is read, and refused (400) when something is posted to it. One that is longer than any
 * page has is refused (414) in every spelling: a redirect that repeats it would be more than a proxy takes of an
 * answer's head, and a 502 there. So is one that names no host, which HTTP/1.1 asks for (RFC 9112, 3.2).
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { localeAsked } from '../../auth/locale';
import { bareHeaders } from '../bare-headers';
import { shortRefusalPage } from '../limits/refusal-page';
import { lineOf, wantsPage } from '../refuse';
import { referenceFor } from '../request-id';
import { addressOf, byWords, type RoutePattern } from './canonical';
import { partsOfAbsolute, type IsOwnHost } from './own-host';

/** RFC 9110, 4.1: every party should support targets of so many octets. */
const longestTarget = 8_000;

/** A whole address of ours is its path and query; the host in it counts, and no line `Host` (RFC 9112, 3.2.2). */
function asPath(request: IncomingMessage, isOwnHost: IsOwnHost): void {
  const parts = partsOfAbsolute(request.url ?? '');
  if (!parts || !isOwnHost(parts.authority)) return;
  request.url = parts.path;
  request.headers.host = parts.authority;
}

export function addressGate(
  options: {
    patterns: readonly RoutePattern[];
    isOwnHost: IsOwnHost;
    secure: boolean;
    /** Address of the built stylesheet; null where none is built. */
    stylesheet: string | null;
  },
  app: RequestListener,
): RequestListener {
  const headers = bareHeaders(options.secure);
  const patterns = byWords(options.patterns);
  return (request, response) => {
    asPath(request, options.isOwnHost);
    const target = request.url ?? '';
    const status = target.length > longestTarget ? 414 : 400;
    const namesHost = request.headers.host !== undefined || request.httpVersion === '1.0';
    const address = addressOf(status === 400 && namesHost ? target : '', patterns);
    if (address.kind === 'canonical') {
      app(request, response);
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const given = { ...headers, 'X-Request-Id': referenceFor(undefined) };
    if (address.kind === 'respelled' && isRead) {
      response.writeHead(308, { ...given, Location: address.target, 'Content-Length': '0' }).end();
      return;
    }
    const isPage = wantsPage(request.headers);
    const reason = status === 414 ? 'longAddress' : 'badAddress';
    const locale = localeAsked(target, request.headers['accept-language']);
    const text = isPage
      ? shortRefusalPage({ reason, status, locale, reference: null }, options.stylesheet)
      : lineOf(status);
    response.writeHead(status, {
      ...given,
      ...(isPage ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
      'Content-Length': String(Buffer.byteLength(text)),
      // A body of any length may follow, or who knows what.
      ...(isRead && namesHost ? {} : { Connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}
