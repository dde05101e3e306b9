/**
 * Checks host and origin before anything else runs. Remix checks the Origin of document posts only, and trusts
 * X-Forwarded-Host. So host, forwarded headers, Remix's data requests and cross-site writes are handled here (P-18 …
 * P-20, P-28).
 */
import { hostname } from 'node:os';
import type { Request, RequestHandler } from 'express';
import type { RootLog } from '../observe/logger';
import { queryOf } from './address/query';
import { otherLocalHost, ownHost } from './address/own-host';
import { refuseRequest } from './refuse';
import { referenceOf } from './request-id';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Values of the header (Fetch Metadata Request Headers, 2.3); any other text is not logged, because a client may send
 * anything.
 */
const fetchSites = new Set(['cross-site', 'same-origin', 'same-site', 'none']);

const isHost = /^host$/i;

/** A connection of a machine with itself, by any of its addresses. */
const isFromHere = ({ socket }: Request): boolean =>
  socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress;

/**
 * Serves only the public host and normalizes its spelling; `X-Forwarded-Host` is never trusted. A demo also redirects
 * reads that arrive under another name of its machine.
 */
export function hostCheck(publicUrl: string): RequestHandler {
  const { host, origin } = new URL(publicUrl);
  const isOwnHost = ownHost(publicUrl);
  const isOtherLocal = otherLocalHost(publicUrl, hostname());
  return (request, response, next) => {
    delete request.headers['x-forwarded-host'];
    // With several Host headers, Remix uses the first and a proxy perhaps the last (RFC 9112, 3.2).
    const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && isHost.test(name));
    const { host: given = '' } = request.headers;
    if (!isOwnHost(given) || hosts.length > 1) {
      const isRead = safeMethods.has(request.method) && request.originalUrl.startsWith('/');
      if (isOtherLocal(given) && hosts.length === 1 && isRead && isFromHere(request)) {
        response.setHeader('Cache-Control', 'no-store');
        response.status(307).setHeader('Location', origin + request.originalUrl);
        response.end();
        return;
      }
      refuseRequest(request, response, { status: 421, reason: 'otherHost', origin });
      return;
    }
    request.headers.host = host;
    next();
  };
}

/** Remix's data requests run child loaders without the guards of their parents; no page uses them. */
export const refuseDataRequests: RequestHandler = (request, response, next) => {
  const query = new URLSearchParams(queryOf(request));
  if (request.path.endsWith('.data') || query.has('_data') || query.has('_routes')) {
    refuseRequest(request, response, { status: 400, reason: 'badAddress' });
    return;
  }
  next();
};

const frames = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * Another site embeds the address as a picture, script or frame. None of the shop's pages is meant for that, and such
 * requests would count towards the rate limits of the user's whole practice (P-90). A service worker that forwards a
 * navigation uses mode `navigate` or `same-origin`.
 */
function isForeignPart({ headers }: Request): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = '' } = headers;
  return (
    !(mode === 'navigate' || mode === 'same-origin') ||
    (typeof destination === 'string' && frames.has(destination))
  );
}

/**
 * Reads must not come from embedding on another site. Writes must come from the shop's own pages: `Sec-Fetch-Site:
 * same-origin` or, from browsers that do not send it, the shop's Origin. A write with neither header is rejected.
 */
export function originCheck(publicUrl: string, log: RootLog): RequestHandler {
  const origin = new URL(publicUrl).origin;
  const isOwnWrite = (site: string | undefined, given: string | undefined): boolean =>
    site === undefined
      ? given === origin
      : site === 'same-origin' && (given === undefined || given === origin);
  return (request, response, next) => {
    const site = request.get('sec-fetch-site');
    const given = request.get('origin');
    const isRead = safeMethods.has(request.method);
    if (isRead ? !isForeignPart(request) : isOwnWrite(site, given)) {
      next();
      return;
    }
    const wrote = site === undefined && given === undefined ? 'no origin' : 'another origin';
    log.warn(
      {
        event: 'security.cross_origin_refused',
        reason: isRead ? 'asked for as part of another page' : wrote,
        reference: referenceOf(response),
        method: request.method,
        site: site === undefined || fetchSites.has(site) ? (site ?? null) : 'none of these',
      },
      'a request from another site was refused',
    );
    refuseRequest(request, response, { status: 403, reason: 'otherSite' });
  };
}
