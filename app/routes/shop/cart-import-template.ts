/** The model of an order file, in the customer's language. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { orderTemplate } from '~/features/cart/csv/downloads.server';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) => Promise.resolve(orderTemplate(page)));
