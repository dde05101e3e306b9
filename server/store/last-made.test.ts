import { describe, expect, it, vi } from 'vitest';
import { lastMade } from './last-made';

describe('what is made of a text of the store', () => {
  it('P-63 is made once for the same text, and anew for another of the key', () => {
    const made = lastMade<object>(10_000);
    const make = vi.fn((text: string) => ({ text }));
    const first = made('a', 'one', make);
    expect(made('a', ['on', 'e'].join(''), make)).toBe(first);
    expect(made('b', 'one', make)).not.toBe(first);
    expect(made('a', 'two', make)).toEqual({ text: 'two' });
    expect(made('a', 'one', make)).toEqual({ text: 'one' });
    expect(make).toHaveBeenCalledTimes(4);
  });

  it('P-63 is forgotten with the key, where nothing can be made, and where there is no room', () => {
    const made = lastMade<string>(40);
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
