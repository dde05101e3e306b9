/**
 * Comes before everything else, including the overload gate (P-89). A GET with a non-canonical address is redirected to
 * the canonical one (308); a POST to it is rejected (400). An address longer than any page needs is rejected (414) in
 * every spelling: a redirect that repeats it would exceed the response header limit of a proxy and become a 502. A
 * request without Host is rejected too, because HTTP/1.1 requires it (RFC 9112, 3.2).
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { localeAsked } from '../../auth/locale';
import { bareHeaders } from '../bare-headers';
import { shortRefusalPage } from '../limits/refusal-page';
import { lineOf, wantsPage } from '../refuse';
import { referenceFor } from '../request-id';
import { addressOf, byWords, type RoutePattern } from './canonical';
import { partsOfAbsolute, type IsOwnHost } from './own-host';

/** Every party should support targets of 8,000 octets (RFC 9110, 4.1). */
const longestTarget = 8_000;

/**
 * Reduces an absolute-form target on our host to path and query; its authority overrides the Host header (RFC 9112,
 * 3.2.2).
 */
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
    /** Address of the built stylesheet; null when none is built. */
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
      // Close the connection: a body of any length may follow.
      ...(isRead && namesHost ? {} : { Connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}
