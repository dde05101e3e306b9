/**
 * What finds again what a visitor's form was answered with: a number of chance in a cookie of this browser, for a day.
 * Pages with a form for visitors give it, so that all tabs have the same one; it also tells that
 * this browser keeps cookies, which signing in needs.
 */
import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../page';

const cookieName = 'visit';
const maxAgeSeconds = 86_400;

type Reading = { context: Pick<PageRequest['context'], 'cookies'> };
export type Visit = Reading & { request: Pick<Request, 'headers'> };

export const keepsCookies = ({ request }: Visit): boolean => request.headers.has('cookie');

/** Null for a browser that has none yet, or keeps no cookies. */
export function visitOf({ context }: Reading): string | null {
  const given = context.cookies.read(cookieName) ?? '';
  return /^[\w-]{22}$/.test(given) ? given : null;
}

/** The browser's number, kept for another day; a new one where it has none. */
export function keepVisit(page: Reading): string {
  const visit = visitOf(page) ?? randomBytes(16).toString('base64url');
  page.context.cookies.write(cookieName, visit, { maxAgeSeconds });
  return visit;
}
