/** Downloads a quotation as a PDF (contract/erp.md 17.1), which exists once the quotation is answered. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { pdfOnly, sendFile } from '~/base/page/files/download.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerFile } from '~/base/page/files/customer-file.server';
import { recordId } from '~/base/page/page';
import { links } from '~/base/i18n/links';

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
