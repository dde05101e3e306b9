/** One document as the file that the ERP has. */
import type { LoaderFunctionArgs } from '~/kernel/remix-server';
import { downloadDocument } from '~/features/documents/documents.server';
import { customerPage, recordId } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => downloadDocument(page, recordId(page)));
