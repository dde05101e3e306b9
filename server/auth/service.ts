/** What the rest of the server needs of sign-in. Implemented by `create-auth.ts` for the three modes. */
import type { Request, Response, Router } from 'express';
import type { ErpCredentials } from '../upstream/erp/erp-credentials';
import type { KnownBrowsers } from './session/known-browsers';
import type { Authentication, SessionView } from './session-view';

/** The session of one request. */
export interface RequestSession {
  view: SessionView;
  /** A visitor whose cookie led to a session that has just ended. */
  ended: boolean;
  /** How this request's ERP calls identify the customer. */
  credentials: ErpCredentials;
  authentication: Authentication;
  /**
   * Set on a page navigation whose session can only be renewed by an unseen visit to the provider
   * (AUTH-04): redirect there instead of answering. Null otherwise.
   */
  silentLoginUrl: string | null;
}

export interface AuthService {
  /** Where a customer has signed in with a password before. */
  knownBrowsers: KnownBrowsers;
  /** Fetches the provider's metadata; never throws: readiness says what is wrong, and it is tried again. */
  start(): Promise<void>;
  /** Whether the provider answers with what the shop needs; asks it at most once in fifteen seconds. */
  readiness(): Promise<{ ok: true } | { ok: false; reason: string }>;
  /** Until its metadata were read once; after that signed-in customers and visitors go on without it. */
  isProviderNeeded(): boolean;
  /** Sign-in, return and sign-out. Mounted before Remix, after the origin check. */
  routes: Router;
  /** Back-channel sign-out, called by the provider: mounted before the origin check (no Origin is sent). */
  backChannel: Router;
  /** Reads the cookie and the session behind it. Store down: throws UpstreamFailure with service `store`. */
  open(request: Request, response: Response): Promise<RequestSession>;
  close(): Promise<void>;
}
