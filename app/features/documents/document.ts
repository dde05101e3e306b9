/** Papers of the customer: confirmations, delivery notes, invoices, credit notes, price and discount lists. */
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/ui/page/paging';
import type { Channel } from '~/features/orders/order';

export const documentTypes = [
  'order',
  'delivery_note',
  'invoice',
  'credit_note',
  'pricelist',
  'discount',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** So many papers go into the archive of a month. */
export const mostDocuments = 100;

export interface Document {
  id: number;
  name: string;
  /** `pdf`, `csv`, `xls` …, as the ERP says it, else its name; '' where neither does. */
  format: string;
  type: DocumentType;
  channel: Channel | null;
  date: Date | null;
}

export interface DocumentsQuery extends Paging {
  /** Null is every type. */
  type: DocumentType | null;
}

/** The list's address as it was asked for; what it cannot mean is its default. */
export function readDocumentsQuery(params: URLSearchParams): DocumentsQuery {
  const type = params.get('type');
  return { ...readPaging(params), type: documentTypes.find((one) => one === type) ?? null };
}

export function documentsAddress(locale: Locale, query: DocumentsQuery): string {
  const filters = new URLSearchParams();
  if (query.type !== null) filters.set('type', query.type);
  return pagedAddress(links.documents(locale), filters, query);
}
