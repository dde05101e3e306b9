/**
 * A random number in a cookie of this browser, valid for a day, that identifies a guest's stored answers. Pages with a
 * form for guests set it, so that all tabs share one number. The cookie also shows that the browser accepts cookies,
 * which sign-in needs.
 */
import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../page';

const cookieName = 'visit';
const maxAgeSeconds = 86_400;

type Reading = { context: Pick<PageRequest['context'], 'cookies'> };
export type Visit = Reading & { request: Pick<Request, 'headers'> };

export const keepsCookies = ({ request }: Visit): boolean => request.headers.has('cookie');

/** The number of this browser; null when it has none yet or rejects cookies. */
export function visitOf({ context }: Reading): string | null {
  const given = context.cookies.read(cookieName) ?? '';
  return /^[\w-]{22}$/.test(given) ? given : null;
}

/** Returns the browser's number and extends it by a day; creates one when it has none. */
export function extendVisit(page: Reading): string {
  const visit = visitOf(page) ?? randomBytes(16).toString('base64url');
  page.context.cookies.write(cookieName, visit, { maxAgeSeconds });
  return visit;
}
