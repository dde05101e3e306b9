/** What the app may know of the session. */
import type { Customer } from './customer';

export type { Customer };

export type SessionView =
  | {
      kind: 'guest';
      /** A customer whose token has run out while the provider is away: signed in again as soon as it is back. */
      suspended?: true;
    }
  | {
      kind: 'customer';
      customer: Customer;
      /** Changes at every sign-in: tags answers with the session that asked for them. */
      key: string;
      signedInAt: Date;
      /** When the session ends at the latest (10 days after sign-in). */
      endsAt: Date;
    };

/** A form that was being posted when the session ended, to be shown again after sign-in (AUTH-05). */
export interface SavedForm {
  /** Path and query that the form was posted to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** A file was chosen, which is not kept. */
  fileMissing: boolean;
}

export type SignInFault =
  | 'state-mismatch'
  | 'expired'
  | 'replayed'
  | 'provider-error'
  | 'provider-unreachable'
  /** A setting of the shop or of its client at the provider is wrong; the log names it. */
  | 'provider-setup'
  | 'invalid-answer'
  | 'no-customer';

export interface Authentication {
  /**
   * The ERP rejected the session in this request, right after its sign-in. The session has ended; a redirect to
   * sign-in would loop. False until the ERP has answered.
   */
  refusedAtOnce(): boolean;
  /** Where the shop redirects a visitor to sign in and come back to `target` (path and query of this site). */
  signInPath(locale: string, target: string): string;
  /** Credentials mode: null when login or password are wrong; the new session's cookie is set on the response. */
  signInWithPassword(login: string, password: string): Promise<SessionView | null>;
  /**
   * Credentials mode: takes over the session that `auth/register` or `auth/set_password` has opened at the
   * ERP. Those calls must be made in this request and without `anonymous`, so that their cookie is seen.
   */
  adoptErpSession(login: string): Promise<SessionView>;
  /** The same after a new password: sessions of the old password are ended. */
  adoptOnlyErpSession(login: string): Promise<SessionView>;
  /** Credentials mode: the ERP knows something new of who is signed in; nothing happens for a visitor. */
  refreshCustomer(): Promise<void>;
  /** Begins to count for an answer that is the same whether a login exists or not; await the result before it is given. */
  evenTime(): () => Promise<void>;
  /** Credentials mode: counts a mail for a new password of this login; false: as many are on their way as may be. */
  mayMail(login: string): Promise<boolean>;
  /** Why the sign-in return failed, for the page that says so; null on every other page. */
  fault: SignInFault | null;
  /** The page (path and query of this site) of a visitor who chose at the provider not to sign in; null otherwise. */
  declinedAt: string | null;
  /**
   * Keeps a form whose posting the end of the session has stopped, for after sign-in; call it before the
   * redirect to `signInPath`. Passwords, tokens and files are left out. False: nothing kept (too large).
   */
  saveForm(
    action: string,
    fields: Iterable<readonly [string, unknown]>,
    fileMissing?: boolean,
  ): Promise<boolean>;
  /** A saved form that belongs to this page, taken once (it is forgotten with the answer). */
  takeSavedForm(path: string): Promise<SavedForm | null>;
}
