/**
 * Date windows in queries of the search index (contract/search.md 1.3). The index compares instants, so a query names the
 * first instant of a day in Brussels. A date without a time is stored as midnight UTC, within the same day in Brussels.
 */
import { laterDay, type Day } from '~/base/kernel/day';
import { startOfDay } from '~/base/kernel/wire-date';

type Range = Readonly<{ range: Readonly<Record<string, Readonly<Record<string, string>>>> }>;

/** Cached instants as texts: every query of a page names the same few days. */
const starts = new Map<Day, string>();
const startsAtMost = 100;

export function startOf(day: Day): string {
  const known = starts.get(day);
  if (known !== undefined) return known;
  const start = startOfDay(day).toISOString();
  if (starts.size >= startsAtMost) starts.clear();
  starts.set(day, start);
  return start;
}
export const endOf = (day: Day): string => startOf(laterDay(day, 1));

/**
 * Clauses for `must_not`: they match a date window that ended before today or starts after it. A missing bound matches
 * neither clause. Start and end are inclusive days.
 */
export const outsideWindow = (today: Day, prefix = ''): Range[] => [
  { range: { [`${prefix}date_start`]: { gte: endOf(today) } } },
  { range: { [`${prefix}date_end`]: { lt: startOf(today) } } },
];

/**
 * Clauses for `filter`: they match a date window that starts today or before and ends today or later. A window without
 * a start or an end does not match.
 */
export const boundedWindow = (today: Day): Range[] => [
  { range: { date_from: { lt: endOf(today) } } },
  { range: { date_to: { gte: startOf(today) } } },
];
