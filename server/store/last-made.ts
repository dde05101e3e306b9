/** What is made of a text of the store that is read again and again, and has mostly not changed since. */
import { LRUCache } from 'lru-cache';

/**
 * What `make` has made of the text that a key was read with last, if it is the same text: of each key one, as long as
 * there is room (a character counts three bytes: as it was read, and what was made of it). Null makes it forgotten,
 * as for a key that is not there any more. What is made is given out again, and must not be changed.
 */
export function lastMade<T extends NonNullable<unknown>>(
  mostBytes: number,
): (key: string, text: string | null, make: (text: string) => T | null) => T | null {
  const known = new LRUCache<string, { text: string; made: T }>({
    maxSize: mostBytes,
    sizeCalculation: ({ text }, key) => 3 * text.length + key.length,
  });
  return (key, text, make) => {
    const before = known.get(key);
    if (before && before.text === text) return before.made;
    const made = text === null ? null : make(text);
    if (text === null || made === null) known.delete(key);
    else known.set(key, { text, made });
    return made;
  };
}
