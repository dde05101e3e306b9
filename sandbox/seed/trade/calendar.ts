/** Days as `YYYY-MM-DD`, counted without time zones. */
const DAY_MS = 86_400_000;

function parse(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
function print(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Cached: a world requests few different days, but hundreds of thousands of times. */
const counted = new Map<string, Map<number, string>>();

export function addDays(day: string, days: number): string {
  let from = counted.get(day);
  if (!from) counted.set(day, (from = new Map<number, string>()));
  let to = from.get(days);
  if (to === undefined) from.set(days, (to = print(parse(day) + days * DAY_MS)));
  return to;
}

/** First day of the month that is `months` away from the month of `day`. */
export function monthStart(day: string, months = 0): string {
  const date = new Date(parse(day));
  return print(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

export function monthEnd(day: string, months = 0): string {
  return addDays(monthStart(day, months + 1), -1);
}

/** The calendar day in Brussels at the given moment. */
export function brusselsDay(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Brussels',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}
