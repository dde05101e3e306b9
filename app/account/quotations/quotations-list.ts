/** The address of the quotations list contains state, page and page size, so that Back and links work. */
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/base/ui/page/paging';
import { isQuotationState, type QuotationState } from './quotation';

/** States that the list can show. Accepted quotations are orders, so their tab links to the orders. */
export const listedStates = [
  'draft',
  'customer_request',
  'waiting_acceptation',
  'accepted',
  'cancel',
] as const satisfies readonly QuotationState[];

export interface QuotationsQuery extends Paging {
  state: QuotationState | null;
}

export function readQuotationsQuery(params: URLSearchParams): QuotationsQuery {
  const state = params.get('state');
  return { ...readPaging(params), state: isQuotationState(state) ? state : null };
}

export function quotationsAddress(locale: Locale, query: QuotationsQuery): string {
  const filters = new URLSearchParams();
  if (query.state !== null) filters.set('state', query.state);
  return pagedAddress(links.quotations(locale), filters, query);
}
