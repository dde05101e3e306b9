/**
 * Passes files of the ERP on to the customer: streamed, never held in memory whole, and unable to run scripts (P-34).
 * Only expected media types pass, as attachments, with a sandboxing policy. Error bodies of the ERP are JSON and never
 * reach the customer; any other media type is a fault of the ERP (502).
 */
import type { ErpCall, ErpDownload } from '../../../../server/upstream/erp/erp-client';
import { notFound, type PageRequest } from '../page';

export const pdfOnly = ['application/pdf'] as const;
/**
 * Media types of pictures. SVG is included: an `img` element runs no script, and opened directly it is a sandboxed
 * download.
 */
export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
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
  /** The `Cache-Control` header of the response; default: `no-store`. */
  cacheControl?: string;
}

const mostOfName = 100;

/** Shortens the name before its extension: the customer's system chooses the program by `.pdf`. */
function shortName(name: string): string {
  if (name.length <= mostOfName) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name.trimEnd())?.[0] ?? '';
  return name.slice(0, mostOfName - ending.length) + ending;
}

/**
 * A `Content-Disposition` value with the name in both forms of RFC 6266, without any character that could end the
 * header (P-29).
 */
export function attachment(name: string): string {
  // Shortens the name first, so that the next step replaces a surrogate pair that shortening has split.
  const clean = shortName(name.normalize('NFC')).replace(/[\p{C}"\\/:*?<>|;%]/gu, '_');
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(clean).replaceAll("'", '%27')}`;
}

/** The file's media type. When it is not in `allowed`, cancels the stream, logs an error and returns null. */
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

/** Builds the response for the file; throws 502 when its media type is not `allowed`. */
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
 * Sends a file of the customer, or a published one. Throws 404 for unknown files and for files of another customer.
 * `refused` responds to any other refusal of the ERP.
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
