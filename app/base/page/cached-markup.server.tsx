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

type Known = LRUCache<string, string>;
const roomFor = (mostBytes: number): Known =>
  new LRUCache({
    maxSize: mostBytes,
    sizeCalculation: (markup, key) => bytesOfChar * (markup.length + key.length),
  });

/** `name` tells drawings apart that share a memory. */
function drawnOnce<T>(
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
 * Draws each entry that is not known as it is, in the page's language, and answers all of them in order as HTML. An
 * entry must hold everything that `draw` shows of it, and `draw` must ask the shop for texts, formats and `savesData` only.
 */
export function cachedMarkup<T>(
  draw: (entry: T) => ReactElement,
  { mostBytes = usualBytes }: { mostBytes?: number } = {},
) {
  const known = roomFor(mostBytes);
  return (page: PageRequest, here: string, entries: readonly T[]): string => {
    const shop = fragmentShop(page, here);
    return entries.map((entry) => drawnOnce({ known }, shop, draw, entry)).join('');
  };
}

const keptByViews = roomFor(usualBytes);
const parts = new Map<unknown, number>();

/** The same for parts that a view knows only while its page is drawn (KeptPart). They are components of a module. */
export function keptParts(page: PageRequest): NonNullable<Shop['kept']> {
  let shop: Shop | null = null;
  return (Part, entry) => {
    const name = parts.get(Part) ?? parts.size;
    parts.set(Part, name);
    shop ??= fragmentShop(page, page.url.pathname);
    return drawnOnce({ known: keptByViews, name }, shop, (of) => <Part entry={of} />, entry);
  };
}
