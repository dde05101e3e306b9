/**
 * Products due for reorder by the customer's own interval (ACC-02). A product needs orders on at least three days. It
 * is due from three days before the median interval between those days has passed.
 */
import { daysBetween, laterDay, type Day } from '~/base/kernel/day';
import { daysByProduct, median, type Days } from '~/ordering/on-order/ordered-before';
import type { PastOrder } from '~/ordering/on-order/past-orders';

export interface DueProduct {
  /** The SKU, as in the order lines. */
  reference: string;
  /** Number of pieces in a usual order. */
  pieces: number;
  lastOn: Day;
  dueOn: Day;
}

const fewestOrders = 3;
const aheadDays = 3;
/** Number of missed intervals after which the product counts as no longer used. */
const missedTurns = 2;

function dueOf(reference: string, days: Days): (DueProduct & { turn: number }) | null {
  const inOrder = [...days.keys()].sort();
  const lastOn = inOrder.at(-1);
  if (lastOn === undefined || inOrder.length < fewestOrders) return null;
  const between = inOrder.slice(1).flatMap((day, position) => {
    const before = inOrder[position];
    return before === undefined ? [] : [daysBetween(before, day)];
  });
  const turn = Math.round(median(between));
  return {
    reference,
    pieces: Math.max(1, Math.round(median([...days.values()]))),
    lastOn,
    dueOn: laterDay(lastOn, turn),
    turn,
  };
}

/** The due products, longest overdue first. */
export function dueAgain(orders: readonly PastOrder[], today: Day): DueProduct[] {
  const soon = laterDay(today, aheadDays);
  return [...daysByProduct(orders)]
    .flatMap(([reference, days]) => {
      const due = dueOf(reference, days);
      if (!due || due.dueOn > soon) return [];
      const { turn, ...product } = due;
      return laterDay(due.dueOn, missedTurns * turn + aheadDays) < today ? [] : [product];
    })
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn) || a.reference.localeCompare(b.reference));
}
