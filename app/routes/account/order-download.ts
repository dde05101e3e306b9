/** An order as a PDF. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadOrder } from '~/features/orders/order-download.server';
import { customerPage, recordId } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => downloadOrder(page, recordId(page)));
