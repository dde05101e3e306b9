/** Papers of the customer: confirmations, delivery notes, invoices, credit notes, price and discount lists. */
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
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

export interface Document {
  id: number;
  name: string;
  /** `pdf`, `csv`, `xls` …, as the back office says it. */
  format: string;
  type: DocumentType;
  channel: Channel | null;
  date: Date | null;
}

export const pageSizes = [10, 20, 50] as const;
const defaultSize = 10;
const maxPage = 10_000;

export interface DocumentsQuery {
  page: number;
  size: number;
  /** Null is every type. */
  type: DocumentType | null;
}

/** The list's address as it was asked for; what it cannot mean is its default. */
export function readDocumentsQuery(params: URLSearchParams): DocumentsQuery {
  const page = Number(params.get('page') ?? '1');
  const size = Number(params.get('size') ?? defaultSize);
  const type = params.get('type');
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultSize,
    type: documentTypes.find((one) => one === type) ?? null,
  };
}

export function documentsAddress(locale: Locale, query: DocumentsQuery): string {
  const params = new URLSearchParams();
  if (query.type !== null) params.set('type', query.type);
  if (query.size !== defaultSize) params.set('size', String(query.size));
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return links.documents(locale) + (text === '' ? '' : `?${text}`);
}
