/**
 * Caches validated product documents by id, for as long as the product page caches its own. A large cart is reloaded
 * after every change, and fetching and validating five hundred documents costs more than everything else. The documents
 * are not reduced to one customer: `cardOf` does that on each view, so prices follow the caller and the day.
 */
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '~/base/page/page';
import type { CardWire } from './wire/card-wire.server';

const freshMs = 30_000;
/** Maximum number of documents, about 4 kB each: six of the largest carts. */
const most = 3_000;

interface Kept {
  /** The product document as last fetched; null when there was none. */
  wire: CardWire | null;
  /** No index of any language contains the product. */
  isGone: boolean;
  at: number;
}

/** One cache per shop: several may run in one process. */
const memories = new WeakMap<object, LRUCache<string, Kept>>();

/** The cache for the page's language. `of` returns null for documents that are not cached or have expired. */
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
    /** The last cached document, however old, also of a product that is gone: it still has the product's name. */
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
