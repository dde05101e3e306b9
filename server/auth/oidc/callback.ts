/**
 * Handles the return from the provider (AUTH-03, AUTH-07, P-2 … P-7). When it fails, an existing session survives and
 * its owner is redirected to the requested page. Without one, the sign-in page displays the reason.
 */
import type { NextFunction, Request, Response } from 'express';
import type { About } from '../auth-parts';
import { customerAtErp } from '../erp-sign-in';
import { establish } from '../establish';
import { localeOf, type Locale } from '../locale';
import { enterErp } from '../modes/erp-entry';
import { bearerCredentials, cookieCredentials } from '../modes/passing-credentials';
import type { OpenedSession } from '../open-session';
import { silentPath } from '../paths';
import { securityLog } from '../security-log';
import type { Customer, SignInFault } from '../session-view';
import { hashOf } from '../session/seal';
import { homeOf, resolveTarget } from '../target';
import { customerOf, tradeClaims, withTermsOfErp } from './claims';
import { hasRenewableSession } from './renewable-session';
import type { Exchange } from './provider';
import { adviceOn, ProviderFault, providerDetail, signInFault } from './provider-fault';
import { redirectToProvider, redirectUri, type OidcParts } from './sign-in';
import type { Transaction } from './transaction';

/**
 * Error codes of a provider at which the user is not signed in, or would have to interact. The session then remains
 * anonymous (AUTH-07).
 */
const anonymousCodes = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);
/** Keycloak's error when an outdated form was sent after a completed sign-in: restart once. */
const askedToRestart = (request: Request): boolean =>
  request.query['error'] === 'temporarily_unavailable' &&
  request.query['error_description'] === 'authentication_expired';

/** Passes the outcome to the page at the return address. */
export interface Tell {
  fault: (request: Request, fault: SignInFault) => void;
  declined: (request: Request, target: string) => void;
}

type CallbackParts = OidcParts & {
  openSession: (request: Request, response: Response, about: About) => Promise<OpenedSession>;
};

interface Turn {
  request: Request;
  response: Response;
  next: NextFunction;
  about: About;
  locale: Locale;
  parts: CallbackParts;
  tell: Tell;
}

interface Entered {
  customer: Customer;
  erp: { signedIn: boolean; cookies: string | null };
}

/** Customer number from the provider, if it sent one. */
interface Rejected {
  rejected: string | null;
}

async function failed(
  turn: Turn,
  fault: SignInFault,
  target: string,
  { error, customer = null }: { error?: unknown; customer?: string | null } = {},
): Promise<void> {
  const { request, response, next, about, parts } = turn;
  securityLog(about.log, parts.metrics, 'sign_in.failed', {
    reference: about.reference,
    customer,
    reason: fault,
    ...(error === undefined ? {} : { error: providerDetail(error), ...adviceOn(error) }),
  });
  const { live } = await parts.openSession(request, response, about);
  if (live) return response.redirect(302, target);
  turn.tell.fault(request, fault);
  next();
}

/** The user returned without signing in: this is no failure, and an existing session survives. */
async function declined(turn: Turn, target: string, error: ProviderFault): Promise<void> {
  const { request, response, next, about, parts } = turn;
  securityLog(about.log, parts.metrics, 'sign_in.anonymous', {
    reference: about.reference,
    reason: 'access_denied',
    error: providerDetail(error),
  });
  const { live } = await parts.openSession(request, response, about);
  if (live) return response.redirect(302, target);
  turn.tell.declined(request, target);
  next();
}

async function anonymous(turn: Turn, transaction: Transaction, code: string): Promise<void> {
  const { request, response, about, parts } = turn;
  const { cookies, sessions, metrics } = parts;
  const id = cookies.read(request, cookies.session);
  if (id !== null && !(await hasRenewableSession(parts, request))) {
    await sessions.destroy(hashOf(id));
    cookies.clear(response, cookies.session);
  }
  securityLog(about.log, metrics, 'sign_in.anonymous', {
    reference: about.reference,
    reason: code,
  });
  response.redirect(302, transaction.target);
}

/**
 * Signs in at the ERP (`signin`) and loads the customer. Returns only the customer number when the ERP rejects the
 * customer (5.2).
 */
async function enter(turn: Turn, exchange: Exchange): Promise<Entered | Rejected> {
  const { about, locale, parts } = turn;
  const { tokens } = exchange;
  const claims = { ...exchange.claims, ...(await parts.provider.userinfo(tokens, about)) };
  const { customer, dropped } = customerOf(tokens.issuer, tokens.subject, claims);
  if (dropped.length > 0)
    about.log.warn({ event: 'claims.dropped', reference: about.reference, dropped }, 'odd claims');
  const facts = { ...about, locale, access: tokens.access, customerRef: customer.ref };
  const { outcome, cookies: erpCookies } = await enterErp(parts, facts);
  if (outcome === 'rejected') return { rejected: customer.ref };
  const erp = { signedIn: outcome === 'done', cookies: erpCookies };
  if (!erp.signedIn) return { customer, erp };
  const holder = { cookies: erpCookies };
  const credentials =
    parts.config.AUTH_MODE === 'oidc-token'
      ? bearerCredentials(tokens.access, holder, customer.ref)
      : cookieCredentials(holder, customer.ref);
  const found = await customerAtErp(parts.erp({ ...about, locale, credentials }), about.log);
  if (found === 'rejected') return { rejected: customer.ref };
  const known = withTermsOfErp(customer, found?.claims ?? {});
  return {
    customer: { ...known, ref: known.ref ?? found?.ref ?? null },
    erp: { signedIn: true, cookies: holder.cookies },
  };
}

function warnOfMissingClaims({ about }: Turn, { pricesKnown, ref }: Customer): void {
  if (pricesKnown) return;
  const advice = `the provider sends none of the trade claims (${tradeClaims.join(', ')}) and the ERP's customer neither: prices are indicative`;
  about.log.warn(
    { event: 'claims.missing', reference: about.reference, customer: ref, advice },
    'price lists unknown',
  );
}

/** Signs the customer in and returns the redirect target; null if the login has no customer, which it answers itself. */
async function complete(turn: Turn, transaction: Transaction): Promise<string | null> {
  const { request, response, about, locale, parts } = turn;
  const url = new URL(
    redirectUri(parts.config, locale) + (/\?.*/s.exec(request.originalUrl)?.[0] ?? ''),
  );
  const exchange = await parts.provider.exchange(url, transaction, about);
  const entered = await enter(turn, exchange);
  if ('rejected' in entered) {
    await failed(turn, 'no-customer', transaction.target, { customer: entered.rejected });
    return null;
  }
  warnOfMissingClaims(turn, entered.customer);
  const before = await sessionOfBrowser(parts, request);
  const same = before?.customer.owner === entered.customer.owner ? before : null;
  await establish(parts, turn, {
    // The customer in the session changes only if the login differs (AUTH-10).
    customer:
      transaction.silent && same?.customer.login === entered.customer.login
        ? same.customer
        : entered.customer,
    tokens: exchange.tokens,
    erp: entered.erp,
    continues: transaction.silent ? same : null,
  });
  response.redirect(302, transaction.target);
  return transaction.target;
}

/** Handles an error that the provider returned instead of an identity. */
async function refused(turn: Turn, transaction: Transaction, error: ProviderFault) {
  const { request, response, parts } = turn;
  if (error.code !== null && anonymousCodes.has(error.code) && 'error' in request.query)
    return anonymous(turn, transaction, error.code);
  if (error.code === 'access_denied' && 'error' in request.query)
    return declined(turn, transaction.target, error);
  if (askedToRestart(request) && !transaction.retried && error.code === 'temporarily_unavailable')
    return redirectToProvider(parts, request, response, { ...transaction, retried: true });
  return failed(turn, signInFault(error), transaction.target, { error });
}

/** Handles the first return of a sign-in attempt; a second return may be waiting for its result. */
async function first(turn: Turn, transaction: Transaction): Promise<void> {
  const { response, parts } = turn;
  let target: string | null = null;
  // If this write fails, the second return waits in vain and reports that the address was already used.
  const end = (arrived: boolean): void =>
    void parts.transactions.end(transaction.state, { target, arrived }).catch(() => null);
  try {
    target = await complete(turn, transaction);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    await refused(turn, transaction, error);
  } finally {
    if (response.closed) end(false);
    else response.once('close', () => end(response.writableFinished));
  }
}

/**
 * Handles a second return of a sign-in attempt while the first is in progress, without exchanging the code. After the
 * first response the browser is redirected here again, with the cookies that it then has. If it abandoned that
 * response, it is redirected to the provider once more.
 */
async function doubled({ request, response, locale, parts }: Turn): Promise<void> {
  const { state } = request.query;
  const end = await parts.transactions.awaitEnd(state);
  if (end?.target && !end.arrived) return response.redirect(302, silentPath(locale, end.target));
  const again = typeof state === 'string' ? `?state=${state}` : '';
  response.redirect(302, redirectUri(parts.config, locale) + again);
}

async function sessionOfBrowser({ cookies, sessions }: CallbackParts, request: Request) {
  const id = cookies.read(request, cookies.session);
  return id === null ? null : sessions.read(hashOf(id));
}

export function createCallback(parts: CallbackParts, tell: Tell) {
  const { config, transactions } = parts;

  return async function callback(
    request: Request,
    response: Response,
    next: NextFunction,
    about: About,
  ): Promise<void> {
    const locale = localeOf(request.path);
    const turn: Turn = { request, response, next, about, locale, parts, tell };
    const wanted = resolveTarget(request.query['target'], locale, config.OIDC_REDIRECT_PATH);
    const transaction = await transactions.take(request, response);
    if (transaction === 'doubled') return doubled(turn);
    if (transaction === 'replayed') {
      const end = await transactions.endOf(request.query['state']);
      return failed(turn, transaction, end?.target ?? wanted);
    }
    if (typeof transaction === 'string') return failed(turn, transaction, wanted);
    if (transaction.locale !== locale) return failed(turn, 'state-mismatch', homeOf(locale));
    await first(turn, transaction);
  };
}
