/** Pages behind the last one, of an old link or of a list that has become shorter: no empty lists. */
import { redirect } from '~/base/framework/server';

/** Throws the redirect to the last page where this one is behind it; null: nothing is known of the list. */
export function leavePastEnd(
  { page, size }: { page: number; size: number },
  list: { total: number; items: readonly unknown[] } | null,
  addressOf: (page: number) => string,
): void {
  if (list === null || list.items.length > 0) return;
  const last = Math.max(1, Math.ceil(list.total / size));
  if (page > last) throw redirect(addressOf(last));
}
