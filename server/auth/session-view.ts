/** The part of the session that the app may see. */
import type { Customer } from './customer';

export type { Customer };

export type SessionView =
  | {
      kind: 'guest';
      /**
       * A customer whose token has expired while the provider is unavailable; signed in again when the provider
       * returns.
       */
      suspended?: true;
    }
  | {
      kind: 'customer';
      customer: Customer;
      /** Changes at every sign-in; identifies the session to which a response belongs. */
      key: string;
      signedInAt: Date;
      /** Latest end of the session (10 days after sign-in). */
      endsAt: Date;
    };

/** A form whose post failed because the session had ended; displayed again after sign-in (AUTH-05). */
export interface SavedForm {
  /** Path and query that the form was posted to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** Whether the customer had chosen a file; the file itself is not stored. */
  fileMissing: boolean;
}

export type SignInFault =
  | 'state-mismatch'
  | 'expired'
  | 'replayed'
  | 'provider-error'
  | 'provider-unreachable'
  /** A setting of the shop, or of its client at the provider, is wrong; the log names it. */
  | 'provider-setup'
  | 'invalid-answer'
  | 'no-customer';

export interface Authentication {
  /**
   * Whether the ERP rejected the session in this request, right after its sign-in. The session has then ended, and a
   * redirect to sign-in would loop. False until the ERP has responded.
   */
  refusedAtOnce(): boolean;
  /** Address of the sign-in page, which redirects back to `target` (path and query of this site). */
  signInPath(locale: string, target: string): string;
  /**
   * Credentials mode: signs in and sets the new session's cookie on the response. Null when login or password are
   * wrong.
   */
  signInWithPassword(login: string, password: string): Promise<SessionView | null>;
  /**
   * Credentials mode: adopts the session that `auth/register` or `auth/set_password` has opened at the ERP. Those calls
   * must be made in this request and without `anonymous`, so that their cookie is collected.
   */
  adoptErpSession(login: string): Promise<SessionView>;
  /** Like `adoptErpSession`, after a password change: ends the sessions of the old password. */
  adoptOnlyErpSession(login: string): Promise<SessionView>;
  /** Credentials mode: reloads the customer from the ERP after a change; does nothing for a guest. */
  refreshCustomer(): Promise<void>;
  /**
   * Starts the clock for a response that must not reveal whether a login exists; await the returned function before
   * responding.
   */
  evenTime(): () => Promise<void>;
  /** Credentials mode: counts a password reset e-mail for this login; false when the limit is reached. */
  mayMail(login: string): Promise<boolean>;
  /** Why the return from the provider failed, for the page that displays it; null on every other page. */
  fault: SignInFault | null;
  /** Target page (path and query of this site) of a user who cancelled sign-in at the provider; otherwise null. */
  declinedAt: string | null;
  /**
   * Stores a form whose session has ended, until after sign-in; call it before the redirect to `signInPath`. Passwords,
   * tokens and files are omitted. False when nothing was stored (too large).
   */
  saveForm(
    action: string,
    fields: Iterable<readonly [string, unknown]>,
    fileMissing?: boolean,
  ): Promise<boolean>;
  /** Returns the saved form of this page once and deletes it. */
  takeSavedForm(path: string): Promise<SavedForm | null>;
}
