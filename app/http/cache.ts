/**
 * Which answers may be kept, and by whom (contract/search.md 5.3, P-27). Everything read with a session is
 * for nobody's cache; the catalogue as visitors see it may be kept for a minute, unless the answer sets a
 * cookie. A route says so in its `handle`; the entry asks `cacheControl` once per page.
 */
import { says } from './route-handle';

interface CacheHandle {
  visitorsMayCache: true;
}
export const visitorsMayCache: CacheHandle = { visitorsMayCache: true };

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
    says(facts.handle, 'visitorsMayCache') &&
    facts.method === 'GET' &&
    facts.status === 200 &&
    !facts.signedIn &&
    !facts.setsCookie;
  return open ? 'public, max-age=60' : 'private, no-store';
}
