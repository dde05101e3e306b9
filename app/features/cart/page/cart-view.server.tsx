/** Loads the cart page: the cart from the ledger and the ERP, its products from the search engine (optional). */
import { findCards } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { CustomerRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { Cents } from '~/kernel/money';
import { ledgerOf, readShownCart, type CartState } from '../cart.server';
import { findToCome } from '../low-amount.server';
import { toCart } from '../wire/cart-wire.server';
import { links } from '~/i18n/links';
import { cachedMarkup } from '~/page/cached-markup.server';
import { takeLoss } from '../waiting-mark.server';
import { CartLineRow, TakenOutLine } from './cart-line';
import { cartView, isTakenOut, type CartRow, type CartView, type TakenOutRow } from './cart-view';
import { logPriceDifferences } from './price-differences.server';

/** Names and pictures; without them the page shows the ERP's own words. */
export async function cardsOrNone(
  page: CustomerRequest,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductCard>> {
  try {
    return await findCards(page, ids);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'cart.cards_missing', service: error.service, lines: ids.length },
      'the cart is shown without product data',
    );
    return new Map();
  }
}

const drawRows = cachedMarkup((row: CartRow | TakenOutRow) =>
  isTakenOut(row) ? <TakenOutLine row={row} /> : <CartLineRow row={row} answer={undefined} />,
);

/** By the last cart that was read, so that it is asked for beside the cart and not after it. */
async function toComeEarly(page: CustomerRequest): Promise<Cents | null | undefined> {
  const { sale } = await ledgerOf(page).cart();
  return sale ? findToCome(page, toCart(sale).goods.untaxed) : undefined;
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
  const [cards, toCome = null] = await Promise.all([
    cardsOrNone(page, ids),
    early === undefined && goods !== undefined ? findToCome(page, goods) : early,
  ]);
  const view = cartView(state, cards, {
    ...{ lost, toCome },
    helpWithFee: page.customer.helpWithFee,
    canOrder: page.customer.canOrder,
  });
  const cartUuid = view.cart?.uuid ?? null;
  if (cartUuid !== null) logPriceDifferences(page, cartUuid, view.rows);
  return { ...view, markup: drawRows(page, links.cart(page.locale), view.shown) };
}

export async function loadCartView(page: CustomerRequest): Promise<CartView> {
  const [state, early] = await Promise.all([readShownCart(page), toComeEarly(page)]);
  return viewOf(page, state, { lost: await takeLoss(page, state), early });
}
