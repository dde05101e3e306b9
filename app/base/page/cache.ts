/**
 * Which responses may be cached, and by whom (contract/search.md 5.3, P-27). Responses to a session are never cached.
 * Guest catalogue pages may be cached for a minute, unless the response sets a cookie. The route's policy decides; the
 * server entry calls `cacheControl` once per page.
 */
import type { RoutePolicy } from '../../../server/http/policy/route-policy';

interface CachedAnswer {
  /** Policy of the page's own route; null when no route matched. */
  policy: Pick<RoutePolicy, 'cache'> | null;
  method: string;
  status: number;
  signedIn: boolean;
  setsCookie: boolean;
  /** True when the address asks for the stored answer to a form. */
  answersForm: boolean;
}

export function cacheControl(answer: CachedAnswer): string {
  const open =
    answer.policy?.cache === 'visitors' &&
    answer.method === 'GET' &&
    answer.status === 200 &&
    !answer.signedIn &&
    !answer.answersForm &&
    !answer.setsCookie;
  return open ? 'public, max-age=60' : 'private, no-store';
}
