/** Sign-in by login and password (contract/erp.md 7.4 to 7.10), with the e-mails that it sends. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Call, ErpState } from '../call';
import { ENDED_CREDENTIALS_COOKIE, credentialsCookie } from '../protocol/cookies';
import {
  accessError,
  badRequest,
  empty,
  json,
  unauthorized,
  type ErpResponse,
} from '../protocol/exchange';
import { read, text } from '../protocol/fields';
import { open, openToAll, type Route } from '../protocol/router';
import { readSigned, signText } from '../protocol/signed-text';
import { refusal } from '../protocol/texts';
import { sendMail } from '../store/mails';
import type { AccountRecord } from '../store/records';
import { createCustomer } from './new-customer';

const DAY_MS = 86_400_000;
const COOKIE_DAYS = 30;
const RESET_DAYS = 1;
const VALIDATION_DAYS = 30;

/**
 * The passwords of the sample customers are invented. So the hash is salted but fast, because every start hashes all of
 * them.
 */
export function hashPassword(password: string, salt = randomBytes(8).toString('hex')): string {
  return `${salt}:${createHash('sha256').update(`${salt}:${password}`).digest('hex')}`;
}

function passwordFits(account: AccountRecord, password: string): boolean {
  const [salt = ''] = account.passwordHash.split(':');
  const given = Buffer.from(hashPassword(password, salt));
  const stored = Buffer.from(account.passwordHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

function accountOf(erp: ErpState, login: string): AccountRecord | null {
  return erp.store.accounts.first({ login: login.trim().toLowerCase() });
}

function signedInAnswer(call: Call, account: AccountRecord, status: number): ErpResponse {
  const { erp } = call;
  const expires = erp.clock.now() + COOKIE_DAYS * DAY_MS;
  const claims = { account: account.id, exp: Math.floor(expires / 1000) };
  const value = signText(claims, `credentials ${erp.secret}`);
  const numeric = erp.quirks.has('session-id-cookie');
  const answer = json(status, { login: account.login, mail_verified: account.mailVerified });
  return { ...answer, cookies: [credentialsCookie(value, expires, numeric)] };
}

const Login = z.object({ login: text(), password: text() });

/** A wrong login returns 403, not 401. */
function login(call: Call): ErpResponse {
  const input = read(Login, call.body, 'body');
  const account = accountOf(call.erp, input.login);
  if (!account || !passwordFits(account, input.password)) throw accessError();
  return signedInAnswer(call, account, 200);
}

function profile(call: Call): ErpResponse {
  const { erp, customer } = call;
  const account = customer && erp.store.accounts.first({ login: customer.login });
  if (!account) throw unauthorized();
  const base = { login: account.login, mail_verified: account.mailVerified };
  // The facts that a token would contain (7.5). A customer without a price list has null here.
  const rich = {
    name: customer.name,
    role: customer.role,
    ref: customer.ref,
    supplier_id: customer.id,
    can_order: customer.canOrder,
    'vt-groups': customer.groups,
    'vt-pricelist-gross': customer.pricelistGross,
    'vt-pricelist-discounts': customer.pricelistDiscounts,
    'vt-supplier-promotion': customer.supplierPromotion,
  };
  return json(200, erp.quirks.has('released-shapes') ? base : { ...base, ...rich });
}

function logout(): ErpResponse {
  return { ...empty(205), cookies: [ENDED_CREDENTIALS_COOKIE] };
}

/** A reset token is signed with the current password hash, so that it works only once. */
function mailToken(erp: ErpState, account: AccountRecord, use: 'reset' | 'validate'): string {
  const days = use === 'reset' ? RESET_DAYS : VALIDATION_DAYS;
  const exp = Math.floor((erp.clock.now() + days * DAY_MS) / 1000);
  const bound = use === 'reset' ? account.passwordHash : '';
  return signText({ account: account.id, exp, use }, `${bound} ${erp.secret}`);
}

const MailClaims = z.object({ account: z.number(), exp: z.number(), use: z.string() });

/** Reads the account from the unverified token, only to find the secret that verifies it. */
function claimedAccount(erp: ErpState, token: string): AccountRecord | null {
  const [, payload = ''] = token.split('.');
  const decoded = Buffer.from(payload, 'base64url').toString('utf8');
  const id = /"account":(\d+)/.exec(decoded)?.[1];
  return id === undefined ? null : erp.store.accounts.get(Number(id));
}

function accountByToken(erp: ErpState, token: string, use: 'reset' | 'validate'): AccountRecord {
  const account = claimedAccount(erp, token);
  const bound = use === 'reset' ? (account?.passwordHash ?? '') : '';
  const claims = MailClaims.safeParse(readSigned(token, `${bound} ${erp.secret}`));
  const good =
    account !== null &&
    claims.success &&
    claims.data.account === account.id &&
    claims.data.use === use &&
    claims.data.exp * 1000 > erp.clock.now();
  if (!good) throw badRequest('Invalid Token');
  return account;
}

const LoginOnly = z.object({ login: text() });

/** Returns the same response whether the login exists or not. */
function requestReset(call: Call): ErpResponse {
  const { erp } = call;
  const account = accountOf(erp, read(LoginOnly, call.body, 'body').login);
  if (account)
    sendMail(erp, {
      to: account.login,
      kind: 'reset_password',
      subject: 'Reset password',
      data: { token: mailToken(erp, account, 'reset') },
    });
  return json(200, {});
}

const SetPassword = z.object({ token: text(), password: text() });

function setPassword(call: Call): ErpResponse {
  const input = read(SetPassword, call.body, 'body');
  const account = accountByToken(call.erp, input.token, 'reset');
  const changed = call.erp.store.accounts.put({
    ...account,
    passwordHash: hashPassword(input.password),
    mailVerified: true,
  });
  return signedInAnswer(call, changed, 200);
}

const Register = z.object({ name: text(), login: text(), password: text() });

function register(call: Call): ErpResponse {
  const { erp } = call;
  const input = read(Register, call.body, 'body');
  if (accountOf(erp, input.login)) {
    if (!erp.quirks.has('raw-400-texts')) throw refusal(call, 'loginTaken');
    throw badRequest('The operation cannot be completed: Login must be uniq per directory !');
  }
  const address = input.login.trim().toLowerCase();
  const customer = createCustomer(erp, { name: input.name, email: address });
  const account = erp.store.accounts.put({
    id: erp.store.next('account', 50_001),
    login: address,
    customerId: customer.id,
    passwordHash: hashPassword(input.password),
    mailVerified: false,
  });
  sendMail(erp, {
    to: address,
    kind: 'validate_email',
    subject: 'Validate your e-mail',
    data: { token: mailToken(erp, account, 'validate') },
  });
  return signedInAnswer(call, account, 201);
}

const TokenOnly = z.object({ token: text() });

function validateEmail(call: Call): ErpResponse {
  const { token } = read(TokenOnly, call.body, 'body');
  const account = accountByToken(call.erp, token, 'validate');
  call.erp.store.accounts.put({ ...account, mailVerified: true });
  return json(200, {});
}

export const credentialRoutes: Route[] = [
  open('POST', 'auth/login', login),
  openToAll('GET', 'auth/profile', profile),
  open('POST', 'auth/logout', logout, { body: 'none' }),
  open('POST', 'auth/request_reset_password', requestReset),
  open('POST', 'auth/set_password', setPassword),
  open('POST', 'auth/register', register),
  open('POST', 'auth/validate_email', validateEmail),
];
