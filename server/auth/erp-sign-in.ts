/**
 * Sign-in calls of the ERP (contract/erp.md 7.2 – 7.6, 8.1), mapped to outcomes of a session. `signin` returns 201 when
 * it has created the customer, which does not guarantee that the next call succeeds. A 401 right after it is a fault in
 * the ERP's data: it is reported as `no-customer`, without a retry (5.2).
 */
import { z } from 'zod';
import type { ErpClient } from '../upstream/erp/erp-client';
import type { Log } from '../observe/logger';
import { errorDetail } from '../observe/logger';
import { isFailure } from './failures';

export type ErpSignIn =
  | 'done'
  /** The ERP rejects this customer (401). */
  | 'rejected'
  /** The ERP is unavailable: sign in before the next call instead. */
  | 'later';

const timeoutMs = 5_000;
const anything = z.unknown();

/**
 * Calls `POST signin` with a bearer token. An ERP without this route (404, 405) needs no sign-in, so the call counts as
 * successful.
 */
export async function signInAtErp(
  erp: ErpClient,
  log: Log,
  whose: { reference: string; customer: string | null },
): Promise<ErpSignIn> {
  try {
    const answer = await erp.call(
      { method: 'POST', path: 'signin', timeoutMs, tolerate401: true },
      anything,
    );
    if (answer.kind !== 'refused' || answer.status === 404 || answer.status === 405) return 'done';
    return answer.status === 401 || answer.status === 403 ? 'rejected' : 'later';
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn(
      { event: 'erp.signin_failed', ...whose, error: errorDetail(error) },
      'sign-in at the ERP failed',
    );
    return 'later';
  }
}

const text = z.string().trim().min(1).nullish().catch(null);
const CustomerFields = z.looseObject({ name: text, email: text, ref: text, login: text });
/** The customer is in the `data` field, or at the top level with the published Shopinvader modules (8.1). */
const CustomerWire = z
  .looseObject({ data: CustomerFields.nullish().catch(null) })
  .transform((body) => body.data ?? CustomerFields.parse(body));

export interface ErpCustomer {
  name: string | null;
  email: string | null;
  ref: string | null;
  /** The raw response, which may contain the same facts as a token's claims (7.5). */
  claims: Readonly<Record<string, unknown>>;
}

/** `GET customer`: the customer, `rejected` on 401, or null on any other failure (which is only logged). */
export async function customerAtErp(
  erp: ErpClient,
  log: Log,
): Promise<ErpCustomer | 'rejected' | null> {
  try {
    const answer = await erp.call({ path: 'customer', timeoutMs, tolerate401: true }, CustomerWire);
    if (answer.kind === 'refused') return answer.status === 401 ? 'rejected' : null;
    if (answer.kind === 'empty') return null;
    const { name, email, ref } = answer.body;
    return { name: name ?? null, email: email ?? null, ref: ref ?? null, claims: answer.body };
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn({ event: 'erp.customer_failed', error: errorDetail(error) }, 'customer not loaded');
    return null;
  }
}

const Profile = z.looseObject({
  login: text,
  mail_verified: z.boolean().catch(false),
  name: text,
  role: text,
});
export interface ErpProfile {
  login: string;
  mailVerified: boolean;
  name: string | null;
  role: string | null;
  /** The raw response, which may contain the same facts as a token's claims (7.5). */
  claims: Readonly<Record<string, unknown>>;
}

/** `POST auth/login`: false when login or password are wrong (403, never 401). */
export async function logInAtErp(
  erp: ErpClient,
  login: string,
  password: string,
): Promise<boolean> {
  const answer = await erp.call(
    { method: 'POST', path: 'auth/login', body: { login, password }, timeoutMs, tolerate401: true },
    anything,
  );
  return answer.kind !== 'refused';
}

/** `GET auth/profile`; null means signed out: 401, or an answer without login (7.5). */
export async function profileAtErp(erp: ErpClient): Promise<ErpProfile | null> {
  const answer = await erp.call({ path: 'auth/profile', timeoutMs, tolerate401: true }, Profile);
  if (answer.kind !== 'ok' || !answer.body.login) return null;
  const { login, mail_verified: mailVerified, name, role } = answer.body;
  return { login, mailVerified, name: name ?? null, role: role ?? null, claims: answer.body };
}

/** Signs out at the ERP by `POST signout` or `auth/logout`. The caller logs a failure and continues (AUTH-08). */
export async function signOutAtErp(erp: ErpClient, path: 'signout' | 'auth/logout'): Promise<void> {
  await erp.call({ method: 'POST', path, timeoutMs, tolerate401: true }, anything);
}
