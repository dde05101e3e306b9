/** Loads the order page: the order, and the current names of its products when the catalogue is available. */
import type { LowAmount } from '~/ordering/cart/cart';
import { findLowAmount } from '~/ordering/cart/low-amount.server';
import { findReferringPage } from '~/base/page/came-from.server';
import { links } from '~/base/i18n/links';
import { awaitedPayment } from '~/ordering/payment/instructions.server';
import { noteHtml } from '~/base/page/untrusted/note-text.server';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import { notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { askedOfOrder } from '~/ordering/on-order/cancel-asked.server';
import { withPlaces } from '~/ordering/addresses/countries.server';
import { dayOf } from '~/base/kernel/day';
import { freeGoodsOf, orderCards } from './free-goods.server';
import { earnsRebate, orderSums, productLines, type Order } from './order';
import type { OrderView } from './views/order-page';
import { findOrder } from './orders.server';

/**
 * The order that the page's address names. Responds with 404 for an unknown order and for another customer's alike
 * (P-21).
 */
export async function neededOrder(page: CustomerRequest): Promise<Order> {
  const order = await findOrder(page, recordId(page));
  if (!order) throw notFound(page.url.pathname, 'order');
  return order;
}

/**
 * Small-order fee of an order of which nothing was delivered yet; null when no fee is due. If the ERP reports no
 * deliveries, only orders of today qualify, because older ones may have been delivered.
 */
export async function participationOf(
  page: CustomerRequest,
  order: Order,
): Promise<LowAmount | null> {
  const { id, state, lines, placedAt } = order;
  const isToCome = state === 'processing' || state === 'pending';
  const isTold = productLines({ lines }).every(({ delivered }) => delivered !== null);
  const isToday = placedAt !== null && dayOf(placedAt) === dayOf(page.context.clock.now());
  return isToCome && (isTold || isToday) ? findLowAmount(page, orderSums(order), id) : null;
}

const noneAsked: ReadonlyMap<number, number> = new Map();

export async function loadOrder(page: CustomerRequest): Promise<OrderView> {
  const found = await neededOrder(page);
  const finding = orderCards(page, found);
  const [cards, order, low, awaited, free, asked] = await Promise.all([
    finding,
    withPlaces(page, found),
    participationOf(page, found),
    awaitedPayment(page, found),
    freeGoodsOf(page, found, () => finding),
    loadOptionalBlock(page, 'cancellations', () => askedOfOrder(page, found.lines)),
  ]);
  const { locale, context } = page;
  const list = links.orders(page.locale);
  const from = findReferringPage(page);
  return {
    low,
    free,
    listAddress: from?.split('?')[0] === list ? from : list,
    order: earnsRebate(order, dayOf(page.context.clock.now()))
      ? order
      : { ...order, yearEndRebate: null },
    lines: order.lines.map((line) => ({
      line,
      card: cards?.get(line.productId) ?? null,
      asked: valueOr(asked, noneAsked).get(line.id) ?? 0,
    })),
    note: noteHtml(order.note, locale, context.site),
    awaited: awaited && { instructions: safeHtml(awaited.instructions, locale, context.site) },
    linkRules: context.site,
    customerRef: page.customer.ref,
  };
}
