/** What stands on a row about a customer's own orders: when last, and how many usually (SRCH-09). */
import type { PageRequest } from '~/base/page/page';
import type { OrderedBefore } from '~/base/page/shop';
import { orderedBefore } from './ordered-before';
import type { PastOrder } from './past-orders';
import { knownPastOrders } from './past-orders.server';

const none: ReadonlyMap<string, OrderedBefore> = new Map();
/** Counted once of each answer of the ERP, however many pages show it. */
const counted = new WeakMap<readonly PastOrder[], ReadonlyMap<string, OrderedBefore>>();

/** By SKU; empty while the orders of this customer are not known here. Makes no call. */
export async function findOrderedBefore(
  page: Pick<PageRequest, 'context'>,
): Promise<ReadonlyMap<string, OrderedBefore>> {
  const orders = await knownPastOrders(page);
  if (orders.length === 0) return none;
  const known = counted.get(orders) ?? orderedBefore(orders);
  counted.set(orders, known);
  return known;
}
