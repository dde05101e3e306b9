/** An invoice of an order as a PDF. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadInvoice } from '~/features/orders/order-download.server';
import { links } from '~/i18n/links';
import { customerFile } from '~/page/files/customer-file.server';
import { recordId } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.orders, (page) => downloadInvoice(page, recordId(page)));
