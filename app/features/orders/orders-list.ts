/** The address of the orders list: page, page size, channel and number are in it, so Back and links work. */
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/ui/page/paging';
import { isChannel, type Channel } from './order';

export interface OrdersQuery extends Paging {
  channel: Channel | null;
  name: string | null;
}

export function readOrdersQuery(params: URLSearchParams): OrdersQuery {
  const channel = params.get('channel');
  const name = (params.get('no') ?? '').trim().slice(0, 60);
  return {
    ...readPaging(params),
    channel: isChannel(channel) ? channel : null,
    name: name === '' ? null : name,
  };
}

export function ordersAddress(locale: Locale, query: OrdersQuery): string {
  const filters = new URLSearchParams();
  if (query.channel !== null) filters.set('channel', query.channel);
  if (query.name !== null) filters.set('no', query.name);
  return pagedAddress(links.orders(locale), filters, query);
}
