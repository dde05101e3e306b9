/** Builds what the rest of the server and the app use of a request's session (service.ts, session-view.ts). */
import type { Request, Response } from 'express';
import { networkOf } from '../http/limits/network';
import type { ErpCredentials } from '../upstream/erp/erp-credentials';
import { noCredentials } from '../upstream/erp/erp-credentials';
import type { About, AuthParts } from './auth-parts';
import { establish, viewOf, type NewSession } from './establish';
import { evenTime } from './even-time';
import type { SavedForms } from './saved-form';
import { localeOf, type Locale } from './locale';
import {
  credentialsModeCredentials,
  findSignedInCustomer,
  logIn,
  type ErpLogin,
} from './modes/credentials';
import { cookieModeCredentials } from './modes/oidc-cookie';
import { tokenCredentials } from './modes/oidc-token';
import { cookieCredentials, type CookieHolder } from './modes/passing-credentials';
import type { Renewal } from './oidc/renewal';
import type { OpenedSession } from './open-session';
import { signInPath, signInRedirectPath } from './paths';
import { securityLog } from './security-log';
import type { RequestSession } from './service';
import type { Authentication, SessionView, SignInFault } from './session-view';
import type { LiveSession } from './session/live-session';

type Parts = AuthParts & { renewal: Renewal | null; savedForms: SavedForms };

interface Facts {
  request: Request;
  response: Response;
  about: About;
  opened: OpenedSession;
  /** A function, because the return route may set the fault after the session was opened. */
  fault: () => SignInFault | null;
  declinedAt: () => string | null;
}

function credentialsOf(
  parts: Parts,
  live: LiveSession | null,
  locale: Locale,
  visitor: CookieHolder,
): ErpCredentials {
  if (parts.config.AUTH_MODE === 'credentials')
    return live ? credentialsModeCredentials(live) : cookieCredentials(visitor, null);
  if (!live || !parts.renewal) return noCredentials;
  const oidc = { ...parts, renewal: parts.renewal };
  return parts.config.AUTH_MODE === 'oidc-token'
    ? tokenCredentials(oidc, live, locale)
    : cookieModeCredentials(oidc, live, locale);
}

/** Sign-in functions of credentials mode. `visitor` collects the cookies that `register` and `set_password` set. */
function passwordSignIn(
  parts: Parts,
  { request, response, about, opened }: Facts,
  locale: Locale,
  visitor: CookieHolder,
): Pick<
  Authentication,
  'signInWithPassword' | 'adoptErpSession' | 'adoptOnlyErpSession' | 'refreshCustomer'
> {
  function demandMode(): void {
    if (parts.config.AUTH_MODE !== 'credentials')
      throw new Error('passwords belong to the identity provider in this mode');
  }
  async function enter({ customer, cookies }: ErpLogin): Promise<SessionView> {
    const session: NewSession = {
      customer,
      tokens: null,
      erp: { signedIn: true, cookies },
      continues: null,
    };
    const { record } = await establish(parts, { request, response, about }, session);
    return viewOf(record);
  }
  /** The customer that the ERP has signed in during this request. */
  async function signedInNow(login: string): Promise<ErpLogin> {
    demandMode();
    // An existing session already stores the new ERP cookie beside its own.
    const holder = opened.live ? { cookies: opened.live.record()?.erp.cookies ?? null } : visitor;
    const found = await findSignedInCustomer(parts, { ...about, locale, login }, holder);
    if (!found) throw new Error('the ERP has opened no session in this request');
    return found;
  }
  return {
    async signInWithPassword(login, password) {
      demandMode();
      const even = evenTime(parts.evenStepMs);
      const found = await logIn(parts, { ...about, locale, login, password });
      if (found) return enter(found);
      await even();
      securityLog(about.log, parts.metrics, 'sign_in.failed', {
        reference: about.reference,
        reason: 'wrong-password',
      });
      return null;
    },
    async adoptErpSession(login) {
      return enter(await signedInNow(login));
    },
    async adoptOnlyErpSession(login) {
      const found = await signedInNow(login);
      const { owner } = found.customer;
      for (const hash of await parts.sessions.find({ owner })) await parts.sessions.destroy(hash);
      return enter(found);
    },
    async refreshCustomer() {
      demandMode();
      const { live } = opened;
      const record = live?.record();
      if (!live || !record) return;
      const { login } = record.customer;
      const holder = { cookies: record.erp.cookies };
      const found = await findSignedInCustomer(parts, { ...about, locale, login }, holder);
      if (found) await live.update((now) => ({ ...now, customer: found.customer }));
    },
  };
}

export function requestSession(parts: Parts, facts: Facts): RequestSession {
  const { request, response, opened, fault, declinedAt, about } = facts;
  const locale = localeOf(request.path);
  const visitor: CookieHolder = { cookies: null };
  const record = opened.live?.record() ?? null;
  const view: SessionView = record
    ? viewOf(record)
    : opened.suspended
      ? { kind: 'guest', suspended: true }
      : { kind: 'guest' };
  return {
    view,
    ended: view.kind === 'guest' && opened.owner !== null,
    credentials: credentialsOf(parts, opened.live, locale, visitor),
    silentLoginUrl: opened.silentLoginUrl,
    authentication: {
      signInPath: parts.config.AUTH_MODE === 'credentials' ? signInPath : signInRedirectPath,
      refusedAtOnce: () => opened.live?.refusedAtOnce() ?? false,
      evenTime: () => evenTime(parts.evenStepMs),
      mayMail: () => Promise.resolve(true),
      ...passwordSignIn(parts, facts, locale, visitor),
      get fault() {
        return fault();
      },
      get declinedAt() {
        return declinedAt();
      },
      async saveForm(action, fields, fileMissing = false) {
        const kept = await parts.savedForms.keep(response, {
          action,
          fields,
          fileMissing,
          owner: opened.owner,
          network: networkOf(request.ip ?? ''),
        });
        if (kept)
          securityLog(about.log, parts.metrics, 'form.kept', { reference: about.reference });
        return kept;
      },
      takeSavedForm: (path) =>
        view.kind === 'customer'
          ? parts.savedForms.take(request, response, { path, owner: view.customer.owner })
          : Promise.resolve(null),
    },
  };
}
