/**
 * The ERP's cookies of one session (contract/erp.md 5.3, 7.4), stored on the server. Cookies are read from every
 * response, so that a sliding cookie stays fresh. An expiry that is a number instead of a date is ignored, and the
 * cookie lives as long as the session. The address is treated as https even in a private network: the shop acts as the
 * browser, and a `Secure` cookie must return to the ERP that set it.
 */
import type { CookieJar } from 'tough-cookie';

/** Host names in a private network (`odoo`) have no public suffix. */
const jarOptions = { rejectPublicSuffixes: false, allowSpecialUseDomain: true };

function secure(url: string): string {
  const address = new URL(url);
  address.protocol = 'https:';
  return address.href;
}

/**
 * Imported with the first cookie: its list of public suffixes is a megabyte, and a mode with tokens never receives a
 * cookie.
 */
const loadCookieJar = async (): Promise<typeof CookieJar> =>
  (await import('tough-cookie')).CookieJar;

/** The `Cookie` header for `url`, or null when no cookie applies. */
export async function cookieHeader(kept: string | null, url: string): Promise<string | null> {
  if (kept === null) return null;
  const Jar = await loadCookieJar();
  return Jar.deserializeSync(kept).getCookieStringSync(secure(url)) || null;
}

type WithCookies = (kept: string | null, setCookies: readonly string[], url: string) => string;

/**
 * Returns a function that adds a response's cookies to the stored ones synchronously, so that concurrent responses do
 * not overwrite each other's. It skips an unusable cookie (foreign domain).
 */
export async function cookieAdder(): Promise<WithCookies> {
  const Jar = await loadCookieJar();
  return (kept, setCookies, url) => {
    const jar = kept === null ? new Jar(undefined, jarOptions) : Jar.deserializeSync(kept);
    for (const cookie of setCookies) jar.setCookieSync(cookie, secure(url), { ignoreError: true });
    return JSON.stringify(jar.toJSON());
  };
}
