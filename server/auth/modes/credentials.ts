/**
 * Mode `credentials` (contract/erp.md 7.4 – 7.9): login and password go to the ERP once, then its cookie accompanies
 * every call. There are no claims: the customer comes from `auth/profile` and `GET customer`. The profile may contain
 * the same facts as a token's claims. If it names no price lists, they are unknown, which differs from none (7.5).
 */
import type { ErpCredentials } from '../../upstream/erp/erp-credentials';
import { SessionEnded } from '../../upstream/failure';
import type { About, AuthParts } from '../auth-parts';
import type { Customer } from '../customer';
import { cookieHeader } from '../erp-cookies';
import {
  customerAtErp,
  logInAtErp,
  profileAtErp,
  type ErpCustomer,
  type ErpProfile,
} from '../erp-sign-in';
import type { Locale } from '../locale';
import { roleOf, tradeTermsOf } from '../oidc/claims';
import type { LiveSession } from '../session/live-session';
import { storeCookies } from './oidc-cookie';
import { cookieCredentials, type CookieHolder } from './passing-credentials';

export function credentialsModeCredentials(live: LiveSession): ErpCredentials {
  return {
    async headers(url) {
      const record = live.record();
      if (!record) throw new SessionEnded();
      const cookie = await cookieHeader(record.erp.cookies, url);
      return cookie === null ? {} : { cookie };
    },
    received: (setCookies, url) => storeCookies(live, setCookies, url),
    rejected: () => live.end('erp-401'),
    customerRef: live.record()?.customer.ref ?? null,
  };
}

function customerFrom(
  login: string,
  profile: ErpProfile | null,
  erp: ErpCustomer | null,
): Customer {
  // The ERP compares logins in lower case, so the owner must not depend on the entered spelling.
  const known = profile?.login ?? login;
  const terms = tradeTermsOf(profile?.claims ?? {});
  const roles = [...terms.roles, ...(profile?.role ? [profile.role] : [])];
  return {
    ...terms,
    owner: `erp|${known.toLowerCase()}`,
    ref: erp?.ref ?? terms.ref,
    login: known,
    name: erp?.name ?? profile?.name ?? known,
    email: erp?.email ?? (known.includes('@') ? known : null),
    emailVerified: profile?.mailVerified ?? false,
    givenName: null,
    familyName: null,
    locale: null,
    role: roleOf(roles, terms.pricelistGross),
    roles,
    canOrder: terms.canOrder ?? true,
  };
}

export interface ErpLogin {
  customer: Customer;
  cookies: string | null;
}

/** Returns null when login or password are wrong. Throws UpstreamFailure when the ERP is unavailable. */
export async function logIn(
  parts: Pick<AuthParts, 'erp'>,
  facts: About & { locale: Locale; login: string; password: string },
): Promise<ErpLogin | null> {
  const holder: CookieHolder = { cookies: null };
  const erp = parts.erp({ ...facts, credentials: cookieCredentials(holder, null) });
  if (!(await logInAtErp(erp, facts.login, facts.password))) return null;
  return findSignedInCustomer(parts, facts, holder);
}

/** The customer that the ERP reports as signed in; null when it reports none (7.5). */
export async function findSignedInCustomer(
  parts: Pick<AuthParts, 'erp'>,
  facts: About & { locale: Locale; login: string },
  holder: CookieHolder,
): Promise<ErpLogin | null> {
  const erp = parts.erp({ ...facts, credentials: cookieCredentials(holder, null) });
  const profile = await profileAtErp(erp);
  if (!profile) return null;
  const found = await customerAtErp(erp, facts.log);
  const customer = customerFrom(facts.login, profile, found === 'rejected' ? null : found);
  return { customer, cookies: holder.cookies };
}
