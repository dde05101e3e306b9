/** The model of an order file, in the customer's language. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { orderTemplate } from '~/features/quick-order/csv/downloads.server';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => Promise.resolve(orderTemplate(page)));
