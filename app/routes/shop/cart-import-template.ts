/** Downloads the template of an order file, in the customer's language. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { orderTemplate } from '~/ordering/quick-order/csv/downloads.server';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => Promise.resolve(orderTemplate(page)));
