/**
 * Sign-in in its three modes (AUTH-01), put together: what is shared, the addresses, and how the rest of the
 * server opens a session.
 */
import { Router, type NextFunction, type Request, type Response } from 'express';
import { referenceOf } from '../http/request-id';
import { errorDetail } from '../observe/logger';
import { createErp } from '../upstream/erp';
import type { About, AuthOptions, AuthParts } from './auth-parts';
import { createKeptForms } from './kept-form';
import { isLocale, type Locale } from './locale';
import { createBackChannel } from './oidc/back-channel';
import { createCallback } from './oidc/callback';
import { createProvider, type Provider } from './oidc/provider';
import { createRenewal } from './oidc/renewal';
import { createSignIn } from './oidc/sign-in';
import { createTransactions } from './oidc/transaction';
import { createSessionOpener, type OpenedSession } from './open-session';
import { requestSession } from './request-session';
import type { AuthService, RequestSession } from './service';
import type { SignInFault } from './session-view';
import { createBrowserCookies } from './session/browser-cookies';
import { createSeal } from './session/seal';
import { createSessionStore } from './session/session-store';
import { createSignOut } from './sign-out';

const rediscoverMs = 5_000;

function providerFrom({ config, clock, metrics }: AuthOptions): Provider | null {
  if (config.AUTH_MODE === 'credentials') return null;
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  if (!issuer || !clientId || !clientSecret)
    throw new Error(`AUTH_MODE ${config.AUTH_MODE} needs issuer, client id and client secret`);
  return createProvider({ issuer, clientId, clientSecret, clock, metrics });
}

function partsFrom({ config, records, clock, log, metrics, erpCaller }: AuthOptions): AuthParts {
  const seal = createSeal(config.SESSION_SECRET);
  const tags = { fr: config.LOCALE_TAG_FR, nl: config.LOCALE_TAG_NL, en: config.LOCALE_TAG_EN };
  return {
    config,
    records,
    clock,
    metrics,
    seal,
    cookies: createBrowserCookies(config.PUBLIC_URL),
    sessions: createSessionStore({ records, seal, clock }),
    about: (response) => ({ reference: referenceOf(response), log }),
    erp: ({ credentials, locale, reference, log: requestLog }) =>
      createErp({
        caller: erpCaller,
        baseUrl: config.ERP_URL,
        acceptLanguage: tags[locale],
        credentials,
        log: requestLog,
        reference,
        definite503: config.ERP_503_DEFINITE,
      }),
  };
}

/** Runs an asynchronous handler; nothing that sign-in answers may be kept by a cache. */
const handled =
  (work: (request: Request, response: Response, next: NextFunction) => Promise<void>) =>
  (request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('cache-control', 'private, no-store');
    work(request, response, next).catch(next);
  };

const localeIn = (request: Request): Locale | null => {
  const { locale } = request.params;
  return isLocale(locale) ? locale : null;
};

export function createAuth(options: AuthOptions): AuthService {
  const { config, log } = options;
  const parts = partsFrom(options);
  const provider = providerFrom(options);
  const renewal = provider && createRenewal({ ...parts, provider });
  const keptForms = createKeptForms(parts);
  const openSession = createSessionOpener({ ...parts, renewal });
  const signOut = createSignOut({ ...parts, provider });

  const faults = new WeakMap<Request, SignInFault>();
  const opened = new WeakMap<Request, Promise<RequestSession>>();
  const tell = (request: Request, fault: SignInFault): void => void faults.set(request, fault);
  const openFor = (request: Request, response: Response, about: About): Promise<OpenedSession> =>
    openSession(request, response, about);

  async function open(request: Request, response: Response): Promise<RequestSession> {
    const about = parts.about(response);
    const found = await openFor(request, response, about);
    const fault = (): SignInFault | null => faults.get(request) ?? null;
    return requestSession(
      { ...parts, renewal, keptForms },
      { request, response, about, opened: found, fault },
    );
  }

  function oidcRoutes(router: Router, known: Provider): void {
    const transactions = createTransactions(parts);
    const oidc = { ...parts, provider: known, transactions };
    const signIn = createSignIn(oidc, tell);
    const callback = createCallback({ ...oidc, openSession: openFor }, tell);
    router.get(
      '/:locale/account/sign-in',
      handled(async (request, response, next) => {
        const locale = localeIn(request);
        if (!locale) return next();
        await signIn(request, response, next, locale, parts.about(response));
      }),
    );
    router.get(
      `/:locale${config.OIDC_REDIRECT_PATH}`,
      handled(async (request, response, next) => {
        if (!localeIn(request)) return next();
        await callback(request, response, next, parts.about(response));
      }),
    );
  }

  const routes = Router();
  if (provider) oidcRoutes(routes, provider);
  routes.post(
    '/:locale/account/sign-out',
    handled(async (request, response, next) => {
      const locale = localeIn(request);
      if (!locale) return next();
      await signOut(request, response, locale, parts.about(response));
    }),
  );

  let problem: string | null = provider ? 'identity provider not read yet' : null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  async function discover(known: Provider): Promise<void> {
    try {
      await known.discover({ reference: 'start', log });
      problem = null;
    } catch (error) {
      problem = `identity provider: ${errorDetail(error)}`;
      log.error({ event: 'identity.not_ready', error: errorDetail(error) }, 'provider not usable');
      if (!closed) timer = setTimeout(() => void discover(known), rediscoverMs).unref();
    }
  }

  return {
    start: () => (provider ? discover(provider) : Promise.resolve()),
    readiness() {
      // A sign-in may have reached the provider since the last try here.
      const ok = problem === null || Boolean(provider?.metadata());
      return ok ? { ok: true } : { ok: false, reason: problem ?? '' };
    },
    routes,
    backChannel: provider
      ? createBackChannel({
          ...parts,
          provider,
          issuer: config.OIDC_ISSUER ?? '',
          clientId: config.OIDC_CLIENT_ID ?? '',
        })
      : Router(),
    formOrigins() {
      const { authorization_endpoint, end_session_endpoint } = provider?.metadata() ?? {};
      const urls = [config.OIDC_ISSUER, authorization_endpoint, end_session_endpoint];
      const found = urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
      return provider ? [...new Set(found)] : [];
    },
    open(request, response) {
      const before = opened.get(request);
      if (before) return before;
      const session = open(request, response);
      opened.set(request, session);
      return session;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await renewal?.settled();
    },
  };
}
