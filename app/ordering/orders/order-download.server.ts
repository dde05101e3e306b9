/** Downloads of an order and its invoices as PDF (contract/erp.md 14.3, 14.4). */
import { pdfOnly, sendFile } from '~/base/page/files/download.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import type { CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';

/** Sends a PDF of the ERP. `back` is the page that displays the error when the ERP cannot create the file. */
const sendPdf = (page: CustomerRequest, path: string, id: number, back: string) =>
  sendFile(
    page,
    { path, params: { id } },
    {
      allowed: pdfOnly,
      fallbackName: `${id}.pdf`,
      refused: () =>
        redirectWithNotice(page, back, [{ tone: 'bad', text: page.t('orders:detail.noPdf') }]),
    },
  );

export const downloadOrder = (page: CustomerRequest, id: number): Promise<Response> =>
  sendPdf(page, 'sales/{id}/download', id, links.order(page.locale, id));

/** Downloads an invoice. ERPs with the published modules use the plural in the path. */
export const downloadInvoice = (page: CustomerRequest, id: number): Promise<Response> =>
  sendPdf(
    page,
    page.context.erp.offers('GET invoice/{id}/download')
      ? 'invoice/{id}/download'
      : 'invoices/{id}/download',
    id,
    links.orders(page.locale),
  );
