import type { Locale } from '~/base/i18n/locales';

/** What a page says of itself in `<head>`; everything else there is the same for all pages. */
export interface Head {
  title: string;
  description?: string;
  /** As the office wrote them, between commas. */
  keywords?: string;
  /** Path with the query that makes the page what it is; default: the path alone. */
  canonical?: string;
  /** The same page in the locales that have it, when its address differs by more than the prefix. */
  alternates?: Partial<Record<Locale, string>>;
  /** Personal pages and search results are not for crawlers. */
  noindex?: boolean;
  /** Script that has to run before anything of the page is shown. */
  early?: string;
  /** schema.org data; written with every `<` escaped. */
  structuredData?: readonly object[];
}
