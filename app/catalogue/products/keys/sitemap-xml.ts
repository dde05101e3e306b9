/** The sitemap as XML, and an index of files when one file cannot contain all addresses. */
import { fallbackLocale, locales } from '~/base/i18n/locales';
import { links } from '~/base/i18n/links';
import type { SitemapAddress } from './sitemap.server';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function sitemapXml(origin: string, addresses: readonly SitemapAddress[]): string {
  const entries = addresses.map(({ path, alternates }) => {
    const link = (language: string, to: string): string =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(origin + to)}"/>`;
    const isHome = locales.some((locale) => path === links.home(locale));
    const known = locales.flatMap((locale) => {
      const to = alternates[locale];
      // The home page as an alternate means that this language lacks the page.
      const isMissing = to === undefined || (to === links.home(locale) && !isHome);
      return isMissing ? [] : [link(locale, to)];
    });
    const fallback = alternates[fallbackLocale];
    const hasFallback =
      fallback !== undefined && (isHome || fallback !== links.home(fallbackLocale));
    const forOthers = hasFallback ? fallback : path;
    // `x-default`: the address for readers of any other language.
    const others = [...known, link('x-default', forOthers)].join('');
    return `<url><loc>${escaped(origin + path)}</loc>${others}</url>\n`;
  });
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`;
}

export function sitemapIndexXml(origin: string, files: number): string {
  const entries = Array.from(
    { length: files },
    (_, position) =>
      `<sitemap><loc>${escaped(origin)}/sitemap.xml?part=${position + 1}</loc></sitemap>\n`,
  );
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`;
}
