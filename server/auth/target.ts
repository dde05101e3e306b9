/**
 * The only validation of redirect targets after sign-in (AUTH-03, P-16): a path and query of this site in the exact
 * form in which it will be used. Anything that a later layer (browser, proxy, framework) could interpret as another
 * site becomes the home page.
 */
import type { Locale } from './locale';
import { isSignInAddress } from './paths';

const maxLength = 2_000;
/** Control characters and Unicode line separators. */
const control = /[\p{Cc}\u2028\u2029]/u;
/** Slash, backslash, dot or control character in a path, percent-encoded once or twice. */
const hiddenInPath = /%(25)*(2f|5c|2e|0[0-9a-f]|1[0-9a-f]|7f)/i;
const dummy = 'http://target.invalid';

export const homeOf = (locale: Locale): string => `/${locale}`;

/** `raw` if it is a safe path of this site, otherwise the home page. */
export function resolveTarget(raw: unknown, locale: Locale, redirectPath: string): string {
  const home = homeOf(locale);
  if (typeof raw !== 'string' || raw.length > maxLength) return home;
  if (!raw.startsWith('/') || raw.includes('\\') || control.test(raw)) return home;
  if (!URL.canParse(raw, dummy)) return home;
  const url = new URL(raw, dummy);
  if (url.origin !== dummy || url.username !== '' || url.pathname.startsWith('//')) return home;
  if (url.pathname.includes('//') || hiddenInPath.test(url.pathname)) return home;
  // Returning to a sign-in step would restart it or end it.
  if (isSignInAddress(url.pathname, redirectPath)) return home;
  return url.pathname + url.search + url.hash;
}
