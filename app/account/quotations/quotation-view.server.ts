/** Loads the quotation pages; product names come from the catalogue when it is available. */
import { rewardedProducts } from '~/ordering/cart/cart';
import { readShownCart } from '~/ordering/cart/cart.server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import { noteHtml, noteText } from '~/base/page/untrusted/note-text.server';
import { withPlaces } from '~/ordering/addresses/countries.server';
import { findOrder } from '~/ordering/orders/orders.server';
import { redirect } from '~/base/framework/server';
import { shownData } from '~/base/page/forms/stored-answers.server';
import { loadRequiredBlock } from '~/base/page/optional';
import { redirectPastEnd } from '~/base/page/past-the-end.server';
import { notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { shownFields } from './actions/read-draft.server';
import { actionsOf, isOnRequest, shownState, type Quotation } from './quotation';
import { madeToOrderIn, productIdsOf, uncheckedIn, withdrawnFrom } from './made-to-order.server';
import { quotationsAddress, readQuotationsQuery } from './quotations-list';
import { canStart, findQuotation, listQuotations } from './quotations.server';
import type { QuotationView } from './views/quotation-page';
import type { QuotationsView } from './views/quotations-page';

/** False while the ERP is unavailable: the cart may have lines. */
async function isCartEmpty(page: CustomerRequest): Promise<boolean> {
  const { lines, sync } = await readShownCart(page, { maxAgeMs: 0 });
  return sync === 'synced' && lines.length === 0;
}

export async function loadQuotations(page: CustomerRequest): Promise<QuotationsView> {
  const query = readQuotationsQuery(page.url.searchParams);
  const [list, inCart] = await Promise.all([
    loadRequiredBlock(page, 'quotations', () => listQuotations(page, query)),
    cartQuantities(page),
  ]);
  const known = list.ok ? list.value : null;
  redirectPastEnd(query, known, (last) => quotationsAddress(page.locale, { ...query, page: last }));
  const starts = await canStart(page, known);
  return {
    query,
    list,
    byState: known?.items[0]?.quotationState !== null,
    canStart: starts,
    cartLines: inCart.size,
    isCartEmpty: !starts && (await isCartEmpty(page)),
  };
}

/**
 * The quotation in the address. An accepted quotation redirects to its order; any other unknown id throws 404 (P-21).
 */
async function neededQuotation(page: CustomerRequest): Promise<Quotation> {
  const id = recordId(page);
  const quotation = await findQuotation(page, id);
  if (quotation) return quotation;
  if (await findOrder(page, id)) throw redirect(links.order(page.locale, id), 303);
  throw notFound(page.url.pathname, 'quotation');
}

async function viewOf(page: CustomerRequest, quotation: Quotation): Promise<QuotationView> {
  const [products, placed, inCart] = await Promise.all([
    findProductsOrNone(page, productIdsOf(quotation)),
    withPlaces(page, quotation),
    cartQuantities(page),
  ]);
  const cards = products?.cards ?? null;
  const { canOrder, ref } = page.customer;
  const actions = actionsOf(quotation);
  const rewarded = rewardedProducts(quotation.lines);
  const isOpen = shownState(quotation) !== 'cancel';
  const lines = quotation.lines.map((line) => {
    const card = cards?.get(line.productId) ?? null;
    const hasFree = isOpen && !rewarded.has(line.productId);
    return { line, card, free: hasFree ? (card?.price?.freePieces ?? null) : null };
  });
  const onRequest = actions.includes('accept')
    ? lines.flatMap(({ line, card }) => (isOnRequest(line) ? [card?.name ?? line.name] : []))
    : [];
  const withdrawn = isOpen ? withdrawnFrom(quotation, products) : [];
  const mayAccept = canOrder && onRequest.length === 0 && withdrawn.length === 0;
  return {
    quotation: placed,
    customerRef: ref,
    actions: mayAccept ? actions : actions.filter((action) => action !== 'accept'),
    mayNotAccept: !canOrder && actions.includes('accept'),
    onRequest,
    withdrawn,
    unchecked: actions.includes('accept') ? uncheckedIn(quotation, products) : [],
    lines,
    madeToOrder: madeToOrderIn(quotation, cards),
    note: noteHtml(quotation.note, page.locale, page.context.site),
    noteText: noteText(quotation.note),
    shown: shownFields(quotation),
    cartLines: inCart.size,
  };
}

/**
 * Loads the page of one quotation. Null when the ERP is unavailable and the page has form input: it then offers to send
 * that again, which an error page would lose. Without form input an unavailable ERP throws, for a 503 page.
 */
export async function loadQuotation(page: CustomerRequest): Promise<QuotationView | null> {
  try {
    return await viewOf(page, await neededQuotation(page));
  } catch (error) {
    if (!isUpstreamFailure(error) || (await shownData(page)) === null) throw error;
    page.context.log.warn(
      { event: 'quotation.unavailable', reason: error.reason },
      'a quotation cannot be shown: the ERP is unavailable',
    );
    return null;
  }
}
