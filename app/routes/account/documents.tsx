/** The customer's documents, by type. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDocumentsQuery } from '~/features/documents/document';
import { DocumentsPage } from '~/features/documents/documents-page';
import { listDocuments } from '~/features/documents/documents.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const query = readDocumentsQuery(page.url.searchParams);
    const list = await listDocuments(page, query);
    return hold({ query, list }, { title: page.t('documents:title'), noindex: true });
  });

export default function Documents() {
  const view = useView<typeof loader>();
  return <DocumentsPage view={view} />;
}
