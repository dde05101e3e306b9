/** Downloads an invoice of an order as a PDF. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { downloadInvoice } from '~/ordering/orders/order-download.server';
import { links } from '~/base/i18n/links';
import { customerFile } from '~/base/page/files/customer-file.server';
import { recordId } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.orders, (page) => downloadInvoice(page, recordId(page)));
