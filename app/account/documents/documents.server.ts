/**
 * Documents (contract/erp.md 6.16, 14.6, 14.7). Only ERPs with the distributor's own modules have the call. A document
 * of an unknown type is omitted rather than failing the page.
 */
import { z } from 'zod';
import { listIfInstalled } from '~/base/erp/calls.server';
import { readable, text } from '~/base/erp/wire-fields.server';
import { channels } from '~/ordering/orders/order';
import { dayOf, laterDay, type Day } from '~/base/kernel/day';
import { fileKind } from '~/base/kernel/file-kind';
import { instantFrom } from '~/base/kernel/wire-date';
import { pdfOnly, sendFile } from '~/base/page/files/download.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { CustomerRequest } from '~/base/page/page';
import { cachedForSession } from '~/base/page/session-cache.server';
import { links } from '~/base/i18n/links';
import { pageOf } from '~/base/ui/page/paging';
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
  format: text,
  type: z.enum(documentTypes),
  sale_channel: z.enum(channels).nullish().catch(null),
  document_date: text,
});

const DocumentsWire = z.object({
  size: z.int().nonnegative(),
  data: readable(
    DocumentWire.transform(
      ({ id, name, format, type, sale_channel: channel, document_date: date }): Document => ({
        id,
        name,
        type,
        format: format?.toLowerCase() ?? fileKind(name).toLowerCase(),
        channel: channel ?? null,
        date: instantFrom(date),
      }),
    ),
  ),
});

export interface DocumentList {
  total: number;
  items: readonly Document[];
}

/** A page of documents, newest first; null when this ERP has none. */
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
 * The requested page of documents. The ERP has no filter by number, so a search by number reads the newest
 * `mostSearched` documents of the selected days and type here. `unread` counts the documents beyond them.
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

/** Media types of documents that browsers pass to another program and never run as scripts. */
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

/** How long the months of older documents are cached, in milliseconds: newer documents are on the page itself. */
const monthsFreshMs = 60 * 60 * 1000;

export interface DocumentMonths {
  /** Months that have documents, newest first, in the form `2026-11`. */
  months: readonly string[];
  /** For months before this one, it is unknown whether they have documents; null when all months are known. */
  knownFrom: string | null;
}

export const noMonths: DocumentMonths = { months: [], knownFrom: null };

/**
 * The months whose documents of a type can be downloaded as one archive. After a search, or when the page shows the
 * whole list, these are the months of the documents on the page. Otherwise they are the months of the newest
 * `mostSearched` documents, and all earlier months back to the first document.
 */
export async function documentMonths(
  page: CustomerRequest,
  query: DocumentsQuery,
  { total, items }: DocumentList,
): Promise<DocumentMonths> {
  const shown = { months: monthsIn(items), knownFrom: null };
  if (isSearch(query) || total <= items.length) return shown;
  const { type } = query;
  const read = await loadOptionalBlock(page, 'months of documents', () =>
    cachedForSession(page, `document-months:${type}`, monthsFreshMs, async () => {
      const all = await findDocuments(page, { ...query, ...everyNumber });
      const known = monthsIn(all?.items ?? []);
      if (!all || all.unread === 0) return { months: known, knownFrom: null };
      const last = await listDocuments(page, { ...query, page: total, size: 1 });
      const knownFrom = known.at(-1) ?? null;
      const [first = null] = monthsIn(last?.items ?? []);
      const older = first && knownFrom ? monthsBetween(first, knownFrom) : [];
      return { months: [...known, ...older], knownFrom };
    }),
  );
  const { months, knownFrom } = valueOr(read, shown);
  return { months: [...new Set([...shown.months, ...months])].sort().reverse(), knownFrom };
}

const everyNumber = { number: '', page: 1, size: mostSearched };

const monthOf = (day: Day): string => day.slice(0, 7);

/** Months of the documents, newest first. */
const monthsIn = (documents: readonly Document[]): string[] => {
  const months = documents.flatMap(({ date }) => (date ? [monthOf(dayOf(date))] : []));
  return [...new Set(months)].sort().reverse();
};

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthOf(laterDay(`${month}-01` as Day, -1)))
    months.push(month);
  return months;
}
