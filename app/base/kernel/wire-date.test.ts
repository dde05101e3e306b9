/** Compares dates of ERP and index with a second implementation, which computes Brussels time from the EU rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin, type Day } from './day';
import { boundFrom, dayFrom, instantFrom, isNoDate, startOfDay } from './wire-date';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Directive 2000/84/EC: summer time runs between the last Sundays of March and October, 01:00 UTC. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * dayMs + hourMs;
}
function brusselsOffset(ms: number): number {
  const year = new Date(ms).getUTCFullYear();
  const isSummer = ms >= lastSunday(year, 2) && ms < lastSunday(year, 9);
  return isSummer ? 2 * hourMs : hourMs;
}
const two = (value: number): string => String(value).padStart(2, '0');
function written(ms: number): { date: string; time: string } {
  const at = new Date(ms);
  const date = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return { date, time };
}
const brusselsDay = (ms: number): string => written(ms + brusselsOffset(ms)).date;
/** The instant of midnight in Brussels, one or two hours before UTC midnight; the clocks never change at midnight. */
function brusselsMidnight(date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  return utc - brusselsOffset(utc - hourMs);
}

const years = fc.integer({ min: 2000, max: 2090 });
const date = fc
  .tuple(years, fc.integer({ min: 0, max: 364 }))
  .map(([year, day]) => written(Date.UTC(year, 0, 1) + day * dayMs).date);
const secondsBeside = fc.constantFrom(-1, 0, 1);
const aroundMidnight = fc
  .tuple(date, secondsBeside)
  .map(([day, seconds]) => brusselsMidnight(day) + seconds * 1_000);
/** Instants around both clock changes, from the evening before to the evening after. */
const aroundChange = fc
  .tuple(years, fc.constantFrom(2, 9), fc.integer({ min: -86_400, max: 86_400 }))
  .map(([year, month, seconds]) => lastSunday(year, month) + seconds * 1_000);
const midnightOfChange = fc
  .tuple(years, fc.constantFrom(2, 9), fc.constantFrom(0, 1), secondsBeside)
  .map(
    ([year, month, nextDay, seconds]) =>
      brusselsMidnight(written(lastSunday(year, month) + nextDay * dayMs).date) + seconds * 1_000,
  );
const anyTime = fc
  .tuple(years, fc.integer({ min: 0, max: 364 * 86_400 }))
  .map(([year, seconds]) => Date.UTC(year, 0, 1) + seconds * 1_000);
const instant = fc.oneof(aroundMidnight, aroundChange, midnightOfChange, anyTime);

/** The formats in which an ERP or index server may write an instant. */
const form = fc.constantFrom<(ms: number) => string>(
  (ms) => `${written(ms).date} ${written(ms).time}`,
  (ms) => `${written(ms).date}T${written(ms).time}`,
  (ms) => `${written(ms).date}T${written(ms).time}Z`,
  (ms) => `${written(ms).date}T${written(ms).time}.000Z`,
  (ms) => `${written(ms).date} ${written(ms).time}.123456`,
  (ms) => `${written(ms).date}T${written(ms).time}+00:00`,
  (ms) => `${written(ms + 2 * hourMs).date}T${written(ms + 2 * hourMs).time}+02:00`,
  (ms) => `${written(ms + hourMs).date}T${written(ms + hourMs).time}+0100`,
  (ms) => `${written(ms - 9.5 * hourMs).date}T${written(ms - 9.5 * hourMs).time}-09:30`,
);
const runs = { numRuns: 20_000 };

describe('a date of the ERP or the index', () => {
  it('PRICE-01 a datetime in any format is parsed as the day that clocks in Brussels show', () => {
    fc.assert(
      fc.property(instant, form, (ms, write) => {
        expect(dayFrom(write(ms))).toBe(brusselsDay(ms));
        expect(Math.floor((instantFrom(write(ms))?.getTime() ?? NaN) / 1_000) * 1_000).toBe(ms);
      }),
      runs,
    );
  });

  it('PRICE-01 a date without a time covers that day from its first to its last instant in Brussels', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(dayFrom(day)).toBe(day);
        const first = brusselsMidnight(day);
        const next = brusselsMidnight(written(Date.parse(`${day}T12:00Z`) + dayMs).date);
        expect(startOfDay(day as Day).getTime()).toBe(first);
        expect(boundFrom(day, 'start')?.getTime()).toBe(first);
        expect(boundFrom(day, 'end')?.getTime()).toBe(next - 1);
      }),
      runs,
    );
  });

  it('PRICE-01 a window contains exactly the days between its bounds; a null bound is open', () => {
    const bound = fc.option(
      fc.oneof(
        date.map((day) => ({ text: day, day })),
        fc.tuple(instant, form).map(([ms, write]) => ({ text: write(ms), day: brusselsDay(ms) })),
      ),
      { nil: null },
    );
    fc.assert(
      fc.property(bound, bound, instant, (start, end, now) => {
        const today = brusselsDay(now);
        const expected = !(start && start.day > today) && !(end && end.day < today);
        const window = { start: dayFrom(start?.text ?? null), end: dayFrom(end?.text ?? false) };
        expect(isWithin(window, today as Day)).toBe(expected);
      }),
      runs,
    );
  });

  it.each([
    ['2026-11-29 22:59:59', '2026-11-29'],
    ['2026-11-29 23:00:00', '2026-11-30'],
    ['2026-07-31 21:59:59', '2026-07-31'],
    ['2026-07-31 22:00:00', '2026-08-01'],
    ['2026-07-31T12', '2026-07-31'],
    ['2026-07-31T23:30', '2026-08-01'],
    [' 2026-07-31 ', '2026-07-31'],
  ])('PRICE-01 dayFrom parses %j as %s', (text, day) => {
    expect(dayFrom(text)).toBe(day);
  });

  it('PRICE-01 wireDateFrom returns null for a value that is not a date', () => {
    const texts = ['', '0000-00-00', '2026-13-01', '2026-07-32', '2026-02-31', '2026-02-31T10:00'];
    const times = [
      '2026-07-31 24:00:00',
      '2026-07-31 12:60',
      '2026-07-31 9:00',
      '2026-07-31T12+19',
    ];
    const others = [
      null,
      undefined,
      false,
      true,
      20260731,
      '31/07/2026',
      'soon',
      {},
      ['2026-07-31'],
    ];
    for (const none of [...texts, ...times, ...others]) {
      expect(dayFrom(none), JSON.stringify(none)).toBeNull();
      expect(instantFrom(none), JSON.stringify(none)).toBeNull();
      expect(boundFrom(none, 'end'), JSON.stringify(none)).toBeNull();
    }
  });

  it('PRICE-01 isNoDate distinguishes an absent date from an unparseable one', () => {
    for (const none of [null, undefined, false, '', ' ']) expect(isNoDate(none)).toBe(true);
    for (const odd of ['soon', '0000-00-00', 0, true]) expect(isNoDate(odd)).toBe(false);
  });
});
