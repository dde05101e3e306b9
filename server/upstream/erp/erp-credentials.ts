/**
 * How an ERP call says who the customer is. The three sign-in modes implement this in server/auth; the ERP
 * client knows nothing else of tokens and cookies.
 */
export interface ErpCredentials {
  /** Headers of the next call: a bearer, a cookie, or nothing. Renews a token that is due first (AUTH-04). */
  headers(url: string): Promise<Readonly<Record<string, string>>>;
  /** `Set-Cookie` values of any answer (contract/erp.md 5.3: read on every one, expected on none). */
  received(setCookies: readonly string[], url: string): Promise<void>;
  /**
   * The ERP answered 401 to these headers: new ones when they had run out while the call waited, else null. A
   * definite 401 was not carried out, so the call may be sent once more.
   */
  renewed?(
    sent: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>> | null>;
  /** The ERP answered 401: forget the session. Not called for calls made without a session. */
  rejected(): Promise<void>;
  /** For log lines: the customer number, or null for a visitor. */
  readonly customerRef: string | null;
}

/** A visitor: no header, nothing kept. */
export const noCredentials: ErpCredentials = {
  headers: () => Promise.resolve({}),
  received: () => Promise.resolve(),
  rejected: () => Promise.resolve(),
  customerRef: null,
};
