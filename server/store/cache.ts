/**
 * Process-wide memory for reference data: navigation, settings, content. One flight per key: however many
 * requests want it, it is loaded once. Bounded by entries and by bytes, what was wanted longest ago goes first
 * (P-63). Stale values are served while a new one is on its way and when it cannot be had (contract/search.md
 * 3.19, DEG-01).
 */
import type { Clock } from '../context';
import { weightOf } from './weight';

export interface Cache {
  /**
   * The value for `key`: fresh for `freshMs`; older, it is served at once while one reload runs behind it
   * (up to `staleMs` more, then awaited). When a reload fails the last value goes on being served and
   * `onFault` is called; without a last value the fault is thrown.
   */
  get<T>(
    key: string,
    options: { freshMs: number; staleMs?: number; onFault?: (error: unknown) => void },
    load: () => Promise<T>,
  ): Promise<T>;
  /**
   * The value for `key`, however old, or the one that is on its way; undefined: neither. It starts no load, so nobody who
   * wants one can join a load that will not come.
   */
  known<T>(key: string): Promise<T | undefined>;
  delete(key: string): void;
}

interface Entry {
  value: unknown;
  loadedAt: number;
  bytes: number;
}

export interface MemoryOptions {
  clock: Clock;
  maxEntries?: number;
  /** Of all values together, as `weightOf` counts them; a product with its price lists has some 100 kB. */
  maxBytes?: number;
}

export function createCache(options: MemoryOptions): Cache {
  const { clock, maxEntries = 5000, maxBytes = 64 * 1024 * 1024 } = options;
  // In the order in which they were last wanted.
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

  /** What is there, moved behind all others. */
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
      // A clock that was set back makes nothing younger.
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
