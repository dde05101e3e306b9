/** Downloads the cart's lines as a file that the import accepts. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { downloadCartLines } from '~/ordering/quick-order/csv/downloads.server';
import { links } from '~/base/i18n/links';
import { customerFile } from '~/base/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.cart, downloadCartLines);
