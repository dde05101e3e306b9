/**
 * The documents of one month as one archive (DOC-02): streamed file by file, limited in number and size. A text file
 * inside names the omitted and unavailable documents, because a response that is already being sent cannot report them
 * otherwise.
 */
import { isUpstreamFailure } from '~/base/kernel/failure';
import { dayOf, laterDay, monthEnd, type Day } from '~/base/kernel/day';
import { links } from '~/base/i18n/links';
import { allowedKind, attachment } from '~/base/page/files/download.server';
import { zipFiles, type Packed } from '~/base/page/files/zip.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { notFound, type CustomerRequest } from '~/base/page/page';
import { mostDocuments, readDocumentsQuery, type Document } from './document';
import { fileKinds, listDocuments } from './documents.server';

const mostBytes = 200 * 1024 * 1024;

/** Parses the month in the address, `2026-11`; throws 404 for any other text. */
function monthOf({ params, url }: CustomerRequest): string {
  const month = params['month'] ?? '';
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw notFound(url.pathname);
  return month;
}

const safeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}"\\/:*?<>|]/gu, '_')
    .slice(0, 80);

function nameOf({ t }: CustomerRequest, document: Document, taken: Set<string>): string {
  const called = `${safeName(t(`documents:one.${document.type}`))}/${safeName(document.name)}`;
  const kind = safeName(document.format).toLowerCase();
  const ending = kind === '' ? '' : `.${kind}`;
  // A document named `prices.csv` must not become `prices.csv.csv`.
  const isNamed = ending !== '' && called.toLowerCase().endsWith(ending);
  const base = isNamed ? called.slice(0, -ending.length) : called;
  const plain = `${base}${ending}`;
  const name = taken.has(plain) ? `${base} (${document.id})${ending}` : plain;
  taken.add(name);
  return name;
}

const logMissing = ({ context }: CustomerRequest, reason: string): void =>
  context.log.warn(
    { event: 'documents.month_incomplete', reason },
    'a document is missing from the archive of its month',
  );

/** The file's bytes; null when the ERP refuses it or sends another type of file. */
async function open(
  page: CustomerRequest,
  { id }: Document,
): Promise<ReadableStream<Uint8Array> | null> {
  const { context } = page;
  try {
    const answer = await context.erp.download({ path: 'documents/{id}/download', params: { id } });
    if (answer.kind !== 'file') return null;
    return (await allowedKind(page, answer.file, fileKinds)) ? answer.file.stream : null;
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    logMissing(page, error.reason);
    return null;
  }
}

async function* files(
  page: CustomerRequest,
  documents: readonly Document[],
  total: number,
): AsyncGenerator<Packed> {
  const taken = new Set<string>();
  const missing: string[] = [];
  let bytes = 0;
  /**
   * Passes the files on and counts their bytes. A file whose stream breaks is listed as unavailable; the other files
   * are complete.
   */
  async function* counted(
    stream: ReadableStream<Uint8Array>,
    { name }: Document,
  ): AsyncGenerator<Uint8Array> {
    const reader = stream.getReader();
    const next = () =>
      reader.read().catch(() => {
        logMissing(page, 'broken-off');
        missing.push(name);
        return { done: true } as const;
      });
    try {
      for (let part = await next(); !part.done; part = await next()) {
        bytes += part.value.byteLength;
        yield part.value;
      }
    } finally {
      // Cancels the ERP's stream when the browser has disconnected. On a finished stream this does nothing.
      await reader.cancel().catch(() => undefined);
    }
  }
  for (const document of documents) {
    const content = bytes < mostBytes ? await open(page, document) : null;
    if (content) yield { name: nameOf(page, document, taken), content: counted(content, document) };
    else missing.push(document.name);
  }
  const unread = Math.max(0, total - documents.length);
  if (missing.length > 0 || unread > 0) {
    const lines = [
      page.t('documents:month.incomplete'),
      ...missing.map((name) => `- ${name}`),
      ...(unread > 0 ? [page.t('documents:month.unread', { count: unread })] : []),
    ];
    yield {
      name: page.t('documents:month.readme'),
      // The text file begins with a byte order mark, so that spreadsheet programs detect UTF-8.
      content: texts(`\uFEFF${lines.join('\r\n')}\r\n`),
    };
  }
}

async function* texts(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

export async function downloadMonth(page: CustomerRequest): Promise<Response> {
  const month = monthOf(page);
  const from = `${month}-01` as Day;
  const { type } = readDocumentsQuery(page.url.searchParams);
  const list = await listDocuments(page, {
    page: 1,
    size: mostDocuments,
    type,
    from,
    to: monthEnd(from),
  });
  // An ERP that ignores the bounds lists everything, so the shop filters too. The extra day at each end allows for ERP
  // days that start at another hour than the shop's.
  const [first, last] = [laterDay(from, -1), laterDay(monthEnd(from), 1)];
  const found = (list?.items ?? []).filter(({ date }) => {
    const day = date ? dayOf(date) : null;
    return day !== null && day >= first && day <= last;
  });
  const isBounded = found.length === list?.items.length;
  if (!list || found.length === 0)
    throw redirectWithNotice(page, links.documents(page.locale), [
      { tone: 'info', text: page.t('documents:month.none') },
    ]);
  const chunks = zipFiles(files(page, found.slice(0, mostDocuments), isBounded ? list.total : 0));
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(page.context.atReadersPace(stream), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`documents-${month}.zip`),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
