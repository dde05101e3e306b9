/** Where an order's number leads to, of the lines that name it. */
import type { LogEntry } from './log-entry';

/** Of an order that was found later, the request that confirmed it. */
export const requestOf = ({ order, confirmation, reference }: LogEntry): string | null =>
  order === null ? reference : (confirmation ?? reference);

/**
 * The confirmation that made the order: a cart has its number before, and may have been refused several times. Of one
 * that was never ordered, the last try.
 */
export const openingOf = (named: readonly LogEntry[]): LogEntry | undefined =>
  named.find(({ event }) => event === 'order.placed') ?? named.at(-1);
