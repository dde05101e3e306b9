/** A quotation as a PDF (contract/erp.md 17.1): only once it was answered. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { pdfOnly, sendFile } from '~/page/files/download.server';
import { redirectWithNotice } from '~/page/forms/notices.server';
import { customerFile } from '~/page/files/customer-file.server';
import { recordId } from '~/page/page';
import { links } from '~/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.quotations, (page) => {
    const id = recordId(page);
    return sendFile(
      page,
      { path: 'quotations/{id}/download', params: { id } },
      {
        allowed: pdfOnly,
        fallbackName: `${id}.pdf`,
        refused: () =>
          redirectWithNotice(page, links.quotation(page.locale, id), [
            { tone: 'bad', text: page.t('orders:detail.noPdf') },
          ]),
      },
    );
  });
