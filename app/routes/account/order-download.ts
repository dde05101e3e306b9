/** An order as a PDF. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadOrder } from '~/features/orders/order-download.server';
import { orderId } from '~/features/orders/order-view.server';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => downloadOrder(page, orderId(page)));
