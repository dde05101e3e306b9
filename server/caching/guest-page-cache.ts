/**
 * Express middleware that caches public guest pages as compressed bytes (docs/caching.md). A hit costs one lookup and
 * one write: only requests that differ from those of other guests reach the session, Remix and React. Host check,
 * address check, security headers, reference, log line and metrics belong to each request, so their middleware comes
 * earlier in app.ts.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { parse } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../context';
import { wantsLocale } from '../auth/locale';
import { queryOf } from '../http/address/query';
import { nonceOf } from '../http/security-headers';
import { localsOf } from '../http/locals';
import type { RouteOf } from '../http/policy/route-policy';
import { referenceOf } from '../http/request-id';
import { savesData } from '../http/saves-data';
import { sheetCookie } from '../http/styles/used-styles';

const compressBrotli = promisify(brotliCompress);

/** A guest page as sent. */
interface FinishedPage {
  /** HTML of the page as UTF-8, uncompressed. */
  html: Buffer;
  body: Buffer;
}

export interface GuestPageCache {
  /**
   * Responds with the cached page. When several requests miss the same page, one continues to the app and the other
   * requests wait for its result.
   */
  serve: RequestHandler;
  /**
   * Called for the request that missed the cache and continued to the app. Passes its page to the waiting requests, or
   * null when the response must not be cached.
   */
  offer(response: Response, page: FinishedPage | null): void;
}

export interface GuestPageCacheOptions {
  routeOf: RouteOf;
  clock: Clock;
  /** Version of the stylesheet that browsers may have cached; null: pages always link to the stylesheet. */
  sheetVersion: string | null;
  guestPrices: boolean;
  /** Lifetime in seconds; 0 disables the cache. */
  seconds?: number;
  maxBytes?: number;
}

interface CachedPage {
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  html: Buffer;
  at: number;
  /** Whether the body is compressed at the highest level, which happens after the first hit. */
  isFullyCompressed: boolean;
}

type Outcome = 'kept' | 'not-kept' | 'left';

/**
 * Any other cookie makes a request personal. `visit` only retrieves answers to forms, and their addresses are never
 * cached.
 */
const sharedCookies = new Set(['locale', sheetCookie, 'visit']);

/** Response headers to store: they are the same for every guest. */
const storedHeaders = new Set([
  'content-type',
  'cache-control',
  'vary',
  'content-encoding',
  'content-security-policy',
]);
/** Other middleware sets these for each request before the cache lookup. */
const ownHeaders = new Set([
  'x-request-id',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'strict-transport-security',
  'connection',
  'content-length',
]);

const encodingOf = (request: Request): string =>
  request.acceptsEncodings('br') || request.acceptsEncodings('gzip') || 'plain';

function storedOf(response: Response): Map<string, string> | null {
  const stored = new Map<string, string>();
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (ownHeaders.has(name)) continue;
    // Any other header, such as a cookie, may be personal.
    if (!storedHeaders.has(name) || typeof value !== 'string') return null;
    stored.set(name, value);
  }
  return stored;
}

/** A shared page must not contain the reference or nonce of a request, nor a form's idempotency key. */
function isForEverybody(page: Buffer, policy: string, response: Response): boolean {
  const html = page.toString();
  const own = [referenceOf(response), nonceOf(response)].filter((word) => word !== '');
  const isClean = !own.some((word) => html.includes(word) || policy.includes(word));
  return isClean && !/ nonce=|name="tx"/.test(html);
}

/** Cache key of the request; null when it differs from the requests of other guests. */
function keyOf(
  { routeOf, sheetVersion, guestPrices }: GuestPageCacheOptions,
  request: Request,
): string | null {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return null;
  const known = routeOf(request.path)?.policy.kept ?? null;
  if (known === null) return null;
  const names = [...new URLSearchParams(queryOf(request)).keys()];
  if (names.some((name) => !known.includes(name))) return null;
  const cookies = parse(request.headers.cookie ?? '');
  if (Object.keys(cookies).some((name) => !sharedCookies.has(name))) return null;
  // A request whose response would set the locale cookie is not served from the cache.
  const browser = {
    path: request.path,
    cookie: cookies['locale'],
    acceptLanguage: request.get('accept-language'),
  };
  if (!wantsLocale(browser)) return null;
  const hasSheet = sheetVersion !== null && cookies[sheetCookie] === sheetVersion;
  const kind = [encodingOf(request), hasSheet, savesData(request), guestPrices].join(' ');
  return `${kind} ${request.originalUrl}`;
}

/**
 * Recompresses a page at the highest level, one at a time and off the event loop. It starts when the first cached
 * response is sent.
 */
function createRecompression(pages: LRUCache<string, CachedPage>) {
  let tightening = false;

  return function recompress(key: string, page: CachedPage): void {
    if (page.isFullyCompressed || tightening || page.headers.get('content-encoding') !== 'br')
      return;
    tightening = true;
    compressBrotli(page.html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
    })
      .then((body) => {
        if (pages.peek(key) === page) pages.set(key, { ...page, body, isFullyCompressed: true });
      })
      // On failure the cached page stays as it is.
      .catch(() => undefined)
      .finally(() => (tightening = false));
  };
}

/** The requests that missed the cache: one of each page continues to the app, and the others await its outcome. */
function createFlights() {
  const flights = new Map<string, Promise<Outcome>>();
  const leaders = new WeakMap<Response, { key: string; settle: (outcome: Outcome) => void }>();
  return {
    get: (key: string) => flights.get(key),
    leaderOf: (response: Response) => leaders.get(response),
    lead(key: string, response: Response): void {
      const flight = new Promise<Outcome>((resolve) => {
        const settle = (outcome: Outcome): void => {
          if (flights.get(key) === flight) flights.delete(key);
          leaders.delete(response);
          resolve(outcome);
        };
        leaders.set(response, { key, settle });
        // Settles the waiting requests even if other middleware has responded, or the guest has closed the connection
        // early.
        response.once('close', () => settle(response.writableFinished ? 'not-kept' : 'left'));
      });
      flights.set(key, flight);
    },
  };
}

export function guestPageCache(options: GuestPageCacheOptions): GuestPageCache {
  const { clock, seconds = 60, maxBytes = 24 * 1024 * 1024 } = options;
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ html, body }, key) => body.length + html.length + 2 * key.length + 1_000,
  });
  const recompress = createRecompression(pages);
  const flights = createFlights();

  /** Age of a page; the absolute value expires pages from the future after the clock was set back. */
  const ageMs = ({ at }: CachedPage): number => Math.abs(clock.now().getTime() - at);

  function found(key: string): CachedPage | null {
    const page = pages.get(key);
    if (page && ageMs(page) < seconds * 1000) return page;
    pages.delete(key);
    return null;
  }

  function answer(key: string, page: CachedPage, response: Response): void {
    for (const [name, value] of page.headers) response.setHeader(name, value);
    response.setHeader('Age', Math.floor(ageMs(page) / 1000));
    response.setHeader('Content-Length', page.body.length);
    response.end(page.body);
    recompress(key, page);
  }

  /**
   * Resolves to true when the response is sent or its client has disconnected; false: the request must continue to the
   * app.
   */
  async function isAnswered(key: string, response: Response): Promise<boolean> {
    for (;;) {
      if (response.destroyed) return true;
      const page = found(key);
      if (page) {
        answer(key, page, response);
        return true;
      }
      const flight = flights.get(key);
      if (!flight) {
        flights.lead(key, response);
        return false;
      }
      if ((await flight) === 'not-kept') return response.destroyed;
    }
  }

  return {
    serve(request, response, next) {
      const key = seconds === 0 ? null : keyOf(options, request);
      if (key === null) next();
      else
        isAnswered(key, response)
          .then((done) => {
            if (!done) next();
          })
          .catch(next);
    },
    offer(response, page) {
      const leader = flights.leaderOf(response);
      if (!leader) return;
      const isStorable = response.statusCode === 200 && localsOf(response).isCounted !== true;
      const headers = page && isStorable ? storedOf(response) : null;
      const isPublic = headers?.get('cache-control')?.startsWith('public') ?? false;
      const policy = headers?.get('content-security-policy') ?? '';
      if (!page || !headers || !isPublic || !isForEverybody(page.html, policy, response)) {
        leader.settle('not-kept');
        return;
      }
      const at = clock.now().getTime();
      pages.set(leader.key, { headers, ...page, at, isFullyCompressed: false });
      leader.settle('kept');
    },
  };
}
