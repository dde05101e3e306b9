/** Downloads the PDF of a classified ad, for customers who may see the ad (contract/erp.md 6.15). */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { findAd } from '~/content/small-ads/small-ads.server';
import { pdfOnly, sendFile } from '~/base/page/files/download.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerFile } from '~/base/page/files/customer-file.server';
import { notFound, recordId } from '~/base/page/page';
import { links } from '~/base/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.smallAds, async (page) => {
    const id = recordId(page);
    const document = (await findAd(page, id))?.document;
    if (!document) throw notFound(page.url.pathname);
    return sendFile(
      page,
      { path: 'web/content', at: document.at },
      {
        allowed: pdfOnly,
        fallbackName: `${id}.pdf`,
        refused: () =>
          redirectWithNotice(page, links.smallAd(page.locale, id), [
            { tone: 'bad', text: page.t('small-ads:document.gone') },
          ]),
      },
    );
  });
