/**
 * Entries of long lists, finished, kept by all that they show. A large cart is looked at again after every change, and
 * one line of it has changed: five hundred lines are twelve thousand elements, drawn once they cost a look-up each.
 */
import type { ReactElement } from 'react';
import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import { fragmentShop } from './fragment-shop.server';
import type { PageRequest } from './page';
import { ShopContext, type Shop } from './shop';

/** Of entries with their keys: some three of the largest carts, hundreds of usual ones. */
const usualBytes = 12 * 1024 * 1024;
/** One character beyond Latin, a typographic apostrophe for instance, makes V8 keep two bytes for each of a text. */
const bytesOfChar = 2;

/** Finished markup of entries: what `draw` makes of one that is not known, in the language of a shop. */
function memoryOf<T>(draw: (entry: T) => ReactElement, mostBytes: number) {
  const known = new LRUCache<string, string>({
    maxSize: mostBytes,
    sizeCalculation: (markup, key) => bytesOfChar * (markup.length + key.length),
  });
  return (shop: Shop, entry: T): string => {
    const key = `${shop.tag} ${shop.savesData} ${JSON.stringify(entry)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const markup = renderToStaticMarkup(
      <ShopContext.Provider value={shop}>{draw(entry)}</ShopContext.Provider>,
    );
    known.set(key, markup);
    return markup;
  };
}

/**
 * Draws each entry that is not known as it is, in the page's language, and answers all of them in order as HTML. An
 * entry must hold everything that `draw` shows of it, and `draw` must ask the shop for texts, formats and `savesData` only.
 */
export function cachedMarkup<T>(
  draw: (entry: T) => ReactElement,
  { mostBytes = usualBytes }: { mostBytes?: number } = {},
) {
  const drawn = memoryOf(draw, mostBytes);
  return (page: PageRequest, here: string, entries: readonly T[]): string => {
    const shop = fragmentShop(page, here);
    return entries.map((entry) => drawn(shop, entry)).join('');
  };
}

const memories = new Map<unknown, unknown>();

function memoryFor<T>(part: (entry: T) => ReactElement) {
  const known = memories.get(part) as ReturnType<typeof memoryOf<T>> | undefined;
  const memory = known ?? memoryOf(part, usualBytes);
  memories.set(part, memory);
  return memory;
}

/** The same for a view that knows its entries only while its page is drawn (KeptPart). */
export function keptParts(page: PageRequest): NonNullable<Shop['kept']> {
  let shop: Shop | null = null;
  return (part, entry) => memoryFor(part)((shop ??= fragmentShop(page, page.url.pathname)), entry);
}
