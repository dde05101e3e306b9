import type { Translate } from './translate';

/** Formats minutes since midnight as a time of day in the page's language: `7 h 30`, `7.30 u.` or `7:30`. */
export const timeOfDay = (t: Translate, minutes: number): string =>
  t('common:hours.clock', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
