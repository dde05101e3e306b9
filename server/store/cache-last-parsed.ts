/** Caches the parsed form of stored texts that are read repeatedly and rarely change. */
import { LRUCache } from 'lru-cache';

/**
 * Returns a function that caches the last result of `make` per key, as long as the text is the same. The cache size
 * counts three bytes per character, for the text and its result. A null text or result removes the entry. Results are
 * shared between callers and must not be modified.
 */
export function cacheLastParsed<T extends NonNullable<unknown>>(
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
