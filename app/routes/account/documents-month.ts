/** The documents of a month as one archive. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadMonth } from '~/features/documents/month.server';
import { links } from '~/i18n/links';
import { customerFile } from '~/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.documents, downloadMonth);
