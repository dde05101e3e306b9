/**
 * Stores a mark that changes with each order of the customer and that all instances share. It is part of the cache keys
 * of sums over orders, so an order invalidates them. Orders by telephone do not change it: they appear when the cache
 * entries expire.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { retryForMinutes } from '~/base/page/at-last.server';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import { forgetPastOrders } from './past-orders.server';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const record = customerRecord({
  name: 'last-order',
  schema: z.string(),
  empty: 'none',
  // Longer than the lifetime of any cache entry whose key contains the mark.
  ttlSeconds: 2 * 60 * 60,
});

/** Changes with each of the customer's own orders; part of the cache key of everything that depends on them. */
export const lastOrderMark = (page: Page): Promise<string> => record.read(page);

/** Changes the mark. Call when a cart or a quotation became an order. Never fails the order. */
export async function noteOwnOrder(page: Page): Promise<void> {
  forgetPastOrders(page);
  await retryForMinutes(() => record.update(page, () => randomUUID()));
}
