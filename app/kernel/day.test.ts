import { describe, expect, it } from 'vitest';
import { typedDay } from './day';

describe('a day as it is typed', () => {
  it.each([
    ['01/02/2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    [' 1.2.26 ', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['1 / 2 / 2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['2026-02-01', '2026-02-01'],
  ])('ADS-01 %j is %s, the day first', (typed, day) => {
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
  ])('ADS-01 %j is none', (typed) => {
    expect(typedDay(typed)).toBeNull();
  });
});
