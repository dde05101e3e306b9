/** One document as the file that the ERP has. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadDocument } from '~/features/documents/documents.server';
import { customerPage, recordId } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => downloadDocument(page, recordId(page)));
