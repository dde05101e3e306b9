/** The order as a PDF (contract/erp.md 14.3). */
import { pdfOnly, sendFile } from '~/page/files/download.server';
import { redirectWithNotice } from '~/page/forms/notices.server';
import type { CustomerRequest } from '~/page/page';
import { links } from '~/i18n/links';

export const downloadOrder = (page: CustomerRequest, id: number): Promise<Response> =>
  sendFile(
    page,
    { path: 'sales/{id}/download', params: { id } },
    {
      allowed: pdfOnly,
      fallbackName: `${id}.pdf`,
      refused: () =>
        redirectWithNotice(page, links.order(page.locale, id), [
          { tone: 'bad', text: page.t('orders:detail.noPdf') },
        ]),
    },
  );
