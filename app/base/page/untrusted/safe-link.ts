/**
 * Checks where links in untrusted content lead (SHELL-06, P-30). Allowed are pages of this site, mail, telephone, and
 * pages of hosts listed in the settings (marked as external). Everything else (javascript:, data:, file: …) is
 * rejected.
 */
import { locales, type Locale } from '~/base/i18n/locales';
import type { Site } from '../../../../server/context';

/** This site's own origin, and the external hosts that links may lead to. */
export type LinkRules = Pick<Site, 'origin' | 'linkHosts'>;

export interface SafeLink {
  href: string;
  /** True when the link leaves this site. */
  external: boolean;
}

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;
const hasLocale = new RegExp(`^/(${locales.join('|')})(/|$|\\?|#)`);

function webLink(url: URL, { origin, linkHosts }: LinkRules): SafeLink | null {
  if (url.username || url.password) return null;
  if (url.origin === origin) return { href: url.pathname + url.search + url.hash, external: false };
  return linkHosts.includes(url.host) ? { href: url.href, external: true } : null;
}

/** Null when `raw` must not become a link; a path without a locale gets the prefix of `locale`. */
export function safeLink(raw: unknown, locale: Locale, rules: LinkRules): SafeLink | null {
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  if (text === '' || unseen.test(text)) return null;
  if (text.startsWith('#')) return { href: text, external: false };
  if (text.startsWith('/')) {
    if (text.startsWith('//')) return null;
    return { href: hasLocale.test(text) ? text : `/${locale}${text}`, external: false };
  }
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return webLink(url, rules);
    case 'mailto:':
    case 'tel:':
      return { href: url.href, external: false };
    default:
      return null;
  }
}
