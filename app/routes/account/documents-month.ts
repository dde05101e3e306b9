/** Downloads the documents of a month as one archive. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { downloadMonth } from '~/account/documents/month.server';
import { links } from '~/base/i18n/links';
import { customerFile } from '~/base/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.documents, downloadMonth);
