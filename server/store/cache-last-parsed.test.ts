import { describe, expect, it, vi } from 'vitest';
import { cacheLastParsed } from './cache-last-parsed';

describe('cacheLastParsed', () => {
  it('P-63 cacheLastParsed parses a text once per key, and again when the text changes', () => {
    const made = cacheLastParsed<object>(10_000);
    const make = vi.fn((text: string) => ({ text }));
    const first = made('a', 'one', make);
    expect(made('a', ['on', 'e'].join(''), make)).toBe(first);
    expect(made('b', 'one', make)).not.toBe(first);
    expect(made('a', 'two', make)).toEqual({ text: 'two' });
    expect(made('a', 'one', make)).toEqual({ text: 'one' });
    expect(make).toHaveBeenCalledTimes(4);
  });

  it('P-63 cacheLastParsed drops a result when the text or the result is null, or the cache is full', () => {
    const made = cacheLastParsed<string>(40);
    const make = vi.fn((text: string) => (text === 'bad' ? null : text.toUpperCase()));
    made('a', 'one', make);
    expect(made('a', null, make)).toBeNull();
    expect(made('a', 'bad', make)).toBeNull();
    expect(made('a', 'bad', make)).toBeNull();
    expect(made('a', 'one', make)).toBe('ONE');
    expect(make).toHaveBeenCalledTimes(4);
    for (const key of ['b', 'c', 'd', 'e', 'f']) made(key, 'one', make);
    made('a', 'one', make);
    expect(make).toHaveBeenCalledTimes(10);
  });
});
