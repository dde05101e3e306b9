import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

/** Every link of the page that leads back carries the address: no page of the shop has a longer one. */
const longest = 1_000;

/**
 * Where the page is, for links that lead back to it: without a query that is too long, and the home page in place of a
 * path that is, or a page would be as many times larger as it has such links.
 */
export function hereOf({ pathname, search }: URL, locale: Locale): string {
  if (pathname.length + search.length <= longest) return pathname + search;
  return pathname.length <= longest ? pathname : links.home(locale);
}
