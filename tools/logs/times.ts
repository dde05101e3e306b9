/** Parses time bounds in the shop's time zone: `26/11/2026 08:41`, `08:41`, `hier`, `2h`. */
import { dayOf, laterDay, typedDay, type Day } from '../../app/base/kernel/day';
import { localTime } from '../../server/observe/local-time';

const offsetMs = (at: number): number =>
  Date.parse(`${localTime(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

const dayMs = 86_400_000;

/**
 * The instant of a local time. For the repeated hour in autumn the bound includes both. A local time that spring skips
 * is resolved as if the clock had not changed yet.
 */
function instantOf(wall: string, bound: 'since' | 'until'): number {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const before = asUtc - offsetMs(asUtc - dayMs);
  const after = asUtc - offsetMs(asUtc + dayMs);
  const there = [before, after].filter((at) => at + offsetMs(at) === asUtc);
  if (there.length === 0) return before;
  return bound === 'since' ? Math.min(...there) : Math.max(...there);
}

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  sec: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: dayMs,
  j: dayMs,
};

/** Days back, by the names in each language of the shop. */
const namedDays: Readonly<Record<string, number>> = {
  today: 0,
  "aujourd'hui": 0,
  vandaag: 0,
  yesterday: 1,
  hier: 1,
  gisteren: 1,
};

export const timeExamples =
  '26/11/2026, 2026-11-26, "26/11/2026 08:41", 08:41, 2h, 90min, today, yesterday (or hier, gisteren)';

/** The typed day, which must have a four-digit year; null if invalid. */
function readDay(typed: string, nowMs: number): Day | null {
  const back = namedDays[typed.replace('’', "'")];
  if (back !== undefined) return laterDay(dayOf(new Date(nowMs)), -back);
  return /\d{4}/.test(typed) ? typedDay(typed) : null;
}

/** Normalises a time of day such as `8:41` or `8h41` to `08:41:00`; null if invalid. */
function clockOf(typed: string): string | null {
  const [, hour, minute, second = '00'] = /^(\d{1,2})[:h](\d{2})(?::(\d{2}))?$/.exec(typed) ?? [];
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}:${second}`;
}

/** Milliseconds since 1970; null if invalid. A day without a time includes the whole day. */
export function readTime(
  typed: string,
  nowMs: number,
  bound: 'since' | 'until' = 'since',
): number | null {
  const text = typed.trim().toLowerCase();
  const [, count, unit = ''] = /^(\d{1,5})\s*([a-z]+)$/.exec(text) ?? [];
  const unitMs = units[unit];
  if (count !== undefined && unitMs !== undefined) return nowMs - Number(count) * unitMs;
  if (/\d(z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes(':')) {
    const at = Date.parse(text.toUpperCase());
    return Number.isNaN(at) ? null : at;
  }
  const [first = '', second, ...more] = text.split(/(?<=\d)t(?=\d)|\s+/);
  const day = readDay(first, nowMs);
  const wholeDay = bound === 'since' ? '00:00:00' : '23:59:59.999';
  const clock = day === null ? clockOf(first) : second === undefined ? wholeDay : clockOf(second);
  const tooMuch = more.length > 0 || (day === null && second !== undefined);
  if (clock === null || tooMuch) return null;
  const at = instantOf(`${day ?? dayOf(new Date(nowMs))}T${clock}`, bound);
  return Number.isNaN(at) ? null : at;
}
