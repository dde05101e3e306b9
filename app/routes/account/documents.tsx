/** The customer's documents, by type. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { documentsAddress, readDocumentsQuery } from '~/account/documents/document';
import { DocumentsPage } from '~/account/documents/documents-page';
import { documentMonths, findDocuments, noMonths } from '~/account/documents/documents.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { redirectPastEnd } from '~/base/page/past-the-end.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const query = readDocumentsQuery(page.url.searchParams);
    const list = await findDocuments(page, query);
    redirectPastEnd(query, list, (last) => documentsAddress(page.locale, { ...query, page: last }));
    const months = list ? await documentMonths(page, query, list) : noMonths;
    return viewData({ query, list, months }, { title: page.t('documents:title'), noindex: true });
  });

export default function Documents() {
  const view = useViewData<typeof loader>();
  return <DocumentsPage view={view} />;
}
