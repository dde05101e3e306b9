/**
 * Entries of long lists, finished, kept by all that they show. A large cart is looked at again after every change, and
 * one line of it has changed: five hundred lines are twelve thousand elements, drawn once they cost a look-up each.
 */
import type { ReactElement } from 'react';
import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import { fragmentShop } from './fragment-shop.server';
import type { PageRequest } from './page';
import { ShopContext } from './shop';

/** Characters of entries with their keys: some ten of the largest carts. */
const usualChars = 16 * 1024 * 1024;

/**
 * Draws each entry that is not known as it is, in the page's language, and answers all of them in order as HTML. An
 * entry must hold everything that `draw` shows of it, and `draw` must ask the shop for texts, formats and `savesData` only.
 */
export function cachedMarkup<T>(
  draw: (entry: T) => ReactElement,
  { mostChars = usualChars }: { mostChars?: number } = {},
) {
  const known = new LRUCache<string, string>({
    maxSize: mostChars,
    sizeCalculation: (markup, key) => markup.length + key.length,
  });
  return (page: PageRequest, here: string, entries: readonly T[]): string => {
    const shop = fragmentShop(page, here);
    const drawn = entries.map((entry) => {
      const key = `${shop.tag} ${shop.savesData} ${JSON.stringify(entry)}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const markup = renderToStaticMarkup(
        <ShopContext.Provider value={shop}>{draw(entry)}</ShopContext.Provider>,
      );
      known.set(key, markup);
      return markup;
    });
    return drawn.join('');
  };
}
