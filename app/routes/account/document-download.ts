/** Downloads one document, as the file that the ERP stores. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { downloadDocument } from '~/account/documents/documents.server';
import { links } from '~/base/i18n/links';
import { customerFile } from '~/base/page/files/customer-file.server';
import { recordId } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.documents, (page) => downloadDocument(page, recordId(page)));
