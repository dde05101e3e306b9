/**
 * The ERP's cookies of one session (contract/erp.md 5.3, 7.4), kept on the server. Read from every answer, so
 * that a sliding cookie stays fresh; an expiry that is a number and no date is ignored and the cookie lives
 * as long as the session. The address is read as https even inside a private network: the shop is the
 * browser here, and a `Secure` cookie must come back to the ERP that set it.
 */
import type { CookieJar } from 'tough-cookie';

/** Host names of a private network (`odoo`) have no public suffix. */
const jarOptions = { rejectPublicSuffixes: false, allowSpecialUseDomain: true };

function secure(url: string): string {
  const address = new URL(url);
  address.protocol = 'https:';
  return address.href;
}

/** Loaded with the first cookie: its list of public suffixes is a megabyte, and where tokens are sent none comes. */
const loaded = async (): Promise<typeof CookieJar> => (await import('tough-cookie')).CookieJar;

/** The `Cookie` header for `url`, or null when there is none to send. */
export async function cookieHeader(kept: string | null, url: string): Promise<string | null> {
  if (kept === null) return null;
  const Jar = await loaded();
  return Jar.deserializeSync(kept).getCookieStringSync(secure(url)) || null;
}

type WithCookies = (kept: string | null, setCookies: readonly string[], url: string) => string;

/**
 * Adds the cookies of an answer to those that are kept, in one go, so that of two answers none loses the other's.
 * A cookie that cannot be used (foreign domain) is left out.
 */
export async function cookieAdder(): Promise<WithCookies> {
  const Jar = await loaded();
  return (kept, setCookies, url) => {
    const jar = kept === null ? new Jar(undefined, jarOptions) : Jar.deserializeSync(kept);
    for (const cookie of setCookies) jar.setCookieSync(cookie, secure(url), { ignoreError: true });
    return JSON.stringify(jar.toJSON());
  };
}
