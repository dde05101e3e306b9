import { beforeEach, describe, expect, it } from 'vitest';
import { forgetSearches, pastSearches, rememberSearch, type OpenStorage } from './past-searches';

const entries = new Map<string, string>();
const local: OpenStorage = () => ({
  getItem: (key) => entries.get(key) ?? null,
  setItem: (key, value) => void entries.set(key, value),
  removeItem: (key) => void entries.delete(key),
});
beforeEach(() => entries.clear());
const refused = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

describe('past searches', () => {
  it('SRCH-04 past searches list the newest first, without duplicates, at most eight', () => {
    for (let at = 1; at <= 10; at += 1) rememberSearch(local, 'ann', `word ${at}`);
    rememberSearch(local, 'ann', '  WORD 5 ');
    rememberSearch(local, 'ann', '   ');
    expect(pastSearches(local, 'ann')).toEqual([
      'WORD 5',
      'word 10',
      'word 9',
      'word 8',
      'word 7',
      'word 6',
      'word 4',
      'word 3',
    ]);
  });

  it('SRCH-04 P-54 a customer sees and removes only their own searches', () => {
    rememberSearch(local, 'ann', 'amoxi');
    rememberSearch(local, '', 'kap');
    expect(pastSearches(local, 'bob')).toEqual([]);
    forgetSearches(local, 'ann');
    expect([pastSearches(local, 'ann'), pastSearches(local, '')]).toEqual([[], ['kap']]);
  });

  it('SRCH-04 pastSearches returns nothing if the stored value is invalid or storage is unavailable', () => {
    rememberSearch(local, 'ann', 'kap');
    const [key = ''] = entries.keys();
    for (const kept of ['{', '{"a":1}', '[1,null,""]']) {
      entries.set(key, kept);
      expect(pastSearches(local, 'ann')).toEqual([]);
    }
    const full: OpenStorage = () => ({ ...local(), setItem: refused });
    for (const none of [refused, full]) {
      rememberSearch(none, 'bob', 'kap');
      expect(pastSearches(none, 'bob')).toEqual([]);
      forgetSearches(none, 'bob');
    }
  });
});
