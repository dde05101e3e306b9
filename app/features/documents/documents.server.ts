/**
 * Documents (contract/erp.md 6.16, 14.6, 14.7), a call of the customer's own modules: a released server has
 * none. A kind of document that the shop does not know is left out of the page rather than failing it.
 */
import { z } from 'zod';
import { listIfInstalled } from '~/erp/calls.server';
import { channels } from '~/features/orders/order';
import { dayOf, laterDay, type Day } from '~/kernel/day';
import { fileKind } from '~/kernel/file-kind';
import { instantFrom } from '~/kernel/instant';
import { pdfOnly, sendFile } from '~/page/files/download.server';
import { redirectWithNotice } from '~/page/forms/notices.server';
import { optional, valueOr } from '~/page/optional';
import type { CustomerRequest } from '~/page/page';
import { cachedForSession } from '~/page/session-cache.server';
import { links } from '~/i18n/links';
import { pageOf } from '~/ui/page/paging';
import {
  documentTypes,
  hasNumber,
  isSearch,
  mostDocuments,
  mostSearched,
  type Document,
  type DocumentsQuery,
} from './document';

const DocumentWire = z.object({
  id: z.int(),
  name: z.string(),
  format: z.string().nullish(),
  type: z.enum(documentTypes),
  sale_channel: z.enum(channels).nullish().catch(null),
  document_date: z.string().nullish(),
});

const DocumentsWire = z.object({
  size: z.int().nonnegative(),
  data: z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row): Document[] => {
      const read = DocumentWire.safeParse(row);
      if (!read.success) return [];
      const { id, name, format, type, sale_channel: channel, document_date: date } = read.data;
      return [
        {
          ...{ id, name, type },
          format: format?.trim().toLowerCase() || fileKind(name).toLowerCase(),
          channel: channel ?? null,
          date: instantFrom(date ?? null),
        },
      ];
    }),
  ),
});

export interface DocumentList {
  total: number;
  items: readonly Document[];
}

/** A page of documents, newest first; null where this ERP has none to give. */
export async function listDocuments(
  { context }: Pick<CustomerRequest, 'context'>,
  query: Omit<DocumentsQuery, 'size' | 'number'> & { size: number },
): Promise<DocumentList | null> {
  const found = await listIfInstalled(
    context,
    {
      path: 'documents',
      query: {
        page: query.page,
        per_page: query.size,
        type: query.type ?? undefined,
        from_date: query.from ?? undefined,
        to_date: query.to ?? undefined,
      },
    },
    DocumentsWire,
    { size: 0, data: [] },
  );
  return found && { total: found.size, items: found.data };
}

/**
 * The page of documents that is asked for. The ERP takes no number: for one its documents are read here, the newest
 * `mostSearched` of the days and the type that were chosen. `unread` counts those behind them.
 */
export async function findDocuments(
  page: Pick<CustomerRequest, 'context'>,
  query: DocumentsQuery,
): Promise<(DocumentList & { unread: number }) | null> {
  const { number } = query;
  const read = (at: number) => listDocuments(page, { ...query, page: at, size: mostDocuments });
  const first = number === null ? await listDocuments(page, query) : await read(1);
  if (first === null || number === null) return first && { ...first, unread: 0 };
  const pages = Math.ceil(Math.min(first.total, mostSearched) / mostDocuments);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2));
  const lists = [first, ...(await Promise.all(others))];
  const found = lists.flatMap((list) => list?.items ?? []).filter((one) => hasNumber(one, number));
  const { items, total } = pageOf(found, query);
  return { items, total, unread: Math.max(0, first.total - mostSearched) };
}

/** What a browser hands to a spreadsheet program; nothing that a browser would run. */
export const fileKinds = [
  ...pdfOnly,
  'text/csv',
  'text/plain',
  'application/zip',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/octet-stream',
] as const;

export const downloadDocument = (page: CustomerRequest, id: number): Promise<Response> =>
  sendFile(
    page,
    { path: 'documents/{id}/download', params: { id } },
    {
      allowed: fileKinds,
      fallbackName: `${id}.pdf`,
      refused: () =>
        redirectWithNotice(page, links.documents(page.locale), [
          { tone: 'bad', text: page.t('documents:notPrepared') },
        ]),
    },
  );

/** So long the day of a customer's first document is believed: it stays what it is. */
const firstFreshMs = 60 * 60 * 1000;

/**
 * The months, newest first, whose documents of a type can be had as one file: all since the first document where the
 * list has more than the page shows, else, and after a search, those on the page.
 */
export async function documentMonths(
  page: CustomerRequest,
  query: DocumentsQuery,
  { total, items }: DocumentList,
): Promise<readonly string[]> {
  const months = monthsIn(items);
  if (isSearch(query) || total <= items.length) return months;
  const { type, from, to, page: at } = query;
  const first = await optional(page, 'first document', () =>
    cachedForSession(page, `first-document:${type}`, firstFreshMs, async () => {
      const last = await listDocuments(page, { page: total, size: 1, type, from, to });
      return monthsIn(last?.items ?? [])[0] ?? null;
    }),
  );
  const month = valueOr(first, null);
  if (month === null) return months;
  const today = monthOf(dayOf(page.context.clock.now()));
  const newest = at === 1 ? (months[0] ?? today) : today;
  return [...new Set([...months, ...monthsBetween(month, newest)])].sort().reverse();
}

const monthOf = (day: Day): string => day.slice(0, 7);

const monthsIn = (documents: readonly Document[]): string[] => [
  ...new Set(documents.flatMap(({ date }) => (date ? [monthOf(dayOf(date))] : []))),
];

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthOf(laterDay(`${month}-01` as Day, -1)))
    months.push(month);
  return months;
}
