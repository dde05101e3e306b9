import { describe, expect, it } from 'vitest';
import { belongsOn, closeOne, closedIds, isForCorner, isShowing } from './announcements';

describe('banners and advertisements', () => {
  const at = (text: string): Date => new Date(text);

  it('CMS-03 an announcement is shown only between its start and its end', () => {
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

  it('CMS-03 an advertisement with an unknown slot appears in the corner of every page, one with slot home in the row of the home page', () => {
    for (const slot of ['bottom_right', 'top', '']) {
      expect(belongsOn({ slot }, false)).toBe(true);
      expect(isForCorner({ slot })).toBe(true);
    }
    expect(isForCorner({ slot: 'home' })).toBe(false);
    expect(belongsOn({ slot: 'home' }, true)).toBe(true);
    expect(belongsOn({ slot: 'home' }, false)).toBe(false);
  });

  it('CMS-02 closeOne remembers the last twenty closed banners', () => {
    let cookie: string | undefined;
    for (let id = 1; id <= 25; id += 1) cookie = closeOne(cookie, id);
    cookie = closeOne(cookie, 25);
    expect(closedIds(cookie)).toEqual(Array.from({ length: 20 }, (_, i) => i + 6));
    expect(closedIds('5.x.9<script>.')).toEqual([5]);
  });
});
