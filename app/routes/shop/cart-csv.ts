/** The cart's lines as a file that the import reads again. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadCartLines } from '~/features/quick-order/csv/downloads.server';
import { links } from '~/i18n/links';
import { customerFile } from '~/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.cart, downloadCartLines);
