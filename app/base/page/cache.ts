/**
 * Which answers may be cached, and by whom (contract/search.md 5.3, P-27). Everything read with a session is
 * never cached; the catalogue as visitors see it may be kept for a minute, unless the answer sets a
 * cookie. A route says so in its policy; the entry asks `cacheControl` once per page.
 */
import type { RoutePolicy } from '../../../server/http/policy/route-policy';

export interface CachedAnswer {
  /** Of the page's own route; null where no route was matched. */
  policy: Pick<RoutePolicy, 'cache'> | null;
  method: string;
  status: number;
  signedIn: boolean;
  setsCookie: boolean;
  /** Its address asks for the answer to a form. */
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
