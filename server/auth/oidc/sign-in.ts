/**
 * `GET /{locale}/account/sign-in` in the OIDC modes redirects to the provider. If the provider does not respond, the
 * user gets a page of the shop instead of the browser's error page. When the shop itself redirected here, an
 * intermediate page follows (leave-page.ts), because a form may have started the navigation.
 */
import type { NextFunction, Request, Response } from 'express';
import { calculatePKCECodeChallenge } from 'openid-client';
import type { AuthParts } from '../auth-parts';
import { sendLeavePage } from '../leave-page';
import type { Locale } from '../locale';
import { redirectedParameter } from '../paths';
import { securityLog } from '../security-log';
import type { SignInFault } from '../session-view';
import { resolveTarget } from '../target';
import { hasRenewableSession } from './renewable-session';
import type { Provider } from './provider';
import { ProviderFault, providerDetail, signInFault } from './provider-fault';
import type { Transaction, Transactions } from './transaction';

export type OidcParts = AuthParts & { provider: Provider; transactions: Transactions };

const freshMs = 15_000;
const probeMs = 2_000;

export const redirectUri = (config: AuthParts['config'], locale: Locale): string =>
  `${config.PUBLIC_URL}/${locale}${config.OIDC_REDIRECT_PATH}`;

export async function redirectToProvider(
  parts: OidcParts,
  request: Request,
  response: Response,
  options: Pick<Transaction, 'locale' | 'target' | 'silent' | 'retried'>,
): Promise<void> {
  const { config, provider, transactions } = parts;
  const { locale, silent } = options;
  const transaction = transactions.begin(request, response, options);
  const tags = { fr: config.LOCALE_TAG_FR, nl: config.LOCALE_TAG_NL, en: config.LOCALE_TAG_EN };
  const url = provider.authorizationUrl({
    redirect_uri: redirectUri(config, locale),
    scope: config.OIDC_SCOPE,
    code_challenge: await calculatePKCECodeChallenge(transaction.verifier),
    code_challenge_method: 'S256',
    state: transaction.state,
    nonce: transaction.nonce,
    ui_locales: `${tags[locale]} ${locale}`,
    ...(silent ? { prompt: 'none' } : {}),
  });
  if (request.query[redirectedParameter] === undefined) response.redirect(302, url.href);
  else sendLeavePage(response, { locale, to: 'toSignIn', url });
}

export function createSignIn(
  parts: OidcParts,
  tell: (request: Request, fault: SignInFault) => void,
) {
  const { provider, metrics } = parts;

  return async function signIn(
    request: Request,
    response: Response,
    next: NextFunction,
    locale: Locale,
  ): Promise<void> {
    const about = parts.about(response);
    const target = resolveTarget(request.query['target'], locale, parts.config.OIDC_REDIRECT_PATH);
    const silent = request.query['prompt'] === 'none';
    // Another site may link to a silent sign-in: a good session needs none.
    if (silent && (await hasRenewableSession(parts, request)))
      return response.redirect(302, target);
    try {
      await provider.discover(about, { maxAgeMs: freshMs, timeoutMs: probeMs });
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      securityLog(about.log, metrics, 'sign_in.failed', {
        reference: about.reference,
        reason: signInFault(error),
        error: providerDetail(error),
      });
      // The customer did not ask for the silent sign-in: show the page as to a guest instead.
      if (silent) return response.redirect(302, target);
      tell(request, signInFault(error));
      return next();
    }
    securityLog(about.log, metrics, 'sign_in.started', { reference: about.reference, silent });
    await redirectToProvider(parts, request, response, { locale, target, silent, retried: false });
  };
}
