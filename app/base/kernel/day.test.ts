import { describe, expect, it } from 'vitest';
import { dayOf, isWithin, monthEnd, typedDay, type Day } from './day';

describe('typedDay', () => {
  it.each([
    ['01/02/2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    [' 1.2.26 ', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['1 / 2 / 2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['2026-02-01', '2026-02-01'],
  ])('ADS-01 typedDay parses %j as %s, with the day before the month', (typed, day) => {
    expect(typedDay(typed)).toBe(day);
  });

  it.each([
    '',
    '31/02/2026',
    '29/02/2026',
    '0/1/2026',
    '1/13/2026',
    '1/2/026',
    '1/2',
    'demain',
    '1/2/2026x',
    '2026-13-01',
  ])('ADS-01 typedDay rejects %j', (typed) => {
    expect(typedDay(typed)).toBeNull();
  });
});

describe('a calendar day of the shop', () => {
  const at = (instant: string) => dayOf(new Date(instant));

  it('PRICE-01 the shop’s day changes at midnight in Brussels, in summer and in winter', () => {
    expect(at('2026-07-28T21:59:59Z')).toBe('2026-07-28');
    expect(at('2026-07-28T22:00:00Z')).toBe('2026-07-29');
    expect(at('2026-12-31T22:59:59Z')).toBe('2026-12-31');
    expect(at('2026-12-31T23:00:00Z')).toBe('2027-01-01');
    // Asks for an earlier instant after a later one, because the cache stores only the last minute.
    expect(at('2026-07-28T21:59:59Z')).toBe('2026-07-28');
  });

  it('PRICE-01 isWithin includes the first and the last day of a window; a missing bound is open', () => {
    const [first, between, last] = ['2026-07-01', '2026-07-15', '2026-07-31'] as Day[];
    const window = { start: first ?? null, end: last ?? null };
    for (const day of [first, between, last] as Day[]) expect(isWithin(window, day)).toBe(true);
    expect(isWithin(window, '2026-06-30' as Day)).toBe(false);
    expect(isWithin(window, '2026-08-01' as Day)).toBe(false);
    expect(isWithin({ ...window, start: null }, '1999-01-01' as Day)).toBe(true);
    expect(isWithin({ ...window, end: null }, '2099-01-01' as Day)).toBe(true);
  });

  it('PROM-01 monthEnd returns the last day of the month', () => {
    expect(monthEnd('2028-02-03' as Day)).toBe('2028-02-29');
    expect(monthEnd('2026-12-31' as Day)).toBe('2026-12-31');
  });
});
