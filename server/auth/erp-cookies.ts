/**
 * The ERP's cookies of one session (contract/erp.md 5.3, 7.4), kept on the server. Read from every answer, so
 * that a sliding cookie stays fresh; an expiry that is a number and no date is ignored and the cookie lives
 * as long as the session. The address is read as https even inside a private network: the shop is the
 * browser here, and a `Secure` cookie must come back to the ERP that set it.
 */
import { CookieJar } from 'tough-cookie';

/** Host names of a private network (`odoo`) have no public suffix. */
const jarOptions = { rejectPublicSuffixes: false, allowSpecialUseDomain: true };

function secure(url: string): string {
  const address = new URL(url);
  address.protocol = 'https:';
  return address.href;
}

const jarOf = (kept: string | null): CookieJar =>
  kept === null ? new CookieJar(undefined, jarOptions) : CookieJar.deserializeSync(kept);

/** The `Cookie` header for `url`, or null when there is none to send. */
export function cookieHeader(kept: string | null, url: string): string | null {
  return jarOf(kept).getCookieStringSync(secure(url)) || null;
}

/** The cookies after an answer. A cookie that cannot be used (foreign domain) is left out. */
export function withCookies(
  kept: string | null,
  setCookies: readonly string[],
  url: string,
): string {
  const jar = jarOf(kept);
  for (const cookie of setCookies) jar.setCookieSync(cookie, secure(url), { ignoreError: true });
  return JSON.stringify(jar.toJSON());
}
