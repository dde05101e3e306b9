/** Creates a wishlist. Its name is required and must be unique (WISH-01), which the ERP does not check. */
import type { CustomerRequest } from '~/base/page/page';
import { refused, type Outcome } from '~/base/kernel/outcome';
import { namesake, type WishlistLine } from '../wishlist';
import { createWishlist, listWishlists, type ListRefusal } from '../wishlists.server';

export type CreateRefusal = ListRefusal | { kind: 'name-taken' };

/** Creates the wishlist and returns its id. */
export async function createNamed(
  page: CustomerRequest,
  wanted: { name: string; lines: readonly WishlistLine[] },
): Promise<Outcome<string, CreateRefusal>> {
  const lists = await listWishlists(page);
  if (lists === null) return refused({ kind: 'gone' });
  if (namesake(lists, wanted.name)) return refused({ kind: 'name-taken' });
  const outcome = await createWishlist(page, wanted);
  return outcome.ok ? { ok: true, value: String(outcome.value) } : outcome;
}
