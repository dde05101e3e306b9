/** The dates on which the fixture's offers are based. */
export const TODAY = '2026-07-28';
export const MONTH_END = '2026-07-31';

export interface Dates {
  date_start: string | null;
  date_end: string | null;
}

export const ALWAYS: Dates = { date_start: null, date_end: null };
export const EXPIRED: Dates = { date_start: '2026-01-01', date_end: '2026-07-27' };
export const FUTURE: Dates = { date_start: '2026-07-29', date_end: null };
export const ENDS_TODAY: Dates = { date_start: '2026-07-28', date_end: '2026-07-28' };
export const THIS_MONTH: Dates = { date_start: '2026-07-01', date_end: MONTH_END };
export const AUTUMN: Dates = { date_start: null, date_end: '2026-09-30' };
