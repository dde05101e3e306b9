/**
 * Credentials mode at the ERP (contract/erp.md 7.7 – 7.10): register, request a new password, set it, validate the
 * e-mail address.
 *
 * The ERP refuses with status 400 and texts that are not meant for customers. The response to a password request does
 * not reveal whether the login exists. `register` and `set_password` open a session at the ERP, so they are called
 * without `anonymous`, and the shop adopts that session in the same request.
 */
import { z } from 'zod';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';

type LoadContext = Pick<PageRequest, 'context'>;

const LoginWire = z.object({ login: z.string().min(1) });

/** Creates an account at the ERP and signs the customer in. */
export async function register(
  { context }: LoadContext,
  account: { name: string; login: string; password: string },
): Promise<Outcome<null, { kind: 'login-taken' } | { kind: 'invalid' }>> {
  const answer = await context.erp.call(
    { method: 'POST', path: 'auth/register', body: account, tolerate401: true },
    LoginWire,
  );
  if (answer.kind === 'refused')
    return refused({ kind: answer.status === 400 ? 'login-taken' : 'invalid' });
  await context.authentication.adoptErpSession(
    answer.kind === 'ok' ? answer.body.login : account.login,
  );
  return done(null);
}

/**
 * Sends a reset e-mail if the login exists. The result is the same when the login does not exist, or when it has just
 * received several e-mails.
 */
export async function requestPasswordReset({ context }: LoadContext, login: string): Promise<void> {
  const even = context.authentication.evenTime();
  if (await context.authentication.mayMail(login))
    await context.erp.call(
      { method: 'POST', path: 'auth/request_reset_password', body: { login }, anonymous: true },
      z.unknown(),
    );
  await even();
}

/** Sets the password with the single-use token of the e-mail, signs in, and ends all other sessions. */
export async function setPassword(
  { context }: LoadContext,
  body: { token: string; password: string },
): Promise<Outcome<null, { kind: 'token-invalid' }>> {
  const answer = await context.erp.call(
    { method: 'POST', path: 'auth/set_password', body, tolerate401: true },
    LoginWire,
  );
  if (answer.kind !== 'ok') return refused({ kind: 'token-invalid' });
  await context.authentication.adoptOnlyErpSession(answer.body.login);
  return done(null);
}

export async function validateEmail(
  { context }: LoadContext,
  token: string,
): Promise<Outcome<null, { kind: 'token-invalid' }>> {
  const answer = await context.erp.call(
    { method: 'POST', path: 'auth/validate_email', body: { token }, anonymous: true },
    z.unknown(),
  );
  if (answer.kind === 'refused') return refused({ kind: 'token-invalid' });
  try {
    await context.authentication.refreshCustomer();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    // The e-mail address is confirmed even if the customer's data cannot be reloaded: the next sign-in updates the
    // session.
    const line = { event: 'customer.not_refreshed', reason: error.reason };
    context.log.warn(line, 'the session keeps what it knew of the customer');
  }
  return done(null);
}
