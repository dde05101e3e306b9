/** Calendar days (`YYYY-MM-DD`) in Europe/Brussels, the shop's time zone, and windows over them. */
export type Day = string & { readonly unit: 'day' };

const brussels = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * Caches the day of the last minute: formatting a date is expensive, and rendering a page needs the day of the same
 * minute some hundred times.
 */
let remembered: { minute: number; day: Day } | null = null;

/** The calendar day of an instant in Europe/Brussels. */
export function dayOf(instant: Date): Day {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (remembered?.minute !== minute) remembered = { minute, day: brussels.format(instant) as Day };
  return remembered.day;
}

const dayMs = 86_400_000;
const midnightUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** The day that is `days` after a day, or before it when `days` is negative. */
export const laterDay = (day: Day, days: number): Day =>
  new Date(midnightUtc(day) + days * dayMs).toISOString().slice(0, 10) as Day;

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((midnightUtc(to) - midnightUtc(from)) / dayMs);

/** Day of the week: Monday is 1, Sunday 7. */
export const weekdayOf = (day: Day): number => new Date(midnightUtc(day)).getUTCDay() || 7;

/**
 * Cached offsets of Brussels from UTC in hours, by time: every cart page computes the next cut-off, and every list the
 * first and last instants of dozens of windows. The limit is higher than the dates of one page, because a full cache
 * starts again from nothing.
 */
const offsets = new Map<number, number>();
const offsetsAtMost = 1_000;

/** The instant at which clocks in Brussels show this time on this day. */
export function brusselsInstant(day: Day, hours: number, minutes: number): Date {
  const asUtc = midnightUtc(day) + (hours * 60 + minutes) * 60_000;
  // Brussels is one hour ahead of UTC, in summer two. An hour that occurs twice counts as winter time.
  const isAhead = (by: number): boolean =>
    clockOf(new Date(asUtc - by * 3_600_000)) === hours * 60 + minutes;
  const offset = offsets.get(asUtc) ?? [1, 2].find(isAhead) ?? 1;
  if (offsets.size >= offsetsAtMost) offsets.clear();
  offsets.set(asUtc, offset);
  return new Date(asUtc - offset * 3_600_000);
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Minutes since midnight in Brussels. */
export function clockOf(instant: Date): number {
  const [hours = 0, minutes = 0] = clock.format(instant).split(':').map(Number);
  return hours * 60 + minutes;
}

/** The last day of a day's month. */
export function monthEnd(day: Day): Day {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) as Day;
}

export interface DayWindow {
  start: Day | null;
  end: Day | null;
}

/**
 * True when the day is within the window. Both bounds are inclusive, and a missing bound is open (contract/search.md
 * 4.2: null start and end mean always).
 */
export const isWithin = (window: DayWindow, day: Day): boolean =>
  (window.start === null || window.start <= day) && (window.end === null || window.end >= day);

/**
 * Parses a day as people in Belgium type it: `1/2/2026`, `01.02.26`, `1-2-2026`, or as ISO 8601. Null when the calendar
 * has no such day.
 */
export function typedDay(text: string): Day | null {
  const typed = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})$/.exec(text.trim());
  const [, dd, mm, yy = ''] = typed ?? [];
  const [, year, month, day] = typed
    ? ['', yy.length === 2 ? `20${yy}` : yy, mm, dd]
    : (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []);
  if (!year || !month || !day) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return exists ? (written as Day) : null;
}

/** The twelve months that end with `month`, oldest first: `2026-11` gives `2025-12` to `2026-11`. */
export function twelveMonths(month: string): string[] {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return Array.from({ length: 12 }, (_, at) => {
    const months = year * 12 + number - 12 + at;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}
