/**
 * Who may talk to us, decided before anything else runs. Remix checks the Origin of document posts only,
 * and believes X-Forwarded-Host; so host, forwarded headers, its data entrances and cross-site writes are
 * dealt with here (P-18 … P-20, P-28).
 */
import type { Request, RequestHandler } from 'express';
import type { RootLog } from '../observe/logger';
import { queryOf } from './address/query';
import { ownHost } from './address/own-host';
import { refuse } from './refuse';
import { referenceOf } from './request-id';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Values of the header (Fetch Metadata Request Headers, 2.3); any other text is a stranger's, and is not logged. */
const fetchSites = new Set(['cross-site', 'same-origin', 'same-site', 'none']);

const isHost = /^host$/i;

/** Only the public host is served, and is one to all that follows; `X-Forwarded-Host` is never believed. */
export function hostCheck(publicUrl: string): RequestHandler {
  const { host, origin } = new URL(publicUrl);
  const isOwnHost = ownHost(publicUrl);
  return (request, response, next) => {
    delete request.headers['x-forwarded-host'];
    // Of several hosts the runtime takes the first and a proxy perhaps the last (RFC 9112, 3.2).
    const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && isHost.test(name));
    if (!isOwnHost(request.headers.host ?? '') || hosts.length > 1) {
      refuse(request, response, { status: 421, reason: 'otherHost', origin });
      return;
    }
    request.headers.host = host;
    next();
  };
}

/** Remix's data entrances run child loaders without their parents' guards; no page uses them. */
export const refuseDataRequests: RequestHandler = (request, response, next) => {
  const query = new URLSearchParams(queryOf(request));
  if (request.path.endsWith('.data') || query.has('_data') || query.has('_routes')) {
    refuse(request, response, { status: 400, reason: 'badAddress' });
    return;
  }
  next();
};

const frames = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * Another site's page asks for a part of itself: a picture, a script, a frame. None of ours is one, and what it asks for
 * would be counted against the visitor's whole practice (P-90). A worker that passes a visit on asks as `navigate` or
 * `same-origin`.
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
 * Pages are asked for as pages. Writes come from our own pages only: `Sec-Fetch-Site: same-origin`, or, from browsers
 * that do not send it, our own Origin. Neither present is refused too.
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
    refuse(request, response, { status: 403, reason: 'otherSite' });
  };
}
