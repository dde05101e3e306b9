/** Cookies of a response: the sliding session cookie of the ERP, and Odoo's own (contract/erp.md 5.3). */
import { randomBytes } from 'node:crypto';
import type { Identity } from './account/tokens';
import type { ErpState } from './call';
import { SESSION_COOKIE, odooCookie, sessionCookie } from './protocol/cookies';
import type { ErpResponse } from './protocol/exchange';
import type { Route } from './protocol/router';
import { signText } from './protocol/signed-text';

const YEAR_S = 31_536_000;

/**
 * Whether the response renews the session cookie. The published modules do so only on 2xx with a JSON body; others on
 * every response except a 5xx.
 */
function renews(erp: ErpState, route: Route, path: string, answer: ErpResponse): boolean {
  if (answer.cookies.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))) return false;
  if (!erp.quirks.has('bare-204')) return answer.status < 500;
  const isBare = route.download === true || (answer.status === 204 && path.startsWith('carts'));
  return answer.status < 300 && !isBare;
}

/** Whether the response may carry a session cookie. `signin` sets one even if the caller matches no single customer. */
function deserves(route: Route, path: string, answer: ErpResponse, identity: Identity): boolean {
  if (path === 'signin') return answer.status < 300;
  return identity.by !== 'credentials' && route.auth !== 'none' && identity.customer !== null;
}

export function withSession(
  erp: ErpState,
  route: Route,
  path: string,
  identity: Identity | null,
  answer: ErpResponse,
): ErpResponse {
  if (!identity || !deserves(route, path, answer, identity)) return answer;
  if (!renews(erp, route, path, answer)) return answer;
  const exp = Math.floor(erp.clock.now() / 1000) + YEAR_S;
  const value = signText({ ...identity.claims, exp }, `session ${erp.secret}`);
  const cookie = sessionCookie(value, erp.publicUrl().startsWith('https:'));
  return { ...answer, cookies: [...answer.cookies, cookie] };
}

export function withReleasedMarks(erp: ErpState, answer: ErpResponse): ErpResponse {
  const headers = { ...answer.headers };
  const cookies = [...answer.cookies];
  if (erp.quirks.has('bare-204') && answer.status === 204)
    headers['content-type'] = 'text/html; charset=utf-8';
  if (erp.quirks.has('session-id-cookie') && answer.status < 400)
    cookies.push(odooCookie(randomBytes(20).toString('hex'), erp.clock.now()));
  return { ...answer, headers, cookies };
}
