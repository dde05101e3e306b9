/** Finds the request that belongs to an order number in the log lines. */
import type { LogEntry } from './log-entry';

/**
 * Reference of the request that belongs to the line. For an order that was found later: the request that confirmed it.
 */
export const requestOf = ({ order, confirmation, reference }: LogEntry): string | null =>
  order === null ? reference : (confirmation ?? reference);

/**
 * The log line of the confirmation that placed the order. A cart has its order number earlier, so confirmations that
 * the ERP rejected may also name it. For a number that was never ordered, the line of the last attempt.
 */
export const openingOf = (named: readonly LogEntry[]): LogEntry | undefined =>
  named.find(({ event }) => event === 'order.placed') ?? named.at(-1);
