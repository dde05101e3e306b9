/**
 * Assembles sign-in in its three modes (AUTH-01): shared objects, routes, and the function by which the rest of the
 * server opens a session.
 */
import { Router, type Request, type Response } from 'express';
import { referenceOf } from '../http/request-id';
import { everyCapability } from '../upstream/erp/capabilities';
import { createErp } from '../upstream/erp/erp';
import type { AuthOptions, AuthParts } from './auth-parts';
import { createSavedForms } from './saved-form';
import { createBackChannel } from './oidc/back-channel';
import { createDiscoveryLoop } from './oidc/discovery-loop';
import { createProvider, type Provider } from './oidc/provider';
import { createRenewal } from './oidc/renewal';
import { createSessionOpener } from './open-session';
import { requestSession } from './request-session';
import { createRoutes } from './routes';
import type { AuthService, RequestSession } from './service';
import type { SignInFault } from './session-view';
import { createBrowserCookies } from './session/browser-cookies';
import { createKnownBrowsers } from './session/known-browsers';
import { createSeal } from './session/seal';
import { createSessionIds } from './session/session-id';
import { createSessionStore } from './session/session-store';

function providerFrom({ config, clock, metrics }: AuthOptions): Provider | null {
  if (config.AUTH_MODE === 'credentials') return null;
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: secret,
    OIDC_CLIENT_KEY: privateKey,
    OIDC_CLIENT_AUTH: method,
  } = config;
  if (!issuer || !clientId || !(secret ?? privateKey))
    throw new Error(`AUTH_MODE ${config.AUTH_MODE} needs issuer, client id and client secret`);
  const credentials = { secret, privateKey, method };
  return createProvider({ issuer, clientId, credentials, clock, metrics });
}

function partsFrom({
  config,
  keyValueStore,
  clock,
  log,
  metrics,
  erpCaller,
  evenStepMs = 1_000,
  signOutPatienceMs = 1_500,
}: AuthOptions): AuthParts {
  const seal = createSeal(config.SESSION_SECRET);
  const tags = { fr: config.LOCALE_TAG_FR, nl: config.LOCALE_TAG_NL, en: config.LOCALE_TAG_EN };
  return {
    config,
    keyValueStore,
    clock,
    metrics,
    evenStepMs,
    signOutPatienceMs,
    seal,
    cookies: createBrowserCookies(config.PUBLIC_URL),
    sessions: createSessionStore({ keyValueStore, seal, clock }),
    sessionIds: createSessionIds(config.SESSION_SECRET),
    about: (response) => ({ reference: referenceOf(response), log }),
    erp: ({ credentials, locale, reference }) =>
      createErp({
        caller: erpCaller,
        baseUrl: config.ERP_URL,
        acceptLanguage: tags[locale],
        credentials,
        log: log.child({ reference }),
        reference,
        wordsInLog: config.ERP_WORDS_IN_LOG,
        definite503: config.ERP_503_DEFINITE,
        capabilities: everyCapability,
      }),
  };
}

export function createAuth(options: AuthOptions): AuthService {
  const { config } = options;
  const parts = partsFrom(options);
  const provider = providerFrom(options);
  const renewal = provider && createRenewal({ ...parts, provider });
  const savedForms = createSavedForms(parts);
  const openSession = createSessionOpener({ ...parts, renewal });
  const discovery = createDiscoveryLoop(options, provider);
  const faults = new WeakMap<Request, SignInFault>();
  const declined = new WeakMap<Request, string>();
  const opened = new WeakMap<Request, Promise<RequestSession>>();

  async function open(request: Request, response: Response): Promise<RequestSession> {
    const about = parts.about(response);
    const found = await openSession(request, response, about);
    const fault = (): SignInFault | null => faults.get(request) ?? null;
    return requestSession(
      { ...parts, renewal, savedForms },
      {
        request,
        response,
        about,
        opened: found,
        fault,
        declinedAt: () => declined.get(request) ?? null,
      },
    );
  }

  return {
    knownBrowsers: createKnownBrowsers(parts),
    start: discovery.start,
    readiness: discovery.readiness,
    isProviderNeeded: discovery.isProviderNeeded,
    routes: createRoutes({ ...parts, openSession }, provider, {
      fault: (request, fault) => void faults.set(request, fault),
      declined: (request, target) => void declined.set(request, target),
    }),
    backChannel: provider
      ? createBackChannel({
          ...parts,
          provider,
          issuer: config.OIDC_ISSUER ?? '',
          clientId: config.OIDC_CLIENT_ID ?? '',
        })
      : Router(),
    open(request, response) {
      const session = opened.get(request) ?? open(request, response);
      opened.set(request, session);
      return session;
    },
    async close() {
      discovery.stop();
      await renewal?.settled();
    },
  };
}
