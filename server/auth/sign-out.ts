/**
 * Sign-out (AUTH-08, P-12). The session is always deleted first; then the ERP and the provider are called. Each failure
 * is logged, and the page waits at most a second and a half for unresponsive services. The browser is not redirected to
 * an unavailable provider. The redirect carries the ID token as `id_token_hint`, because without it providers show a
 * confirmation page. The ID token grants no access and has mostly expired by then.
 */
import type { Request, Response } from 'express';
import { errorDetail } from '../observe/logger';
import type { About, AuthParts } from './auth-parts';
import { signOutAtErp } from './erp-sign-in';
import { sendLeavePage } from './leave-page';
import type { Locale } from './locale';
import { bearerCredentials, cookieCredentials } from './modes/passing-credentials';
import type { Provider } from './oidc/provider';
import { isGoodHint, isKeycloak } from './oidc/id-token-hint';
import { providerDetail } from './oidc/provider-fault';
import { securityLog } from './security-log';
import { hashOf } from './session/seal';
import { rememberSignedOut } from './session/last-signed-out';
import type { SessionRecord } from './session/session-record';
import { homeOf } from './target';
import { signedOutPath } from './paths';

/** Parameters of the provider's end-session address, except the return address. */
type EndSession = Readonly<Record<string, string>>;

type SignOutParts = AuthParts & { provider: Provider | null };

function stepFailed(parts: SignOutParts, about: About, step: string, error: unknown): void {
  const { metrics, provider } = parts;
  securityLog(about.log, metrics, 'sign_out.step_failed', {
    reference: about.reference,
    reason: step,
    error: provider ? providerDetail(error) : errorDetail(error),
  });
}

async function forget(
  parts: SignOutParts,
  request: Request,
  response: Response,
  about: About,
): Promise<SessionRecord | null> {
  const { cookies, sessions } = parts;
  const id = cookies.read(request, cookies.session);
  cookies.clear(response, cookies.session);
  cookies.clear(response, cookies.savedForm);
  if (id === null) return null;
  let record: SessionRecord | null = null;
  try {
    record = await sessions.read(hashOf(id));
    if (record) rememberSignedOut(parts, response, record.customer.owner);
    await sessions.destroy(hashOf(id));
    if (record) await forgetOthers(parts, record);
  } catch (error) {
    // Return the record although the store failed, so that the ERP and the provider end their sessions.
    stepFailed(parts, about, 'store', error);
  }
  return record;
}

/**
 * Deletes all sessions of the same provider session: it ends there too, but not every provider sends a back-channel
 * sign-out.
 */
async function forgetOthers({ sessions }: SignOutParts, { tokens }: SessionRecord): Promise<void> {
  if (!tokens?.sid) return;
  const { issuer, sid } = tokens;
  for (const hash of await sessions.find({ issuer, sid })) await sessions.destroy(hash);
}

async function leaveErp(
  parts: SignOutParts,
  record: SessionRecord,
  locale: Locale,
  about: About,
): Promise<void> {
  const { config } = parts;
  const holder = { cookies: record.erp.cookies };
  const { ref } = record.customer;
  const bearer = config.AUTH_MODE === 'oidc-token' ? record.tokens?.access : undefined;
  const credentials =
    bearer === undefined ? cookieCredentials(holder, ref) : bearerCredentials(bearer, holder, ref);
  const path = config.AUTH_MODE === 'credentials' ? 'auth/logout' : 'signout';
  try {
    await signOutAtErp(parts.erp({ ...about, locale, credentials }), path);
  } catch (error) {
    stepFailed(parts, about, 'erp', error);
  }
}

/**
 * Parameters for the redirect to the provider; null when it is unavailable, and the browser is then not redirected.
 */
async function leaveProvider(
  parts: SignOutParts,
  record: SessionRecord,
  about: About,
): Promise<EndSession | null> {
  const { provider, metrics, signOutPatienceMs: patienceMs } = parts;
  if (!provider || !record.tokens) return null;
  const { refresh, id } = record.tokens;
  const hint = isGoodHint({ provider, metrics }, id, about, patienceMs).catch((error: unknown) => {
    stepFailed(parts, about, 'provider-keys', error);
    return true;
  });
  try {
    if (refresh !== null && provider.metadata()?.revocation_endpoint)
      await provider.revoke(refresh, about);
    else await provider.discover(about, { maxAgeMs: 15_000, timeoutMs: patienceMs });
    return (await hint) ? { id_token_hint: id } : {};
  } catch (error) {
    stepFailed(parts, about, 'provider', error);
    return null;
  }
}

/** The provider's end-session address; null when it has none or is unavailable. */
function endSession(
  { config, provider }: SignOutParts,
  locale: Locale,
  leaving: EndSession | null,
): URL | null {
  if (!leaving || !provider) return null;
  // Without the ID token Keycloak accepts a return address; Ory Hydra, Dex and Spring reject it with an error page on
  // which the customer would be stuck.
  const back = `${config.PUBLIC_URL}${homeOf(locale)}`;
  const takesBack = leaving['id_token_hint'] !== undefined || isKeycloak(config.OIDC_ISSUER ?? '');
  return provider.endSessionUrl(
    takesBack ? { ...leaving, post_logout_redirect_uri: back } : leaving,
  );
}

export function createSignOut(parts: SignOutParts) {
  const { config, metrics, signOutPatienceMs: patienceMs } = parts;

  return async function signOut(
    request: Request,
    response: Response,
    locale: Locale,
    about: About,
  ): Promise<void> {
    const record = await forget(parts, request, response, about);
    let leaving: EndSession | null = null;
    if (record) {
      const calls = Promise.all([
        leaveErp(parts, record, locale, about),
        leaveProvider(parts, record, about).then((known) => {
          leaving = known;
        }),
      ]);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)));
      await Promise.race([calls, patience]);
      clearTimeout(timer);
    }
    securityLog(about.log, metrics, 'sign_out.done', {
      reference: about.reference,
      customer: record?.customer.ref ?? null,
    });
    // The header clears "cache" but not "storage". The latter would delete cart edits that a colleague's ended session
    // left on this computer for that colleague (CART-08). The island deletes this customer's own data.
    response.setHeader('clear-site-data', '"cache"');
    const url = endSession(parts, locale, leaving);
    if (url) return sendLeavePage(response, { locale, to: 'toSignOut', url });
    // The provider's session may still exist, which the customer must know on a shared computer.
    if (record?.tokens) return response.redirect(303, `${signedOutPath(locale)}?provider=open`);
    const home = config.AUTH_MODE === 'credentials' ? signedOutPath(locale) : homeOf(locale);
    response.redirect(303, home);
  };
}
