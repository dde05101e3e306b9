/** Downloads the lines of an order as a file that the import accepts. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { downloadLines } from '~/ordering/quick-order/csv/downloads.server';
import { neededOrder } from '~/ordering/orders/order-view.server';
import { links } from '~/base/i18n/links';
import { customerFile } from '~/base/page/files/customer-file.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerFile(args, links.orders, async (page) => {
    const { name, lines } = await neededOrder(page);
    return downloadLines(page, name, lines);
  });
