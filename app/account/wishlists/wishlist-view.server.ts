/**
 * Loads the wishlist pages. The ERP sends wishlist lines without names (contract/erp.md 6.14): the names come from the
 * catalogue, in the reader's language. A product that the catalogue could not confirm keeps its last known name and can
 * still be ordered.
 */
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { isUnknown, type Products } from '~/catalogue/products/order-block';
import { findProductsOrNone, lastKnown } from '~/catalogue/products/products.server';
import { findSubstitutes } from '~/catalogue/products/substitutes.server';
import type { UncheckedLine } from '~/ordering/order-sheet/plain-row';
import { isSheetAnswer } from '~/ordering/order-sheet/sheet';
import { drawBarcodes } from '~/catalogue/products/codes/barcode.server';
import { rowsPerPage, sheetPage } from '~/ordering/order-sheet/sheet-pages';
import { loadRequiredBlock } from '~/base/page/optional';
import { notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { shownData } from '~/base/page/forms/stored-answers.server';
import { isFormAnswer } from '~/base/ui/form/form-answer';
import { typedIn, type Shown } from '~/base/ui/form/shown-fields';
import type { PickListView } from './views/pick-list';
import type { EditView } from './views/wishlist-edit-page';
import type { WishlistView } from './views/wishlist-page';
import type { WishlistsView } from './views/wishlists-page';
import { piecesOf, type Wishlist, type WishlistLine } from './wishlist';
import { findWishlist, listWishlists } from './wishlists.server';

export async function loadWishlists(page: CustomerRequest): Promise<WishlistsView> {
  return {
    lists: await loadRequiredBlock(page, 'standing orders', () => listWishlists(page)),
    canOrder: page.customer.canOrder,
  };
}

/** The list in the address; throws 404 for an unknown list, and likewise for a list of another customer (P-21). */
async function neededWishlist(page: CustomerRequest): Promise<Wishlist> {
  const list = await findWishlist(page, recordId(page));
  if (!list) throw notFound(page.url.pathname, 'list');
  return list;
}

/**
 * The wishlist, or the posted form input as a list when the wishlist was deleted elsewhere, so that the customer can
 * still order it.
 */
export async function listOrTyped(page: CustomerRequest): Promise<ShownList> {
  const list = await findWishlist(page, recordId(page));
  if (list) return list;
  const answer = await shownData(page);
  const typed = isSheetAnswer(answer) ? Object.keys(answer.lines) : [];
  if (typed.length === 0) throw notFound(page.url.pathname, 'list');
  const lines = typed.map((id) => ({ productId: Number(id), quantity: 0 }));
  return { id: recordId(page), name: page.t('wishlists:notice.gone'), lines, isGone: true };
}
type ShownList = Wishlist & { isGone?: true };

/** Lines without catalogue data, with their last known name, or else their number. */
function namedLines(page: CustomerRequest, lines: readonly WishlistLine[]): UncheckedLine[] {
  const known = lastKnown(
    page,
    lines.map(({ productId }) => productId),
  );
  return lines.map(({ productId, quantity }) => {
    const name = page.t('catalogue:sheet.number', { id: String(productId) });
    const { sku = null, ...named } = known.get(productId) ?? {};
    return { productId, name, sku, quantity: piecesOf(quantity), ...named };
  });
}

/** Separates the lines that the catalogue could not confirm from those whose products have left the catalogue. */
function linesWithoutCard(
  page: CustomerRequest,
  lines: readonly WishlistLine[],
  products: Products | null,
) {
  return {
    unchecked: namedLines(
      page,
      lines.filter(({ productId }) => isUnknown(products, productId)),
    ),
    gone: namedLines(
      page,
      lines.filter(({ productId }) => products?.gone.has(productId)),
    ),
  };
}

export async function loadWishlist(page: CustomerRequest, list: ShownList): Promise<WishlistView> {
  const { position, lines } = sheetPage(page.url, list.lines);
  const ids = lines.map(({ productId }) => productId);
  const [products, inCart] = await Promise.all([
    findProductsOrNone(page, ids),
    cartQuantities(page),
  ]);
  const cards = products?.cards ?? null;
  const rows = lines.flatMap((line) => {
    const card = cards?.get(line.productId);
    return card ? [{ card, quantity: piecesOf(line.quantity) }] : [];
  });
  return {
    list: { id: list.id, name: list.name },
    isGone: list.isGone ?? false,
    position,
    rows,
    substitutes: await findSubstitutes(
      page,
      rows.map(({ card }) => card),
    ),
    ...linesWithoutCard(page, lines, products),
    inCart,
    canOrder: page.customer.canOrder,
  };
}

/** The wishlist for printing; null while the catalogue is unavailable, which is the only source of names and codes. */
export async function loadPickList(
  page: CustomerRequest,
  list: Wishlist,
): Promise<PickListView | null> {
  const { position, lines } = sheetPage(page.url, list.lines);
  const products = await findProductsOrNone(
    page,
    lines.map(({ productId }) => productId),
  );
  if (products === null) return null;
  const rows = lines.flatMap(({ productId, quantity }) => {
    const card = products.cards.get(productId);
    return card ? [{ card, quantity: piecesOf(quantity) }] : [];
  });
  const bars = await drawBarcodes(rows.map(({ card }) => card));
  return {
    list: { id: list.id, name: list.name },
    position,
    rows: rows.map((row, index) => ({ ...row, bars: bars[index] ?? null })),
    ...linesWithoutCard(page, lines, products),
  };
}

/** The lines of a wishlist with their positions, from 1. */
const placed = ({ lines }: Wishlist) => lines.map((line, index) => ({ ...line, place: index + 1 }));

/** The values that the edit form shows for these rows. */
export const shownFields = (list: Wishlist, isShown: (productId: number) => boolean): Shown => ({
  name: list.name,
  ...Object.fromEntries(
    placed(list)
      .filter(({ productId }) => isShown(productId))
      .flatMap(({ productId, place, quantity }): [string, string][] => [
        [`p.${productId}`, String(place)],
        [`q.${productId}`, String(quantity)],
      ]),
  ),
});

/**
 * Loads the edit form of a wishlist. Null when the ERP is unavailable: the page then offers to send the form input
 * again, which an error page would lose.
 */
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

/** The rows of this page, and edited rows of other pages, which are saved with this page. */
async function editOf(page: CustomerRequest, list: Wishlist): Promise<EditView> {
  const { position } = sheetPage(page.url, list.lines);
  const given = await shownData(page);
  const answer = isFormAnswer(given) ? given : null;
  const isTyped = typedIn(answer);
  const isChanged = ({ productId }: WishlistLine): boolean =>
    isTyped(`p.${productId}`) ||
    isTyped(`q.${productId}`) ||
    answer?.typed[`x.${productId}`] !== undefined;
  const isOfPage = ({ place }: { place: number }): boolean =>
    place > position.from && place <= position.from + rowsPerPage;
  const rows = placed(list).filter((row) => isOfPage(row) || isChanged(row));
  const ids = rows.map(({ productId }) => productId);
  const products = await findProductsOrNone(page, ids);
  const { unchecked, gone } = linesWithoutCard(page, rows, products);
  const named = new Map([...unchecked, ...gone].map((line) => [line.productId, line]));
  return {
    list: { id: list.id, name: list.name },
    position,
    rows: rows.map((row) => ({
      ...row,
      card: products?.cards.get(row.productId) ?? null,
      known: named.get(row.productId) ?? null,
      isGone: products?.gone.has(row.productId) ?? false,
    })),
    ofOtherPages: rows.filter((row) => !isOfPage(row)).length,
    unchecked: unchecked.length,
    shown: shownFields(list, (id) => ids.includes(id)),
  };
}
