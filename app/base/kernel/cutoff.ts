/**
 * The cut-off: the time of day in Brussels until which an order is shipped the same day, and the days of the week with
 * shipping.
 */
import { brusselsInstant, dayOf, laterDay, weekdayOf, type Day } from './day';

export interface Cutoff {
  hours: number;
  minutes: number;
  /** Days of the week with shipping: Monday is 1, Sunday 7. */
  weekdays: readonly number[];
  /** Holidays on which nothing is shipped. */
  closed: readonly Day[];
}

/** Parses `15:30`; null when the text is not a time of day. */
export function readTimeOfDay(text: string): Pick<Cutoff, 'hours' | 'minutes'> | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours && minutes ? { hours: Number(hours), minutes: Number(minutes) } : null;
}

const longestAhead = 14;

/** The next cut-off after `now`; null when there is no cut-off within two weeks. */
export function nextCutoff(cutoff: Cutoff, now: Date): { at: Date; day: Day } | null {
  const today = dayOf(now);
  for (let ahead = 0; ahead <= longestAhead; ahead += 1) {
    const day = laterDay(today, ahead);
    if (!cutoff.weekdays.includes(weekdayOf(day)) || cutoff.closed.includes(day)) continue;
    const at = brusselsInstant(day, cutoff.hours, cutoff.minutes);
    if (at > now) return { at, day };
  }
  return null;
}

/** Time left until `at`, in whole minutes rounded down, so that the shop never displays more time than is left. */
export function timeLeft(at: Date, now: Date): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor((at.getTime() - now.getTime()) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
