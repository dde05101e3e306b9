import { describe, expect, it } from 'vitest';
import { twelveMonths } from '~/base/kernel/day';
import { scaleFor, valueLines } from './scale';
import { readMostOrderedFilter } from './statistics';

describe('spending statistics', () => {
  it('ACC-01 scaleFor returns round steps that cover the maximum', () => {
    expect(scaleFor(3_313)).toEqual({ top: 4_000, ticks: [0, 1_000, 2_000, 3_000, 4_000] });
    expect(scaleFor(15_000)).toEqual({ top: 15_000, ticks: [0, 5_000, 10_000, 15_000] });
    expect(scaleFor(0)).toEqual({ top: 1, ticks: [0] });
    for (let value = 1; value < 1e6; value = value * 1.7 + 1) {
      const { top, ticks } = scaleFor(value);
      expect(top).toBeGreaterThanOrEqual(value);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('ACC-01 valueLines puts the values above adjacent bars of equal height on two lines', () => {
    const bars = ['497', '620', '193', '', '627'].map((text) => ({ text, top: 60 }));
    expect(valueLines(bars, 19.5)).toEqual([57, 48, 57, 57, 57]);
    // Values stay directly above bars that are far apart, or whose heights differ by a text line.
    expect(valueLines(bars, 40)).toEqual([57, 57, 57, 57, 57]);
    const steps = [60, 50, 40].map((top) => ({ text: '497', top }));
    expect(valueLines(steps, 19.5)).toEqual([57, 47, 37]);
  });

  it('ACC-01 twelveMonths counts back across the turn of the year', () => {
    const months = twelveMonths('2026-02');
    expect(months).toHaveLength(12);
    expect(months[0]).toBe('2025-03');
    expect(months.at(-1)).toBe('2026-02');
  });

  it('ACC-01 readMostOrderedFilter falls back to all products', () => {
    expect(readMostOrderedFilter('promotions')).toBe('promotions');
    expect(readMostOrderedFilter('weapons')).toBe('all');
    expect(readMostOrderedFilter(null)).toBe('all');
  });
});
