/** Mode `oidc-token` (contract/erp.md 5.1): every ERP call carries the bearer token; the ERP's cookies are ignored. */
import type { ErpCredentials } from '../../upstream/erp/erp-credentials';
import type { AuthParts } from '../auth-parts';
import type { Locale } from '../locale';
import { getValidAccess, renewedAccess } from '../oidc/access';
import type { Renewal } from '../oidc/renewal';
import type { LiveSession } from '../session/live-session';
import { enterForSession } from './erp-entry';

export function tokenCredentials(
  parts: Pick<AuthParts, 'clock' | 'erp'> & { renewal: Renewal },
  live: LiveSession,
  locale: Locale,
): ErpCredentials {
  let entering: Promise<void> | null = null;
  return {
    async headers() {
      const access = await getValidAccess(parts, live);
      if (live.record()?.erp.signedIn === false) {
        entering ??= enterForSession(parts, live, access, locale);
        await entering;
      }
      return { authorization: `Bearer ${access}` };
    },
    received: () => Promise.resolve(),
    async renewed(sent) {
      const rejected = sent['authorization']?.replace(/^Bearer /, '');
      const access = rejected && (await renewedAccess(parts, live, rejected));
      return access ? { authorization: `Bearer ${access}` } : null;
    },
    rejected: () => live.end('erp-401'),
    customerRef: live.record()?.customer.ref ?? null,
  };
}
