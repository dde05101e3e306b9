/** The address of the quotations list: state, page and page size are in it, so Back and links work. */
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import { isQuotationState, type QuotationState } from './quotation';

export const pageSizes = [10, 20, 50] as const;
const defaultSize = 10;
const maxPage = 10_000;

/** Accepted ones are orders, and listed there. */
export const listedStates = [
  'draft',
  'customer_request',
  'waiting_acceptation',
  'cancel',
] as const satisfies readonly QuotationState[];

export interface QuotationsQuery {
  page: number;
  size: number;
  state: QuotationState | null;
}

export function readQuotationsQuery(params: URLSearchParams): QuotationsQuery {
  const page = Number(params.get('page') ?? '1');
  const size = Number(params.get('size') ?? defaultSize);
  const state = params.get('state');
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultSize,
    state: isQuotationState(state) ? state : null,
  };
}

export function quotationsAddress(locale: Locale, query: QuotationsQuery): string {
  const params = new URLSearchParams();
  if (query.state !== null) params.set('state', query.state);
  if (query.size !== defaultSize) params.set('size', String(query.size));
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return links.quotations(locale) + (text === '' ? '' : `?${text}`);
}
