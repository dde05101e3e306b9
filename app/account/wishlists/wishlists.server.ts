/**
 * Wishlists, also called standing orders (contract/erp.md 6.14, 18.1): reading and changing the customer's lists.
 *
 * `lines` in an update replaces every line, so a change of one line uses `add_item`, which overwrites the
 * quantity of a product already there. The shop never sends null in an update, to which servers with only the published
 * modules respond 500. The ERP does not check names. A product may be on a list twice (its quantities are added up
 * here). For another customer's list such a server responds 403, and for an unknown product 400, where the contract
 * defines 404.
 */
import { z } from 'zod';
import { readable } from '~/base/erp/wire-fields.server';
import type { CustomerRequest } from '~/base/page/page';
import { deleteRecord, findRecord, listRecords, writeRecord } from '~/base/erp/calls.server';
import { isNotInstalled, type Refused } from '~/base/erp/capabilities.server';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { mergedLines, type Wishlist, type WishlistLine } from './wishlist';

type Page = Pick<CustomerRequest, 'context'>;

export type ListRefusal =
  /** `gone`: this customer has no such wishlist, or the ERP lacks the calls. */
  { kind: 'gone' } | { kind: 'unknown-product' } | { kind: 'not-accepted' };

const LineWire = z.object({
  product_id: z.int().positive(),
  quantity: z.number().catch(0),
  sequence: z.number().catch(0),
});

const Lines = readable(LineWire);
const listWith = (lines: z.ZodType<z.output<typeof Lines>>) =>
  z
    .object({ id: z.int().positive(), name: z.string().catch(''), lines })
    .transform(({ id, name, lines }): Wishlist => {
      // Sorts lines by their sequence number; lines with the same number keep the ERP's order.
      const inOrder = [...lines].sort((a, b) => a.sequence - b.sequence);
      return {
        id,
        name,
        lines: mergedLines(
          inOrder.map(({ product_id, quantity }) => ({ productId: product_id, quantity })),
        ),
      };
    });
/**
 * The schema has no fallback for invalid lines: a wishlist that wrongly counts as empty would lose all its lines with
 * the next change.
 */
const WishlistWire = listWith(Lines);
const WishlistsWire = z.object({ items: readable(listWith(Lines.catch([]))) });
const WrittenWire = z.object({ id: z.int().positive() });

/** Page size that fetches all lists in one call, as the specification does. */
const allOfThem = 999;

/** The customer's wishlists; null when this ERP has no wishlists. */
export async function listWishlists(
  { context }: Page,
  { count = allOfThem, timeoutMs }: { count?: number; timeoutMs?: number } = {},
): Promise<readonly Wishlist[] | null> {
  const found = await listRecords(
    context,
    {
      path: 'wishlists',
      query: { page: 1, page_size: count },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    WishlistsWire,
    { items: [] },
  );
  return found && found.items.slice(0, count);
}

/** One wishlist; null when this customer has no such list. */
export function findWishlist({ context }: Page, id: number): Promise<Wishlist | null> {
  return findRecord(context, { path: 'wishlists/{id}', params: { id } }, WishlistWire);
}

const wireLine = ({ productId, quantity }: WishlistLine, position: number) => ({
  product_id: productId,
  quantity,
  sequence: position + 1,
});

/**
 * Translates a refusal. `names`: the call contains a product. Because the list existed a moment ago, a 404, or a 400
 * for a broken key, then concerns the product, unless the ERP lacks the call.
 */
const refusalFor =
  (names: 'a product' | 'none') =>
  (answer: Refused): ListRefusal => {
    if (isNotInstalled(answer) || answer.status === 403) return { kind: 'gone' };
    if (answer.status === 404) return { kind: names === 'none' ? 'gone' : 'unknown-product' };
    const brokenKey = answer.status === 400 && names === 'a product';
    return { kind: brokenKey ? 'unknown-product' : 'not-accepted' };
  };

export async function createWishlist(
  { context }: Page,
  wanted: { name: string; lines: readonly WishlistLine[] },
): Promise<Outcome<number, ListRefusal>> {
  const lines = wanted.lines.map(wireLine);
  const created = await writeRecord(
    context,
    { method: 'POST', path: 'wishlists', body: { name: wanted.name, lines } },
    WrittenWire,
    refusalFor(lines.length > 0 ? 'a product' : 'none'),
  );
  if (!created.ok) return created;
  return created.value ? done(created.value.id) : refused({ kind: 'not-accepted' });
}

/** Adds a product at the end of the list, or sets its quantity when the list already has the product. */
export async function putOnWishlist(
  { context }: Page,
  list: Wishlist,
  line: WishlistLine,
): Promise<Outcome<null, ListRefusal>> {
  const known = list.lines.findIndex(({ productId }) => productId === line.productId);
  const position = known < 0 ? list.lines.length : known;
  const written = await writeRecord(
    context,
    {
      method: 'POST',
      path: 'wishlists/{id}/add_item',
      params: { id: list.id },
      body: wireLine(line, position),
    },
    WrittenWire,
    refusalFor('a product'),
  );
  return written.ok ? done(null) : written;
}

/** Renames the list or replaces its lines in one call; omitted values stay unchanged. */
export async function changeWishlist(
  { context }: Page,
  id: number,
  change: { name?: string; lines?: readonly WishlistLine[] },
): Promise<Outcome<null, ListRefusal>> {
  const body = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.lines === undefined ? {} : { lines: change.lines.map(wireLine) }),
  };
  const written = await writeRecord(
    context,
    { method: 'POST', path: 'wishlists/{id}/update', params: { id }, body },
    WrittenWire,
    refusalFor((change.lines?.length ?? 0) > 0 ? 'a product' : 'none'),
  );
  return written.ok ? done(null) : written;
}

export function deleteWishlist({ context }: Page, id: number): Promise<Outcome<null, ListRefusal>> {
  return deleteRecord(context, { path: 'wishlists/{id}', params: { id } }, refusalFor('none'));
}
