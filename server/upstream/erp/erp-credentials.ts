/**
 * Authenticates the customer in ERP calls. The three sign-in modes implement this in server/auth; the ERP client knows
 * nothing else about tokens and cookies.
 */
export interface ErpCredentials {
  /** Headers of the next call: a bearer token, a cookie, or nothing. Renews a due token first (AUTH-04). */
  headers(url: string): Promise<Readonly<Record<string, string>>>;
  /** `Set-Cookie` values of a response (contract/erp.md 5.3: read from every response, expected in none). */
  received(setCookies: readonly string[], url: string): Promise<void>;
  /**
   * After a 401 for these headers: new headers if they had expired while the call waited, otherwise null. A definite
   * 401 was not carried out, so the call may be sent once more.
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
