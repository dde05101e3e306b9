/**
 * Process-wide cache for reference data: navigation, settings, content. Concurrent requests for a key share one load.
 * Limited by entries and bytes; evicts the least recently used (P-63). Stale values are served while a reload runs and
 * when it fails (contract/search.md 3.19, DEG-01).
 */
import type { Clock } from '../context';
import { weightOf } from './weight';

export interface Cache {
  /**
   * The value for `key`. Fresh for `freshMs`; after that, for up to `staleMs` more, the old value is returned at once
   * while one reload runs in the background. Later the reload is awaited. When a reload fails, the last value is
   * returned and `onFault` is called; without a last value the error is thrown.
   */
  get<T>(
    key: string,
    options: { freshMs: number; staleMs?: number; onFault?: (error: unknown) => void },
    load: () => Promise<T>,
  ): Promise<T>;
  /**
   * The value for `key` regardless of its age, or the load in progress; undefined when there is neither. It starts no
   * load itself.
   */
  known<T>(key: string): Promise<T | undefined>;
  delete(key: string): void;
}

interface Entry {
  value: unknown;
  loadedAt: number;
  bytes: number;
}

interface MemoryOptions {
  clock: Clock;
  maxEntries?: number;
  /** Limit for all values together, as `weightOf` counts them; a product with its price lists has about 100 kB. */
  maxBytes?: number;
}

export function createCache(options: MemoryOptions): Cache {
  const { clock, maxEntries = 5000, maxBytes = 64 * 1024 * 1024 } = options;
  // Cached values, ordered by last use.
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Promise<unknown>>();
  let held = 0;

  function drop(key: string): void {
    held -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function keep(key: string, value: unknown): void {
    drop(key);
    const bytes = weightOf(value, maxBytes + 1);
    if (bytes > maxBytes) return;
    entries.set(key, { value, loadedAt: clock.now().getTime(), bytes });
    held += bytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && held <= maxBytes) break;
      drop(oldest);
    }
  }

  /** Returns the entry and moves it to the end. */
  function wanted(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry) {
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry;
  }

  function fly(key: string, load: () => Promise<unknown>): Promise<unknown> {
    const running = flights.get(key);
    if (running) return running;
    const flight = load()
      .then((value) => {
        keep(key, value);
        return value;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    async get<T>(
      key: string,
      { freshMs, staleMs = Number.POSITIVE_INFINITY, onFault }: Parameters<Cache['get']>[1],
      load: () => Promise<T>,
    ): Promise<T> {
      const entry = wanted(key);
      // The absolute value expires entries from the future after the clock was set back.
      const age = entry
        ? Math.abs(clock.now().getTime() - entry.loadedAt)
        : Number.POSITIVE_INFINITY;
      if (entry && age < freshMs) return entry.value as T;
      const flight = fly(key, load);
      if (entry && age < freshMs + staleMs) {
        flight.catch((error: unknown) => onFault?.(error));
        return entry.value as T;
      }
      try {
        return (await flight) as T;
      } catch (error) {
        if (!entry) throw error;
        onFault?.(error);
        return entry.value as T;
      }
    },
    known: async <T>(key: string) =>
      (wanted(key) ?? { value: await flights.get(key) }).value as T | undefined,
    delete: drop,
  };
}
