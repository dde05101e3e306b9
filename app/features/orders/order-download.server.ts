/**
 * The order as a PDF (contract/erp.md 14.3), streamed and inert (P-34): only a PDF passes, as an attachment,
 * with a policy that lets nothing run. An error body of the ERP is JSON and never reaches the customer; any
 * other content is a fault of the ERP (502).
 */
import type { CustomerRequest } from '~/http/page';
import { notFound } from '~/http/page';
import { redirectWithNotice } from '~/http/flash.server';
import { links } from '~/i18n/links';

/** A name for the file in both forms of RFC 6266, without anything that could end the header (P-29). */
export function attachment(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{C}"\\/:*?<>|;%]/gu, '_')
    .slice(0, 100);
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(clean).replaceAll("'", '%27')}`;
}

export async function downloadOrder(page: CustomerRequest, id: number): Promise<Response> {
  const { context, url, locale, t } = page;
  const answer = await context.erp.download({ path: 'sales/{id}/download', params: { id } });
  if (answer.kind === 'refused') {
    const { status } = answer;
    if (status === 404 || status === 403) throw notFound(url.pathname);
    return redirectWithNotice(page, links.order(locale, id), [
      { tone: 'bad', text: t('orders:detail.noPdf') },
    ]);
  }
  const { contentType, contentLength, filename, stream } = answer.file;
  if (!/^application\/pdf\b/i.test(contentType)) {
    await stream.cancel();
    context.log.error(
      { event: 'download.refused', type: contentType.slice(0, 60) },
      'the ERP sent something else than the PDF of an order',
    );
    throw new Response(null, { status: 502, statusText: 'Bad Gateway' });
  }
  return new Response(stream, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': attachment(filename ?? `${id}.pdf`),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      ...(contentLength === null ? {} : { 'Content-Length': String(contentLength) }),
    },
  });
}
