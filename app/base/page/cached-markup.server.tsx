/**
 * Caches the rendered markup of list entries, keyed by everything they show. A large cart is reloaded after every
 * change, although only one line has changed: five hundred lines are twelve thousand elements, and a cached line costs
 * one look-up.
 */
import type { ReactElement } from 'react';
import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import { fragmentShop } from './fragment-shop.server';
import type { PageRequest } from './page';
import { ShopContext, type Shop } from './shop';

/** Cache size in bytes, keys included: room for about three of the largest carts, or hundreds of usual carts. */
const usualBytes = 12 * 1024 * 1024;
/**
 * Bytes per character: a single character beyond Latin-1, such as a typographic apostrophe, makes V8 store two bytes
 * for every character of the string.
 */
const bytesOfChar = 2;

type Known = LRUCache<string, string>;
const roomFor = (mostBytes: number): Known =>
  new LRUCache({
    maxSize: mostBytes,
    sizeCalculation: (markup, key) => bytesOfChar * (markup.length + key.length),
  });

/** `name` separates components that share one cache. */
function renderOnce<T>(
  { known, name = '' }: { known: Known; name?: string | number },
  shop: Shop,
  draw: (entry: T) => ReactElement,
  entry: T,
): string {
  const key = `${name} ${shop.tag} ${shop.savesData} ${JSON.stringify(entry)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const markup = renderToStaticMarkup(
    <ShopContext.Provider value={shop}>{draw(entry)}</ShopContext.Provider>,
  );
  known.set(key, markup);
  return markup;
}

/**
 * Renders each entry that is not cached, in the page's language, and returns all entries in order as HTML. An entry
 * must contain everything that `draw` displays, because the entry is the cache key; `draw` may use only texts, formats
 * and `savesData` of the shop context.
 */
export function cachedMarkup<T>(
  draw: (entry: T) => ReactElement,
  { mostBytes = usualBytes }: { mostBytes?: number } = {},
) {
  const known = roomFor(mostBytes);
  return (page: PageRequest, here: string, entries: readonly T[]): string => {
    const shop = fragmentShop(page, here);
    return entries.map((entry) => renderOnce({ known }, shop, draw, entry)).join('');
  };
}

const viewCache = roomFor(usualBytes);
const parts = new Map<unknown, number>();

/**
 * Like `cachedMarkup`, for parts whose entries a view only knows while its page renders (CachedPart). `Part` must be
 * defined at module level: its identity is part of the key.
 */
export function cachedParts(page: PageRequest): NonNullable<Shop['kept']> {
  let shop: Shop | null = null;
  return (Part, entry) => {
    const name = parts.get(Part) ?? parts.size;
    parts.set(Part, name);
    shop ??= fragmentShop(page, page.url.pathname);
    return renderOnce({ known: viewCache, name }, shop, (of) => <Part entry={of} />, entry);
  };
}
