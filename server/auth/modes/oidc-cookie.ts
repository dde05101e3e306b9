/**
 * Mode `oidc-cookie` (contract/erp.md 5.3): the bearer token goes to `signin` once, afterwards only the ERP's sliding
 * cookie is sent (a bearer token beside it would take precedence). The ERP renews the cookie in some responses and not
 * in others. When it has expired, the shop calls `signin` again.
 */
import { SessionEnded } from '../../upstream/failure';
import type { ErpCredentials } from '../../upstream/erp/erp-credentials';
import type { AuthParts } from '../auth-parts';
import { cookieAdder, cookieHeader } from '../erp-cookies';
import type { Locale } from '../locale';
import { getValidAccess } from '../oidc/access';
import type { Renewal } from '../oidc/renewal';
import type { LiveSession } from '../session/live-session';
import { enterForSession } from './erp-entry';

/** Stores the cookies of a response in the session. */
export async function storeCookies(
  live: LiveSession,
  setCookies: readonly string[],
  url: string,
): Promise<void> {
  if (!live.record()) return;
  const withCookies = await cookieAdder();
  await live.update((record) => ({
    ...record,
    erp: { ...record.erp, cookies: withCookies(record.erp.cookies, setCookies, url) },
  }));
}

export function cookieModeCredentials(
  parts: Pick<AuthParts, 'clock' | 'erp'> & { renewal: Renewal },
  live: LiveSession,
  locale: Locale,
): ErpCredentials {
  let entering: Promise<void> | null = null;
  const enter = async (): Promise<void> =>
    enterForSession(parts, live, await getValidAccess(parts, live), locale);
  return {
    async headers(url) {
      const before = live.record();
      if (!before) throw new SessionEnded();
      if (!before.erp.signedIn || (await cookieHeader(before.erp.cookies, url)) === null) {
        entering ??= enter();
        await entering;
      }
      const cookie = await cookieHeader(live.record()?.erp.cookies ?? null, url);
      return cookie === null ? {} : { cookie };
    },
    received: (setCookies, url) => storeCookies(live, setCookies, url),
    rejected: () => live.end('erp-401'),
    customerRef: live.record()?.customer.ref ?? null,
  };
}
