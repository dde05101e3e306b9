import { describe, expect, it } from 'vitest';
import type { Day } from '~/base/kernel/day';
import { boundedWindow, outsideWindow } from './date-window.server';

describe('date windows in queries', () => {
  it('PROM-01 date windows start a day at its first instant in Brussels, also when the clocks change', () => {
    expect(outsideWindow('2026-11-29' as Day, 'specials.')).toEqual([
      { range: { 'specials.date_start': { gte: '2026-11-29T23:00:00.000Z' } } },
      { range: { 'specials.date_end': { lt: '2026-11-28T23:00:00.000Z' } } },
    ]);
    expect(boundedWindow('2026-03-29' as Day)).toEqual([
      { range: { date_from: { lt: '2026-03-29T22:00:00.000Z' } } },
      { range: { date_to: { gte: '2026-03-28T23:00:00.000Z' } } },
    ]);
  });
});
