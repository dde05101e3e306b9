/** The address of the orders list: page, page size, channel and number are in it, so Back and links work. */
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import { isChannel, type Channel } from './order';

export const pageSizes = [10, 20, 50] as const;
const defaultSize = 10;
const maxPage = 10_000;

export interface OrdersQuery {
  page: number;
  size: number;
  channel: Channel | null;
  name: string | null;
}

export function readOrdersQuery(params: URLSearchParams): OrdersQuery {
  const page = Number(params.get('page') ?? '1');
  const size = Number(params.get('size') ?? defaultSize);
  const channel = params.get('channel');
  const name = (params.get('no') ?? '').trim().slice(0, 60);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultSize,
    channel: isChannel(channel) ? channel : null,
    name: name === '' ? null : name,
  };
}

export function ordersAddress(locale: Locale, query: OrdersQuery): string {
  const params = new URLSearchParams();
  if (query.channel !== null) params.set('channel', query.channel);
  if (query.name !== null) params.set('no', query.name);
  if (query.size !== defaultSize) params.set('size', String(query.size));
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return links.orders(locale) + (text === '' ? '' : `?${text}`);
}
