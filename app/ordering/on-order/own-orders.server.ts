/**
 * A mark that each of the customer's own orders renews, for all instances. The shop keeps sums of orders under it, and so
 * asks the ERP for them again after an order. Orders by telephone show once what is kept has aged.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { atLast } from '~/base/page/at-last.server';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import { forgetPastOrders } from './past-orders.server';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const record = customerRecord({
  ...{ name: 'last-order', schema: z.string(), empty: 'none' },
  // Longer than anything is kept whose key it is part of.
  ttlSeconds: 2 * 60 * 60,
});

/** Changes with each order of the customer's own: part of the key of what changes with them. */
export const lastOrderMark = (page: Page): Promise<string> => record.read(page);

/** A cart or a quotation has become an order. Never fails it. */
export async function noteOwnOrder(page: Page): Promise<void> {
  forgetPastOrders(page);
  await atLast(() => record.update(page, () => randomUUID()));
}
