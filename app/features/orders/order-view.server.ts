/** One order's page: the order, and today's names of its products where the catalogue can be asked. */
import { findCards } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import { safeHtml } from '~/features/content/safe-html.server';
import { notFound, type CustomerRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { withCountries } from './countries.server';
import type { Order } from './order';
import type { OrderView } from './views/order-page';
import { findOrder } from './orders.server';

/** The id in the address; anything but a number is no page (P-27, P-37). */
export function orderId({ params, url }: Pick<CustomerRequest, 'params' | 'url'>): number {
  const id = params['id'] ?? '';
  if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound(url.pathname);
  return Number(id);
}

/** The order of the address, or 404: unknown and somebody else's are the same to the customer (P-21). */
export async function neededOrder(page: CustomerRequest): Promise<Order> {
  const order = await findOrder(page, orderId(page));
  if (!order) throw notFound(page.url.pathname);
  return order;
}

async function cardsOf(
  page: CustomerRequest,
  order: Order,
): Promise<ReadonlyMap<number, ProductCard>> {
  try {
    return await findCards(
      page,
      order.lines.map(({ productId }) => productId),
    );
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'order.cards_unavailable', service: error.service },
      'an order is shown with the names of the back office',
    );
    return new Map();
  }
}

export async function loadOrder(page: CustomerRequest): Promise<OrderView> {
  const found = await neededOrder(page);
  const { deliveryAddress: ship, invoicingAddress: bill } = found;
  const [cards, ships, bills] = await Promise.all([
    cardsOf(page, found),
    withCountries(page, ship ? [ship] : []),
    withCountries(page, bill ? [bill] : []),
  ]);
  const order: Order = {
    ...found,
    deliveryAddress: ships[0] ?? null,
    invoicingAddress: bills[0] ?? null,
  };
  return {
    order,
    lines: order.lines.map((line) => ({ line, card: cards.get(line.productId) ?? null })),
    note: safeHtml(order.note, page.locale),
    customerRef: page.customer.ref,
  };
}
