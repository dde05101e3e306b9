/**
 * Parses dates of the ERP and the search index as calendar days and instants in Brussels (contract/search.md 1.3,
 * contract/erp.md 2.6). A date without a time is that day in Brussels. A datetime without a zone is UTC, as Odoo stores
 * it: midnight in Brussels is 23:00 (in summer 22:00) of the day before.
 */
import { brusselsInstant, dayOf, laterDay, type Day } from './day';

interface WireDate {
  /** The calendar day in Brussels. */
  day: Day;
  /** The instant of a datetime; null for a date without a time. */
  instant: Date | null;
}

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const minuteMs = 60_000;

/** The zone's offset from UTC in milliseconds, positive east of Greenwich; null for an impossible zone. */
function offsetOf(zone: string): number | null {
  if (zone === '' || /^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 18 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs;
}

function readText(text: string): WireDate | null {
  const [, date = '', hours, minutes = '00', seconds = '00', fraction = '', zone = ''] =
    pattern.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // `Date.parse` turns 31 February into a day in March, so the result is compared with the text.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
  if (hours === undefined) return { day: date as Day, instant: null };
  const offset = offsetOf(zone);
  if (offset === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return null;
  const timeMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  const partMs = Number(fraction.padEnd(3, '0').slice(0, 3));
  const instant = new Date(midnight + timeMs + partMs - offset);
  return { day: dayOf(instant), instant };
}

/**
 * Caches parsed dates: thousands of price entries have the same few start and end dates, and computing a Brussels day
 * calls the slow `Intl`.
 */
const known = new Map<string, WireDate | null>();
const knownAtMost = 2_000;

/**
 * Parses a date. Null for values that are not dates or that the contract defines as "no date": null, Odoo's `false`,
 * `0000-00-00`, a number.
 */
function wireDateFrom(value: unknown): WireDate | null {
  if (typeof value !== 'string') return null;
  const remembered = known.get(value);
  if (remembered !== undefined) return remembered;
  const read = readText(value.trim());
  if (known.size >= knownAtMost) known.clear();
  known.set(value, read);
  return read;
}

/** True for values that mean "no date", which is not a fault: null, missing, a blank text and Odoo's `false`. */
export const isNoDate = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '');

/** The calendar day in Brussels; null when there is no date. */
export const dayFrom = (value: unknown): Day | null => wireDateFrom(value)?.day ?? null;

/** The first instant of a day in Brussels. */
export const startOfDay = (day: Day): Date => brusselsInstant(day, 0, 0);

/** The instant of a datetime; for a date without a time, midnight in Brussels. Null when there is no date. */
export function instantFrom(value: unknown): Date | null {
  const read = wireDateFrom(value);
  return read && (read.instant ?? startOfDay(read.day));
}

/** The instant at which a window opens or closes. The end of a date without a time is its last millisecond. */
export function boundFrom(value: unknown, edge: 'start' | 'end'): Date | null {
  const read = wireDateFrom(value);
  if (read === null || read.instant || edge === 'start') return instantFrom(value);
  return new Date(startOfDay(laterDay(read.day, 1)).getTime() - 1);
}
