import type { Locale } from '~/base/i18n/locales';

/** The parts of `<head>` that differ between pages. */
export interface Head {
  title: string;
  description?: string;
  /** Keywords as the office entered them, separated by commas. */
  keywords?: string;
  /** Canonical address: the path with the part of the query that identifies the page; default: the path alone. */
  canonical?: string;
  /** Addresses of the same page in other locales, when they differ by more than the prefix. */
  alternates?: Partial<Record<Locale, string>>;
  /** Excludes the page from search engines: personal pages and search results. */
  noindex?: boolean;
  /** Inline script that must run before the browser displays the page. */
  early?: string;
  /** schema.org data; every `<` is escaped when rendered. */
  structuredData?: readonly object[];
}
