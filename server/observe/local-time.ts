/** Formats timestamps with their date, in the shop's time zone. */
const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** `2026-11-22 08:41:03`, from an ISO time or milliseconds since 1970; an invalid time stays as it is. */
export function localTime(time: string | number): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? String(time) : parts.format(at);
}
