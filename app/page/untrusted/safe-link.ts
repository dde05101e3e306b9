/**
 * Where content that others write may lead (SHELL-06, P-30): pages of this site, web pages outside (marked
 * as such), mail and telephone. Everything else (javascript:, data:, file: …) is no link at all.
 */
import { locales, type Locale } from '~/i18n/locales';

export interface SafeLink {
  href: string;
  /** Leaves this site. */
  external: boolean;
}

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;
const hasLocale = new RegExp(`^/(${locales.join('|')})(/|$|\\?|#)`);

/** Null when `raw` must not become a link; a path without locale is taken to mean `locale`'s page. */
export function safeLink(raw: unknown, locale: Locale): SafeLink | null {
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
      return url.username || url.password ? null : { href: url.href, external: true };
    case 'mailto:':
    case 'tel:':
      return { href: url.href, external: false };
    default:
      return null;
  }
}
