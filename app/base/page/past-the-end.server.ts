/**
 * Redirects from a page number beyond the last page of a list, for example from an old link, instead of showing an
 * empty list.
 */
import { redirect } from '~/base/framework/server';

/** Throws a redirect to the last page when this page is behind it. A null list is unknown and does nothing. */
export function redirectPastEnd(
  { page, size }: { page: number; size: number },
  list: { total: number; items: readonly unknown[] } | null,
  addressOf: (page: number) => string,
): void {
  if (list === null || list.items.length > 0) return;
  const last = Math.max(1, Math.ceil(list.total / size));
  if (page > last) throw redirect(addressOf(last));
}
