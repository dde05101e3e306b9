/**
 * Which answers may be kept, and by whom (contract/search.md 5.3, P-27). Everything read with a session is
 * for nobody's cache; the catalogue as visitors see it may be kept for a minute, unless the answer sets a
 * cookie. A route says so in its `handle`; the entry asks `cacheControl` once per page.
 */
interface CacheHandle {
  visitorsMayCache: true;
}
export const visitorsMayCache: CacheHandle = { visitorsMayCache: true };

const mayCache = (handle: unknown): boolean =>
  typeof handle === 'object' &&
  handle !== null &&
  'visitorsMayCache' in handle &&
  handle.visitorsMayCache === true;

export interface CacheFacts {
  /** `handle` of the page's own route. */
  handle: unknown;
  method: string;
  status: number;
  signedIn: boolean;
  setsCookie: boolean;
}

export function cacheControl(facts: CacheFacts): string {
  const open =
    mayCache(facts.handle) &&
    facts.method === 'GET' &&
    facts.status === 200 &&
    !facts.signedIn &&
    !facts.setsCookie;
  return open ? 'public, max-age=60' : 'private, no-store';
}
