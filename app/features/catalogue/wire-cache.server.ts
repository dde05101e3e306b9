/**
 * Checked documents of products by id, kept as long as the product page keeps its own: a large cart is looked at
 * again after every change, and asking for five hundred documents and checking them costs more than all the rest.
 * They are not reduced to one customer: `cardOf` does that at each view, so prices follow the caller and the day.
 */
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '~/page/page';
import type { CardWire } from './wire/card-wire.server';

const freshMs = 30_000;
/** Six of the largest carts; some 4 kB each. */
const most = 3_000;

interface Kept {
  /** Null: no index of any language has the product. */
  wire: CardWire | null;
  at: number;
}

/** One memory for each shop: they may run beside each other in one process. */
const memories = new WeakMap<object, LRUCache<string, Kept>>();

/** What is known in the page's language; `of` answers null for what is unknown or too old. */
export function wireCache({ context, locale }: Pick<PageRequest, 'context' | 'locale'>) {
  const memory = memories.get(context.cache) ?? new LRUCache<string, Kept>({ max: most });
  memories.set(context.cache, memory);
  const now = context.clock.now().getTime();
  return {
    of(id: number): CardWire | null {
      const kept = memory.get(`${locale}:${id}`);
      return kept && now - kept.at < freshMs ? kept.wire : null;
    },
    keep: (wire: CardWire): void => void memory.set(`${locale}:${wire.id}`, { wire, at: now }),
    isGone(id: number): boolean {
      const kept = memory.get(`${locale}:${id}`);
      return kept?.wire === null && now - kept.at < freshMs;
    },
    keepGone: (id: number): void => void memory.set(`${locale}:${id}`, { wire: null, at: now }),
  };
}
