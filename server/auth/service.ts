/** Interface of sign-in for the rest of the server. Implemented by `create-auth.ts` for the three modes. */
import type { Request, Response, Router } from 'express';
import type { ErpCredentials } from '../upstream/erp/erp-credentials';
import type { KnownBrowsers } from './session/known-browsers';
import type { Authentication, SessionView } from './session-view';

/** The session of one request. */
export interface RequestSession {
  view: SessionView;
  /** Whether the guest's cookie belongs to a session that has just ended. */
  ended: boolean;
  /** Credentials of the customer for this request's ERP calls. */
  credentials: ErpCredentials;
  authentication: Authentication;
  /**
   * Address for a silent visit to the provider (AUTH-04). Set on a page navigation whose session only such a visit can
   * renew: the page then redirects there instead of being rendered. Otherwise null.
   */
  silentLoginUrl: string | null;
}

export interface AuthService {
  /** Browsers in which a customer has signed in with a password before. */
  knownBrowsers: KnownBrowsers;
  /** Fetches the provider's metadata; never throws. Readiness reports a failure, and the fetch is retried. */
  start(): Promise<void>;
  /** Whether the provider is usable; requests its metadata at most once in fifteen seconds. */
  readiness(): Promise<{ ok: true } | { ok: false; reason: string }>;
  /**
   * True until the provider's metadata were read once; after that, existing sessions and guests can be served without
   * it.
   */
  isProviderNeeded(): boolean;
  /** Routes of sign-in, return and sign-out. Mounted before Remix, after the origin check. */
  routes: Router;
  /** Back-channel sign-out, which the provider calls: mounted before the origin check, because it sends no Origin. */
  backChannel: Router;
  /** Reads the cookie and its session. Throws UpstreamFailure with service `store` when the store is unavailable. */
  open(request: Request, response: Response): Promise<RequestSession>;
  close(): Promise<void>;
}
