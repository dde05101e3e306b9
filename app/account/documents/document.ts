/** Papers of the customer: confirmations, delivery notes, invoices, credit notes, price and discount lists. */
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
export type DocumentType = (typeof documentTypes)[number];

/** So many papers go into the archive of a month; also as many as the ERP is asked for in one call. */
export const mostDocuments = 100;
/** So many are read for a number, newest first: the ERP takes no number itself. */
export const mostSearched = 5 * mostDocuments;

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
  /** Part of a document's name, as it was typed. */
  number: string | null;
  /** First and last day; null is unbounded. */
  from: Day | null;
  to: Day | null;
}

/** By number or days; a type is only another list. */
export const isSearch = ({ number, from, to }: DocumentsQuery): boolean =>
  [number, from, to].some((one) => one !== null);

/** Its last day comes before its first one: there is nothing to find. */
export const isBackwards = ({ from, to }: DocumentsQuery): boolean =>
  from !== null && to !== null && to < from;

/** The list's address as it was asked for; what it cannot mean is its default. */
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

/** Of a number only letters and digits count: `inv 2026 12` is INV/2026/12. */
const numberKey = (text: string): string =>
  halfWidth(text)
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

/**
 * The number of the order that a document is about, where its name says it: a confirmation has the order's, a delivery
 * note may have it behind its own letters (`BL-S00123`). Null for every other.
 */
export function orderNumberOf({ type, name }: Pick<Document, 'type' | 'name'>): string | null {
  const number = name.replace(/\.[a-z]{3,4}$/i, '');
  if (type === 'order') return /^(?=\D*\d)\S+$/.test(number) ? number : null;
  const [, ofOrder = null] = /^[A-Z]{1,4}-(?=\D*\d)(\S+)$/.exec(number) ?? [];
  return type === 'delivery_note' ? ofOrder : null;
}

export const hasNumber = ({ name }: Pick<Document, 'name'>, number: string): boolean =>
  numberKey(name).includes(numberKey(number));
