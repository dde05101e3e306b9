/**
 * Files of the ERP on their way to the customer: streamed, never held whole, and inert (P-34): only kinds
 * that are expected pass, as attachments, with a policy that lets nothing run. An error body of the ERP is
 * JSON and never reaches the customer; any other content is a fault of the ERP (502).
 */
import type { ErpCall, ErpDownload } from '../../../../server/upstream/erp/erp-client';
import { notFound, type PageRequest } from '../page';

export const pdfOnly = ['application/pdf'] as const;
/** Drawings too: a picture element runs no script, and opened by itself it is a sandboxed download. */
export const pictureTypes = [
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml'],
] as const;
export const documentTypes = [
  ...pdfOnly,
  ...pictureTypes,
  'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

interface FileOptions {
  allowed: readonly string[];
  fallbackName: string;
  /** Default: `no-store`. */
  cacheControl?: string;
}

const mostOfName = 100;

/** Cut in front of its ending: the customer's system chooses the program by `.pdf`. */
function shortName(name: string): string {
  if (name.length <= mostOfName) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name.trimEnd())?.[0] ?? '';
  return name.slice(0, mostOfName - ending.length) + ending;
}

/** A name for the file in both forms of RFC 6266, without anything that could end the header (P-29). */
export function attachment(name: string): string {
  // Cut first: half a character that is left at the end is replaced like every other that no header can hold.
  const clean = shortName(name.normalize('NFC')).replace(/[\p{C}"\\/:*?<>|;%]/gu, '_');
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(clean).replaceAll("'", '%27')}`;
}

/** The file's media type; null where it is none of `allowed`: nothing more of it is read. */
export async function allowedKind(
  { context }: Pick<PageRequest, 'context'>,
  { contentType, stream }: ErpDownload,
  allowed: readonly string[],
): Promise<string | null> {
  const kind = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (allowed.includes(kind)) return kind;
  await stream.cancel();
  context.log.error(
    { event: 'download.refused', type: contentType.slice(0, 60) },
    'the ERP sent another kind of file than expected',
  );
  return null;
}

/** The file as an answer; a kind that is not `allowed` is refused with 502. */
async function inertFile(
  page: Pick<PageRequest, 'context'>,
  file: ErpDownload,
  { allowed, fallbackName, cacheControl = 'private, no-store' }: FileOptions,
): Promise<Response> {
  const { contentLength, filename, stream } = file;
  const kind = await allowedKind(page, file, allowed);
  if (kind === null) throw new Response(null, { status: 502, statusText: 'Bad Gateway' });
  return new Response(page.context.atReadersPace(stream), {
    headers: {
      'Content-Type': kind,
      'Content-Disposition': attachment(filename ?? fallbackName),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cacheControl,
      ...(contentLength === null ? {} : { 'Content-Length': String(contentLength) }),
    },
  });
}

/**
 * Fetches a file of the customer, or one that is published. Unknown files and files of another customer are 404;
 * `refused` answers what the ERP refuses otherwise.
 */
export async function sendFile(
  page: Pick<PageRequest, 'context' | 'url'>,
  call: Pick<ErpCall, 'path' | 'params' | 'at' | 'anonymous'>,
  options: FileOptions & { refused: () => Response },
): Promise<Response> {
  const answer = await page.context.erp.download(call);
  if (answer.kind === 'file') return inertFile(page, answer.file, options);
  if (answer.status === 404 || answer.status === 403) throw notFound(page.url.pathname);
  return options.refused();
}
