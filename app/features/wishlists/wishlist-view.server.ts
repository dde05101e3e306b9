/**
 * What the pages of standing orders show. Lines of a list have no names (contract/erp.md 6.14): they are the
 * catalogue's, in the reader's language; without the catalogue the list can still be ordered as it is.
 */
import { cartQuantities } from '~/features/cart/quantities.server';
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import { findSubstitutes } from '~/features/catalogue/substitutes.server';
import { drawBarcodes } from '~/features/catalogue/codes/barcode.server';
import { subject } from '~/page/optional';
import { notFound, recordId, type CustomerRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { Shown } from '~/ui/form/shown-fields';
import type { PickListView } from './views/pick-list';
import type { EditView } from './views/wishlist-edit-page';
import type { WishlistView } from './views/wishlist-page';
import type { WishlistsView } from './views/wishlists-page';
import { rowsPerPage, type Wishlist } from './wishlist';
import { findWishlist, listWishlists } from './wishlists.server';

export async function loadWishlists(page: CustomerRequest): Promise<WishlistsView> {
  return {
    lists: await subject(page, 'standing orders', () => listWishlists(page)),
    canOrder: page.customer.canOrder,
  };
}

/** The list of the address, or 404: unknown and another customer's look the same (P-21). */
export async function neededWishlist(page: CustomerRequest): Promise<Wishlist> {
  const list = await findWishlist(page, recordId(page));
  if (!list) throw notFound(page.url.pathname, 'list');
  return list;
}

function pageOf({ url }: CustomerRequest, list: Wishlist) {
  const pageCount = Math.max(1, Math.ceil(list.lines.length / rowsPerPage));
  const asked = Number(url.searchParams.get('page') ?? '1');
  const number = Number.isInteger(asked) && asked >= 1 && asked <= pageCount ? asked : 1;
  const from = (number - 1) * rowsPerPage;
  return {
    position: { page: number, pageCount, from, total: list.lines.length },
    lines: list.lines.slice(from, from + rowsPerPage),
  };
}

export async function loadWishlist(page: CustomerRequest, list: Wishlist): Promise<WishlistView> {
  const { position, lines } = pageOf(page, list);
  const ids = lines.map(({ productId }) => productId);
  const [cards, inCart] = await Promise.all([findCardsOrNone(page, ids), cartQuantities(page)]);
  const rows = lines.flatMap((line) => {
    const card = cards?.get(line.productId);
    return card ? [{ card, quantity: line.quantity }] : [];
  });
  return {
    list: { id: list.id, name: list.name },
    position,
    rows,
    substitutes: await findSubstitutes(
      page,
      rows.map(({ card }) => card),
    ),
    gone: cards ? lines.filter(({ productId }) => !cards.has(productId)) : [],
    catalogueUnavailable: cards === null,
    inCart,
    canOrder: page.customer.canOrder,
  };
}

/** The list as paper for the wall; null without the catalogue, which alone knows names and codes. */
export async function loadPickList(
  page: CustomerRequest,
  list: Wishlist,
): Promise<PickListView | null> {
  const { position, lines } = pageOf(page, list);
  const cards = await findCardsOrNone(
    page,
    lines.map(({ productId }) => productId),
  );
  if (cards === null) return null;
  const rows = lines.flatMap(({ productId, quantity }) => {
    const card = cards.get(productId);
    return card ? [{ card, quantity: Math.round(quantity) }] : [];
  });
  const bars = await drawBarcodes(rows.map(({ card }) => card));
  return {
    list: { id: list.id, name: list.name },
    position,
    rows: rows.map((row, index) => ({ ...row, bars: bars[index] ?? null })),
  };
}

/** What the edit form of this page of the list shows. */
export function shownFields(page: CustomerRequest, list: Wishlist): Shown {
  const { position, lines } = pageOf(page, list);
  const fields = lines.flatMap(({ productId, quantity }, index): [string, string][] => [
    [`p.${productId}`, String(position.from + index + 1)],
    [`q.${productId}`, String(quantity)],
  ]);
  return { name: list.name, ...Object.fromEntries(fields) };
}

/** Null when the ERP is unavailable: what was typed can then be sent again, which a fault page would lose. */
export async function loadEdit(page: CustomerRequest): Promise<EditView | null> {
  try {
    return await editOf(page, await neededWishlist(page));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'wishlist.unavailable', reason: error.reason },
      'a list cannot be shown for editing: the ERP is unavailable',
    );
    return null;
  }
}

async function editOf(page: CustomerRequest, list: Wishlist): Promise<EditView> {
  const { position, lines } = pageOf(page, list);
  const cards = await findCardsOrNone(
    page,
    lines.map(({ productId }) => productId),
  );
  return {
    list: { id: list.id, name: list.name },
    position,
    rows: lines.map((line, index) => ({
      ...line,
      place: position.from + index + 1,
      card: cards?.get(line.productId) ?? null,
    })),
    catalogueUnavailable: cards === null,
    shown: shownFields(page, list),
  };
}
