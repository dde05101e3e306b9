/** A customer's past orders by product: days and pieces. */
import type { Day } from '~/base/kernel/day';
import type { OrderedBefore } from '~/base/page/shop';
import type { PastOrder } from './past-orders';

/** The median; for an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

/** Pieces of one product by day. */
export type Days = Map<Day, number>;

export function daysByProduct(orders: readonly PastOrder[]): Map<string, Days> {
  const found = new Map<string, Days>();
  for (const { on, cancelled, lines } of orders) {
    if (cancelled) continue;
    for (const { reference, pieces } of lines) {
      const days: Days = found.get(reference) ?? new Map<Day, number>();
      days.set(on, (days.get(on) ?? 0) + pieces);
      found.set(reference, days);
    }
  }
  return found;
}

/** Keyed by the reference of an order line, which is the SKU. */
export const orderedBefore = (orders: readonly PastOrder[]): Map<string, OrderedBefore> =>
  new Map(
    [...daysByProduct(orders)].map(([reference, days]) => [
      reference,
      {
        lastOn: [...days.keys()].reduce((last, day) => (day > last ? day : last)),
        usual: days.size > 1 ? Math.max(1, Math.round(median([...days.values()]))) : null,
      },
    ]),
  );
