/** The note on a row about the customer's own orders: last date and usual quantity (SRCH-09). */
import type { PageRequest } from '~/base/page/page';
import type { OrderedBefore } from '~/base/page/shop';
import { orderedBefore } from './ordered-before';
import type { PastOrder } from './past-orders';
import { knownPastOrders } from './past-orders.server';

const none: ReadonlyMap<string, OrderedBefore> = new Map();
/** Results by list of orders, so that they are computed once per ERP response, however many pages show them. */
const counted = new WeakMap<readonly PastOrder[], ReadonlyMap<string, OrderedBefore>>();

/**
 * Last date and usual quantity by SKU; empty while this instance has not loaded the customer's orders. Makes no ERP
 * call.
 */
export async function findOrderedBefore(
  page: Pick<PageRequest, 'context'>,
): Promise<ReadonlyMap<string, OrderedBefore>> {
  const orders = await knownPastOrders(page);
  if (orders.length === 0) return none;
  const known = counted.get(orders) ?? orderedBefore(orders);
  counted.set(orders, known);
  return known;
}
