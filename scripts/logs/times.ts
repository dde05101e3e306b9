/** Times as people say them: with date, in the shop's zone; `2026-11-22 08:41`, `08:41` and `2h` as bounds. */
import { localTime } from '../../server/observe/local-time';

const offsetMs = (at: number): number =>
  Date.parse(`${localTime(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

const dayMs = 86_400_000;

/**
 * The instant of a wall time in the zone. In autumn an hour comes twice: a bound takes in both. One that a change in
 * spring leaves out is shown as if the clock had not been changed yet.
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

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const isUnit = (letter: string | undefined): letter is keyof typeof units =>
  letter !== undefined && letter in units;

/** Milliseconds since 1970, or null when it is no time. */
export function readTime(
  typed: string,
  nowMs: number,
  bound: 'since' | 'until' = 'since',
): number | null {
  const text = typed.trim();
  const [, count, unit] = /^(\d{1,5})\s*([smhd])$/.exec(text) ?? [];
  if (count !== undefined && isUnit(unit)) return nowMs - Number(count) * units[unit];
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  }
  const today = localTime(nowMs).slice(0, 10);
  const [, day = today, hour = '00', minute = '00', second = '00'] =
    /^(?:(\d{4}-\d{2}-\d{2})(?:[T ]|$))?(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  if (text === '' || !/^\d/.test(text) || !/^(\d{4}-\d{2}-\d{2}|\d{1,2}:)/.test(text)) return null;
  const at = instantOf(`${day}T${hour.padStart(2, '0')}:${minute}:${second}`, bound);
  return Number.isNaN(at) ? null : at;
}
