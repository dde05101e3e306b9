/** Performs a postponed ERP sign-in before the first call that needs it. */
import { SessionEnded, UpstreamFailure } from '../../upstream/failure';
import type { AuthParts } from '../auth-parts';
import { signInAtErp, type ErpSignIn } from '../erp-sign-in';
import type { Locale } from '../locale';
import type { LiveSession } from '../session/live-session';
import { bearerCredentials, type CookieHolder } from './passing-credentials';

interface ErpEntry {
  outcome: ErpSignIn;
  cookies: string | null;
}

/** Calls `signin` with the bearer token; returns the ERP's cookies for the mode that uses them. */
export async function enterErp(
  parts: Pick<AuthParts, 'erp'>,
  facts: LiveSession['about'] & { access: string; locale: Locale; customerRef: string | null },
): Promise<ErpEntry> {
  const { access, locale, customerRef, reference, log } = facts;
  const holder: CookieHolder = { cookies: null };
  const credentials = bearerCredentials(access, holder, customerRef);
  const erp = parts.erp({ credentials, locale, reference, log });
  const outcome = await signInAtErp(erp, log, { reference, customer: customerRef });
  return { outcome, cookies: holder.cookies };
}

/** Signs a live session in at the ERP. Throws when the ERP is unavailable; ends the session when the ERP rejects it. */
export async function enterForSession(
  parts: Pick<AuthParts, 'erp'>,
  live: LiveSession,
  access: string,
  locale: Locale,
): Promise<void> {
  const { about } = live;
  const customerRef = live.record()?.customer.ref ?? null;
  const { outcome, cookies } = await enterErp(parts, { ...about, access, locale, customerRef });
  if (outcome === 'rejected') {
    await live.end('erp-refused');
    throw new SessionEnded();
  }
  if (outcome === 'later') {
    throw new UpstreamFailure({
      service: 'erp',
      operation: 'POST signin',
      reason: 'unavailable',
      applied: 'nothing',
      status: null,
      reference: about.reference,
    });
  }
  const kept = await live.update((record) => ({ ...record, erp: { signedIn: true, cookies } }));
  if (!kept) throw new SessionEnded();
}
