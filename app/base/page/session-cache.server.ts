/**
 * Short memory for answers that belong to one session: the key carries the session's, so no other session's
 * request can ask for it, and the next sign-in starts anew. Visitors have none.
 */
import { ownerHash } from './owner-hash.server';
import type { PageRequest } from './page';

export const sessionKey = (
  { context }: Pick<PageRequest, 'context'>,
  name: string,
): string | null =>
  context.session.kind === 'customer' ? `${name}:session:${context.session.key}` : null;

/** The customer's answer, asked for at most once in `freshMs`; failures are not remembered. */
export function cachedForSession<T>(
  page: Pick<PageRequest, 'context'>,
  name: string,
  freshMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const key = sessionKey(page, name);
  // No stale answers: a reload behind a finished request would use its credentials too late.
  return key ? page.context.cache.get(key, { freshMs, staleMs: 0 }, load) : load();
}

/** Of the values cached for a customer over all sessions. */
export const customerKey = (owner: string, name: string): string =>
  `${name}:customer:${ownerHash(owner)}`;

/** The same, over all sessions of the customer: what the ERP says of them and sign-in does not change. */
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
