import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

/** Many links of a page contain its address, so it is limited; no page of the shop has a longer one. */
const longest = 1_000;

/**
 * The address of the page, for links that lead back to it. Drops a query that is too long, and uses the home page for a
 * path that is; otherwise each such link would enlarge the page.
 */
export function hereOf({ pathname, search }: URL, locale: Locale): string {
  if (pathname.length + search.length <= longest) return pathname + search;
  return pathname.length <= longest ? pathname : links.home(locale);
}
