/**
 * Checked documents of products by id, kept as long as the product page keeps its own: a large cart is looked at
 * again after every change, and asking for five hundred documents and checking them costs more than all the rest.
 * They are not reduced to one customer: `cardOf` does that at each view, so prices follow the caller and the day.
 */
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '~/base/page/page';
import type { CardWire } from './wire/card-wire.server';

const freshMs = 30_000;
/** Six of the largest carts; some 4 kB each. */
const most = 3_000;

interface Kept {
  /** The last document; null where none has been seen. */
  wire: CardWire | null;
  /** No index of any language has the product. */
  isGone: boolean;
  at: number;
}

/** One memory for each shop: they may run beside each other in one process. */
const memories = new WeakMap<object, LRUCache<string, Kept>>();

/** What is known in the page's language; `of` answers null for what is unknown or too old. */
export function wireCache({ context, locale }: Pick<PageRequest, 'context' | 'locale'>) {
  const memory = memories.get(context.cache) ?? new LRUCache<string, Kept>({ max: most });
  memories.set(context.cache, memory);
  const now = context.clock.now().getTime();
  const keyOf = (id: number): string => `${locale}:${id}`;
  const fresh = (id: number): Kept | null => {
    const kept = memory.get(keyOf(id));
    return kept && now - kept.at < freshMs ? kept : null;
  };
  return {
    of(id: number): CardWire | null {
      const kept = fresh(id);
      return kept && !kept.isGone ? kept.wire : null;
    },
    /** However old, and of a product that is gone too: for its name. */
    last: (id: number): CardWire | null => memory.get(keyOf(id))?.wire ?? null,
    keep: (wire: CardWire): void =>
      void memory.set(keyOf(wire.id), { wire, isGone: false, at: now }),
    isGone: (id: number): boolean => fresh(id)?.isGone ?? false,
    keepGone(id: number): void {
      const wire = memory.get(keyOf(id))?.wire ?? null;
      memory.set(keyOf(id), { wire, isGone: true, at: now });
    },
  };
}
