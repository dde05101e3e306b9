/**
 * Query of the orders list. Page, page size, channel and order number are in the address, so that Back and links work.
 */
import { links } from '~/base/i18n/links';
import { halfWidth } from '~/base/kernel/half-width';
import type { Locale } from '~/base/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/base/ui/page/paging';
import { isChannel, type Channel } from './order';

export interface OrdersQuery extends Paging {
  channel: Channel | null;
  name: string | null;
}

/**
 * Normalises an entered order number: full-width characters become ASCII, spaces are removed. The ERP ignores case
 * (contract/erp.md 14.1).
 */
const orderNumber = (typed: string): string => halfWidth(typed).replace(/\s+/g, '');

export function readOrdersQuery(params: URLSearchParams): OrdersQuery {
  const channel = params.get('channel');
  const name = orderNumber(params.get('no') ?? '');
  return {
    ...readPaging(params),
    channel: isChannel(channel) ? channel : null,
    name: name === '' ? null : name,
  };
}

/** Address of the list of orders whose number contains `name`. */
export const ordersNamed = (locale: Locale, name: string): string =>
  ordersAddress(locale, { ...readPaging(new URLSearchParams()), channel: null, name });

export function ordersAddress(locale: Locale, query: OrdersQuery): string {
  const filters = new URLSearchParams();
  if (query.channel !== null) filters.set('channel', query.channel);
  if (query.name !== null) filters.set('no', query.name);
  return pagedAddress(links.orders(locale), filters, query);
}
