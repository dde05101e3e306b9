/** The lines of an order as a file that the import reads again. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadLines } from '~/features/cart/csv/downloads.server';
import { neededOrder } from '~/features/orders/order-view.server';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const { name, lines } = await neededOrder(page);
    return downloadLines(page, name, lines);
  });
