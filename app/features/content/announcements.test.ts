import { describe, expect, it } from 'vitest';
import { belongsOn, closeOne, closedIds, isShowing } from './announcements';
import { dayOf } from '~/kernel/day';
import { instantOf, openOn } from './announcements.server';

describe('banners and advertisements', () => {
  const at = (text: string): Date => new Date(text);

  it('CMS-03 shows one only between its start and its end', () => {
    const showing = {
      from: Date.parse('2026-07-01T08:00Z'),
      until: Date.parse('2026-07-31T20:00Z'),
    };
    expect(isShowing(showing, at('2026-07-01T07:59Z'))).toBe(false);
    expect(isShowing(showing, at('2026-07-01T08:00Z'))).toBe(true);
    expect(isShowing(showing, at('2026-07-31T20:00Z'))).toBe(true);
    expect(isShowing(showing, at('2026-07-31T20:01Z'))).toBe(false);
    expect(isShowing({ from: null, until: null }, at('2026-01-01T00:00Z'))).toBe(true);
  });

  it('CMS-02 reads a day as the whole day in Brussels, in summer and in winter', () => {
    expect(instantOf('2026-07-31', 'start')).toBe(Date.parse('2026-07-30T22:00Z'));
    expect(instantOf('2026-07-31', 'end')).toBe(Date.parse('2026-07-31T22:00Z') - 1);
    expect(instantOf('2026-01-31', 'start')).toBe(Date.parse('2026-01-30T23:00Z'));
  });

  it('CMS-03 stands at its slot, and at the lower right where the slot is unknown', () => {
    for (const slot of ['bottom_right', 'top', '']) expect(belongsOn({ slot }, false)).toBe(true);
    expect(belongsOn({ slot: 'home' }, true)).toBe(true);
    expect(belongsOn({ slot: 'home' }, false)).toBe(false);
  });

  it('CMS-03 asks for what ends in the first hours of a day in Brussels, which is the day before in UTC', () => {
    const now = at('2026-07-30T22:30Z');
    const [starts, ends] = openOn(dayOf(now));
    expect(starts).toEqual({ range: { date_start: { gt: '2026-07-31' } } });
    // `lt` of a day is its first instant in UTC (contract/search.md 3.22).
    const bound = Date.parse(`${ends?.range.date_end?.lt ?? ''}T00:00Z`);
    expect(bound).toBeLessThan(Date.parse('2026-07-30T22:45Z'));
  });

  it('CMS-02 reads times with and without a zone, and no date as an open bound', () => {
    const noon = Date.parse('2026-07-31T12:00Z');
    expect(instantOf('2026-07-31T12:00:00', 'end')).toBe(noon);
    expect(instantOf('2026-07-31 12:00:00', 'end')).toBe(noon);
    expect(instantOf('2026-07-31T14:00:00+02:00', 'end')).toBe(noon);
    for (const none of [null, undefined, '', 'soon', false]) {
      expect(instantOf(none, 'start')).toBeNull();
    }
  });

  it('CMS-02 remembers the banners that were closed, the last twenty', () => {
    let cookie: string | undefined;
    for (let id = 1; id <= 25; id += 1) cookie = closeOne(cookie, id);
    cookie = closeOne(cookie, 25);
    expect(closedIds(cookie)).toEqual(Array.from({ length: 20 }, (_, i) => i + 6));
    expect(closedIds('5.x.9<script>.')).toEqual([5]);
  });
});
