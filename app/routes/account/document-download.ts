/** One document as the file that the ERP has. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadDocument } from '~/features/documents/documents.server';
import { links } from '~/i18n/links';
import { customerFile } from '~/page/files/customer-file.server';
import { recordId } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.documents, (page) => downloadDocument(page, recordId(page)));
