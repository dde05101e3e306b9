import { describe, expect, it } from 'vitest';
import { parseDate } from './dates';

function iso(value: unknown, roundUp = false): string | null {
  const moment = parseDate(value, roundUp);
  return moment === null ? null : new Date(moment).toISOString();
}

describe('dates', () => {
  it('PROM-01 upper bound includes the whole day, hour or second', () => {
    expect(iso('2026-07-28')).toBe('2026-07-28T00:00:00.000Z');
    expect(iso('2026-07-28', true)).toBe('2026-07-28T23:59:59.999Z');
    expect(iso('2024-02', true)).toBe('2024-02-29T23:59:59.999Z');
    expect(iso('2026', true)).toBe('2026-12-31T23:59:59.999Z');
    expect(iso('2026-07-28T10:15', true)).toBe('2026-07-28T10:15:59.999Z');
    expect(iso('2026-07-28 10:15:30', true)).toBe('2026-07-28T10:15:30.999Z');
    expect(iso('2026-07-28T10:15:30.123', true)).toBe('2026-07-28T10:15:30.123Z');
  });

  it('PROM-01 date parser applies time zones and defaults to UTC', () => {
    expect(iso('2026-07-28T10:00:00+02:00')).toBe('2026-07-28T08:00:00.000Z');
    expect(iso('2026-07-28T10:00:00Z')).toBe('2026-07-28T10:00:00.000Z');
  });

  it.each(['', 'now', '28/07/2026', '2026-02-30', '2026-13-01', '2026-07-28T25:00', null, true])(
    'PROM-01 date parser rejects %s',
    (value) => {
      expect(parseDate(value)).toBeNull();
    },
  );
});
