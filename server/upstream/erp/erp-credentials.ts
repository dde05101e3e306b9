/**
 * Authenticates the customer in ERP calls. The three sign-in modes implement this in server/auth; the ERP client knows
 * nothing else about tokens and cookies.
 */
export interface ErpCredentials {
  /** Returns the headers of the next call: a bearer token, a cookie, or nothing. Renews a due token first (AUTH-04). */
  headers(url: string): Promise<Readonly<Record<string, string>>>;
  /** `Set-Cookie` values of a response (contract/erp.md 5.3: read from every response, expected in none). */
  received(setCookies: readonly string[], url: string): Promise<void>;
  /**
   * Called after a 401 for these headers. Returns new headers if the old ones expired while the call waited, otherwise
   * null. The ERP did not execute a call that it answered with 401, so it may be sent again.
   */
  renewed?(
    sent: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>> | null>;
  /** The ERP returned 401: ends the session. Not called after calls without a session. */
  rejected(): Promise<void>;
  /** Customer number for log lines, or null for a guest. */
  readonly customerRef: string | null;
}

/** Credentials of a guest: no headers, and cookies are ignored. */
export const noCredentials: ErpCredentials = {
  headers: () => Promise.resolve({}),
  received: () => Promise.resolve(),
  rejected: () => Promise.resolve(),
  customerRef: null,
};
