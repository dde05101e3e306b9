import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextCutoff, readTimeOfDay, timeLeft, type Cutoff } from './cutoff';
import { brusselsInstant, dayOf, laterDay, weekdayOf, type Day } from './day';

const workdays: Cutoff = { hours: 15, minutes: 0, weekdays: [1, 2, 3, 4, 5], closed: [] };
const at = (cutoff: Cutoff, now: string): string | undefined =>
  nextCutoff(cutoff, new Date(now))?.at.toISOString();

describe('the delivery cut-off', () => {
  it.each([
    // The days are a Wednesday in winter, a Wednesday in summer, and a Friday evening.
    ['2026-01-14T13:59:00Z', '2026-01-14T14:00:00.000Z'],
    ['2026-01-14T14:00:00Z', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15T12:59:00Z', '2026-07-15T13:00:00.000Z'],
    ['2026-07-17T16:00:00Z', '2026-07-20T13:00:00.000Z'],
    // These cases span the weekends in which the clocks change, forward and back.
    ['2026-03-27T15:00:00Z', '2026-03-30T13:00:00.000Z'],
    ['2026-10-23T15:00:00Z', '2026-10-26T14:00:00.000Z'],
    // Late at night, Brussels is one day ahead of UTC.
    ['2026-01-14T23:30:00Z', '2026-01-15T14:00:00.000Z'],
  ])('CART-13 after %s the next cut-off is %s', (now, expected) => {
    expect(at(workdays, now)).toBe(expected);
  });

  it('CART-13 the next cut-off skips holidays and is undefined without working days', () => {
    const closed = ['2026-01-15' as Day];
    expect(at({ ...workdays, closed }, '2026-01-14T20:00:00Z')).toBe('2026-01-16T14:00:00.000Z');
    expect(at({ ...workdays, weekdays: [] }, '2026-01-14T20:00:00Z')).toBeUndefined();
  });

  it('CART-13 the next cut-off is in the future, on a working day, at its time in Brussels', () => {
    const moment = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2030-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const time = fc.record({
      hours: fc.integer({ min: 5, max: 22 }),
      minutes: fc.integer({ min: 0, max: 59 }),
    });
    const brussels = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Brussels',
      timeStyle: 'short',
    });
    fc.assert(
      fc.property(moment, time, (now, { hours, minutes }) => {
        const next = nextCutoff({ ...workdays, hours, minutes }, now);
        expect(next?.at.getTime()).toBeGreaterThan(now.getTime());
        if (!next) return;
        expect(workdays.weekdays).toContain(weekdayOf(dayOf(next.at)));
        expect(dayOf(next.at)).toBe(next.day);
        const shown = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
        expect(brussels.format(next.at)).toBe(shown);
        expect(next.at.getTime() - now.getTime()).toBeLessThan(4 * 86_400_000);
      }),
    );
  });

  it('CART-13 the time left is rounded down to whole minutes', () => {
    const end = brusselsInstant('2026-01-14' as Day, 15, 0);
    expect(timeLeft(end, new Date('2026-01-14T11:44:30Z'))).toEqual({ hours: 2, minutes: 15 });
    expect(timeLeft(end, new Date('2026-01-14T18:00:00Z'))).toEqual({ hours: 0, minutes: 0 });
  });

  it.each(['24:00', '7', '12:60', '', '15h00'])('CART-13 readTimeOfDay rejects "%s"', (text) => {
    expect(readTimeOfDay(text)).toBeNull();
  });

  it('CART-13 readTimeOfDay parses hours and minutes', () => {
    expect(readTimeOfDay('07:05')).toEqual({ hours: 7, minutes: 5 });
    expect(laterDay('2026-02-28' as Day, 1)).toBe('2026-03-01');
  });
});
