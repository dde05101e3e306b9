/** Documents of the customer: confirmations, delivery notes, invoices, credit notes, price and discount lists. */
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { typedDay, type Day } from '~/base/kernel/day';
import { halfWidth } from '~/base/kernel/half-width';
import { pagedAddress, readPaging, type Paging } from '~/base/ui/page/paging';
import type { Channel } from '~/ordering/orders/order';

export const documentTypes = [
  'order',
  'delivery_note',
  'invoice',
  'credit_note',
  'pricelist',
  'discount',
] as const;
type DocumentType = (typeof documentTypes)[number];

/** Maximum number of documents in the archive of one month, and per call of the ERP. */
export const mostDocuments = 100;
/**
 * Maximum number of documents, newest first, in which the shop searches for a document number, because the ERP has no
 * filter by number.
 */
export const mostSearched = 5 * mostDocuments;

export interface Document {
  id: number;
  name: string;
  /** `pdf`, `csv`, `xls` …, from the ERP or else from the file name; '' when unknown. */
  format: string;
  type: DocumentType;
  channel: Channel | null;
  date: Date | null;
}

export interface DocumentsQuery extends Paging {
  /** Type of the documents to list; null lists every type. */
  type: DocumentType | null;
  /** Part of a document's number or name, as the customer typed it. */
  number: string | null;
  /** First and last day of the documents; null means no limit. */
  from: Day | null;
  to: Day | null;
}

/** Whether the query filters by number or days; a filter by type alone does not count as a search. */
export const isSearch = ({ number, from, to }: DocumentsQuery): boolean =>
  [number, from, to].some((one) => one !== null);

/** True when the last day is before the first day, so that no document can match. */
export const isBackwards = ({ from, to }: DocumentsQuery): boolean =>
  from !== null && to !== null && to < from;

/** Parses the list's address; invalid values fall back to their defaults. */
export function readDocumentsQuery(params: URLSearchParams): DocumentsQuery {
  const type = params.get('type');
  const number = (params.get('no') ?? '').trim();
  return {
    ...readPaging(params),
    type: documentTypes.find((one) => one === type) ?? null,
    number: numberKey(number) === '' ? null : number,
    from: typedDay(params.get('from') ?? ''),
    to: typedDay(params.get('to') ?? ''),
  };
}

export function documentsAddress(locale: Locale, query: DocumentsQuery): string {
  const { type, number, from, to } = query;
  const filters = Object.entries({ type, no: number, from, to }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return pagedAddress(links.documents(locale), new URLSearchParams(filters), query);
}

/** Comparison key of a document number: its letters and digits only, so that `inv 2026 12` matches INV/2026/12. */
const numberKey = (text: string): string =>
  halfWidth(text)
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

/**
 * The number of the order that a document belongs to, derived from the document's name. A confirmation is named by the
 * order number; a delivery note may have that number after a prefix (`BL-S00123`). Null for every other document.
 */
export function orderNumberOf({ type, name }: Pick<Document, 'type' | 'name'>): string | null {
  const number = name.replace(/\.[a-z]{3,4}$/i, '');
  if (type === 'order') return /^(?=\D*\d)\S+$/.test(number) ? number : null;
  const [, ofOrder = null] = /^[A-Z]{1,4}-(?=\D*\d)(\S+)$/.exec(number) ?? [];
  return type === 'delivery_note' ? ofOrder : null;
}

export const hasNumber = ({ name }: Pick<Document, 'name'>, number: string): boolean =>
  numberKey(name).includes(numberKey(number));
