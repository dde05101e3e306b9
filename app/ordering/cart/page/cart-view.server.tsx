/** Loads the cart page: the cart from ledger and ERP, and its products from the search engine (optional). */
import type { Products } from '~/catalogue/products/order-block';
import { findProductsOrNone, findReplacements } from '~/catalogue/products/products.server';
import type { ProductCard } from '~/catalogue/products/product';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { CustomerRequest } from '~/base/page/page';
import type { Cents } from '~/base/kernel/money';
import { ordersReadAt } from '~/ordering/on-order/past-orders.server';
import { ledgerOf, readShownCart, type CartState } from '../cart.server';
import { findToCome } from '../low-amount.server';
import { toCart } from '../wire/cart-wire.server';
import { links } from '~/base/i18n/links';
import { cachedMarkup } from '~/base/page/cached-markup.server';
import { fieldLimitOf } from '../unusual-quantity.server';
import { takeLoss } from '../waiting-mark.server';
import { CartLineRow, TakenOutLine } from './cart-line';
import { cartView, isTakenOut, type CartRow, type CartView, type TakenOutRow } from './cart-view';
import { logPriceDifferences } from './price-differences.server';

const drawRows = cachedMarkup((row: CartRow | TakenOutRow) =>
  isTakenOut(row) ? <TakenOutLine row={row} /> : <CartLineRow row={row} answer={undefined} />,
);

/** Requests the open orders in parallel with the cart, based on the last known cart. */
async function toComeEarly(page: CustomerRequest): Promise<Cents | null | undefined> {
  const { sale } = await ledgerOf(page).cart();
  return sale ? findToCome(page, toCart(sale).goods.untaxed) : undefined;
}

/**
 * Replacements for cart lines whose product is not sold on the website. Products deleted from the catalogue have none.
 */
async function replacementsIn(
  page: CustomerRequest,
  { lines }: CartState,
  products: Products | null,
): Promise<ReadonlyMap<number, ProductCard>> {
  const notSold = lines.flatMap(({ productId }) => {
    const card = products?.cards.get(productId);
    return card?.notSoldOnWebsite ? [card] : [];
  });
  const found = await loadOptionalBlock(page, 'replacements', () =>
    findReplacements(page, notSold),
  );
  return valueOr(found, new Map<number, ProductCard>());
}

export async function viewOf(
  page: CustomerRequest,
  state: CartState,
  { lost = false, early }: { lost?: boolean; early?: Cents | null | undefined } = {},
): Promise<CartView> {
  const ids = [
    ...[...state.lines, ...state.takenOut].map(({ productId }) => productId),
    ...state.notices.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  ];
  const goods = state.cart?.goods.untaxed;
  const [products, toCome = null] = await Promise.all([
    findProductsOrNone(page, ids),
    early === undefined && goods !== undefined ? findToCome(page, goods) : early,
  ]);
  // If the catalogue is unavailable, the page shows the ERP's product names and no pictures.
  const view = cartView(state, products, {
    lost,
    toCome,
    replacements: await replacementsIn(page, state, products),
    fieldLimit: await fieldLimitOf(page),
    helpWithFee: page.customer.helpWithFee,
    canOrder: page.customer.canOrder,
  });
  const cartUuid = view.cart?.uuid ?? null;
  if (cartUuid !== null) logPriceDifferences(page, cartUuid, view.rows);
  // The open orders come from a cache: the page names the time of their sum.
  const low = view.low && { ...view.low, asOf: await ordersReadAt(page) };
  return { ...view, low, markup: drawRows(page, links.cart(page.locale), view.shown) };
}

export async function loadCartView(page: CustomerRequest): Promise<CartView> {
  const [state, early] = await Promise.all([readShownCart(page), toComeEarly(page)]);
  return viewOf(page, state, { lost: await takeLoss(page, state), early });
}
