/**
 * Process-wide memory for reference data: navigation, settings, content. One flight per key: however many
 * requests want it, it is loaded once. Bounded by entries, oldest out first. Stale values are served while
 * a new one is on its way and when it cannot be had (contract/search.md 3.19, DEG-01).
 */
import type { Clock } from '../context';

export interface Memory {
  /**
   * The value for `key`: fresh for `freshMs`; older, it is served at once while one reload runs behind it
   * (up to `staleMs` more, then awaited). When a reload fails the last value goes on being served and
   * `onFault` is told; without a last value the fault is thrown.
   */
  recall<T>(
    key: string,
    options: { freshMs: number; staleMs?: number; onFault?: (error: unknown) => void },
    load: () => Promise<T>,
  ): Promise<T>;
  forget(key: string): void;
}

interface Entry {
  value: unknown;
  loadedAt: number;
}

export function createMemory(options: { clock: Clock; maxEntries?: number }): Memory {
  const { clock, maxEntries = 5000 } = options;
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Promise<unknown>>();

  function fly(key: string, load: () => Promise<unknown>): Promise<unknown> {
    const running = flights.get(key);
    if (running) return running;
    const flight = load()
      .then((value) => {
        entries.delete(key);
        entries.set(key, { value, loadedAt: clock.now().getTime() });
        const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
        if (oldest !== undefined) entries.delete(oldest);
        return value;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    async recall<T>(
      key: string,
      { freshMs, staleMs = Number.POSITIVE_INFINITY, onFault }: Parameters<Memory['recall']>[1],
      load: () => Promise<T>,
    ): Promise<T> {
      const entry = entries.get(key);
      const age = entry ? clock.now().getTime() - entry.loadedAt : Number.POSITIVE_INFINITY;
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
    forget: (key) => void entries.delete(key),
  };
}
