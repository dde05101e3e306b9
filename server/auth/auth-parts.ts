/** Objects that the parts of sign-in share: built once in `create-auth.ts`, passed on narrowed by `Pick`. */
import type { Response } from 'express';
import type { Config } from '../config';
import type { Clock } from '../context';
import type { Log, RootLog } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import type { KeyValueStore } from '../store/key-value-store';
import type { Caller } from '../upstream/caller';
import type { ErpClient } from '../upstream/erp/erp-client';
import type { ErpCredentials } from '../upstream/erp/erp-credentials';
import type { Locale } from './locale';
import type { BrowserCookies } from './session/browser-cookies';
import type { Seal } from './session/seal';
import type { SessionIds } from './session/session-id';
import type { SessionStore } from './session/session-store';

export type AuthConfig = Pick<
  Config,
  | 'PUBLIC_URL'
  | 'AUTH_MODE'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_CLIENT_KEY'
  | 'OIDC_CLIENT_AUTH'
  | 'OIDC_SCOPE'
  | 'OIDC_REDIRECT_PATH'
  | 'SESSION_SECRET'
  | 'ERP_URL'
  | 'ERP_503_DEFINITE'
  | 'ERP_WORDS_IN_LOG'
  | 'LOCALE_TAG_FR'
  | 'LOCALE_TAG_NL'
  | 'LOCALE_TAG_EN'
>;

/** The reference of one request (its short id) and its logger. */
export interface About {
  reference: string;
  log: Log;
}

/** Creates an ERP client with the given credentials, in the locale's language. */
type ErpFor = (request: About & { credentials: ErpCredentials; locale: Locale }) => ErpClient;

export interface AuthOptions {
  config: AuthConfig;
  keyValueStore: KeyValueStore;
  clock: Clock;
  log: RootLog;
  metrics: Pick<Metrics, 'count' | 'upstreamCall'>;
  erpCaller: Caller;
  /**
   * Step that response times are rounded up to when they must not reveal whether a login exists (even-time.ts); default
   * 1,000.
   */
  evenStepMs?: number | undefined;
  /** How long a sign-out page waits for the ERP and the provider; default 1,500. */
  signOutPatienceMs?: number | undefined;
}

export interface AuthParts extends Pick<
  AuthOptions,
  'config' | 'keyValueStore' | 'clock' | 'metrics'
> {
  evenStepMs: number;
  signOutPatienceMs: number;
  erp: ErpFor;
  about: (response: Response) => About;
  cookies: BrowserCookies;
  seal: Seal;
  sessions: SessionStore;
  sessionIds: SessionIds;
}
