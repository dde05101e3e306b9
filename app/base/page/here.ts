import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

/** Maximum length of the address: many links of a page contain it, and no page of the shop has a longer address. */
const longest = 1_000;

/**
 * The address of the page, for links that lead back to it. It drops a query that is too long, and uses the home page
 * when the path is too long; otherwise each such link would enlarge the page.
 */
export function hereOf({ pathname, search }: URL, locale: Locale): string {
  if (pathname.length + search.length <= longest) return pathname + search;
  return pathname.length <= longest ? pathname : links.home(locale);
}
