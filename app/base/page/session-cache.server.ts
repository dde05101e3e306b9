/**
 * Caches responses for one session: the key contains the session's key, so no other session can read it, and the next
 * sign-in starts empty. Responses for guests are not cached.
 */
import { ownerHash } from './owner-hash.server';
import type { PageRequest } from './page';

export const sessionKey = (
  { context }: Pick<PageRequest, 'context'>,
  name: string,
): string | null =>
  context.session.kind === 'customer' ? `${name}:session:${context.session.key}` : null;

/** Returns the customer's cached response and loads it at most once per `freshMs`; failures are not cached. */
export function cachedForSession<T>(
  page: Pick<PageRequest, 'context'>,
  name: string,
  freshMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const key = sessionKey(page, name);
  // Never returns stale responses: a background reload after the request would use its credentials too late.
  return key ? page.context.cache.get(key, { freshMs, staleMs: 0 }, load) : load();
}

/** Cache key of a value that all sessions of a customer share. */
export const customerKey = (owner: string, name: string): string =>
  `${name}:customer:${ownerHash(owner)}`;

/** Like `cachedForSession`, shared by all sessions of the customer: for ERP data that sign-in does not change. */
export function cachedForCustomer<T>(
  { context }: Pick<PageRequest, 'context'>,
  name: string,
  freshMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const { session, cache } = context;
  if (session.kind === 'guest') return load();
  return cache.get(customerKey(session.customer.owner, name), { freshMs, staleMs: 0 }, load);
}
