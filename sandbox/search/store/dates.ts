/**
 * Dates of the format `strict_date_optional_time||yyyy-MM-dd HH:mm:ss` (contract/search.md 1.3). A date without a zone
 * is UTC. Bounds round like date math: `gt` and `lte` use the last millisecond of the unit that the text leaves out.
 */
const PATTERN =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE;
}

/** The first moment after the period that the text names: the next year, month, day, hour, minute or second. */
function nextStart(parts: readonly (string | undefined)[], start: number): number {
  const [, year, month, day, hour, minute, second, fraction] = parts;
  if (month === undefined) return Date.UTC(Number(year) + 1, 0);
  if (day === undefined) return Date.UTC(Number(year), Number(month));
  if (hour === undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day) + 1);
  if (minute === undefined) return start + HOUR;
  if (second === undefined) return start + MINUTE;
  return start + (fraction === undefined ? 1000 : 1);
}

/** Milliseconds since 1970; null if the text is not such a date. */
export function parseDate(value: unknown, roundUp = false): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const parts = PATTERN.exec(value);
  if (!parts) return null;
  const [, year, month = '01', day = '01', hour = '0', minute = '0', second = '0', fraction = '0'] =
    parts;
  const millisecond = Number(fraction.padEnd(3, '0').slice(0, 3));
  const start = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    millisecond,
  );
  const read = new Date(start);
  const impossible =
    Number.isNaN(start) ||
    read.getUTCMonth() !== Number(month) - 1 ||
    read.getUTCDate() !== Number(day) ||
    Number(hour) > 23;
  if (impossible) return null;
  return (roundUp ? nextStart(parts, start) - 1 : start) - offsetMs(parts[8]);
}
