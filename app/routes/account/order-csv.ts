/** The lines of an order as a file that the import reads again. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadLines } from '~/features/quick-order/csv/downloads.server';
import { neededOrder } from '~/features/orders/order-view.server';
import { links } from '~/i18n/links';
import { customerFile } from '~/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.orders, async (page) => {
    const { name, lines } = await neededOrder(page);
    return downloadLines(page, name, lines);
  });
