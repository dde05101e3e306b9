/** What the rest of the server needs of sign-in. Implemented by `create-auth.ts` for the three modes. */
import type { Request, Response, Router } from 'express';
import type { ErpCredentials } from '../upstream/erp-credentials';
import type { Authentication, SessionView } from './session-view';

/** The session of one request. */
export interface RequestSession {
  view: SessionView;
  /** How this request's ERP calls identify the customer. */
  credentials: ErpCredentials;
  authentication: Authentication;
}

export interface AuthService {
  /** Fetches the provider's metadata; never throws: readiness says what is wrong, and it is tried again. */
  start(): Promise<void>;
  readiness(): { ok: true } | { ok: false; reason: string };
  /** Sign-in, return, sign-out, back-channel sign-out. Mounted before Remix. */
  routes: Router;
  /** Reads the cookie and the session behind it. Store down: throws UpstreamFailure with service `store`. */
  open(request: Request, response: Response): Promise<RequestSession>;
  close(): Promise<void>;
}
