/**
 * Stores payment attempts, one per form, so that a double click, a reload or a lost response creates no second
 * transaction (P-58). The form that leads to the provider contains a payable in some provider modules. It is stored
 * separately while a customer may stay on the payment page, and deleted on return (contract/erp.md 12.1). The attempts
 * of one cart are listed together, so that the shop detects a second payment: no ERP call reports the state of a
 * transaction.
 */
import { z } from 'zod';
import { createForgottenCheck } from '~/base/page/forms/forgotten.server';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import { cents } from '~/base/kernel/money';
import { locales, type Locale } from '~/base/i18n/locales';
import { methodName } from './methods.server';
import {
  isPaid,
  returnStatuses,
  type PaymentAttempt,
  type RedirectForm,
  type ReturnStatus,
} from './payment';

const attemptSeconds = 3 * 24 * 60 * 60;
const formSeconds = 30 * 60;

const AttemptWire = z.object({
  cartUuid: z.string(),
  cartName: z.string(),
  amount: z.number(),
  providerName: z.string(),
  // Absent in attempts of earlier versions.
  provider: z.object({ id: z.number(), locale: z.enum(locales) }).optional(),
  reference: z.string().nullable(),
  at: z.number(),
  startedBy: z.string().optional(),
  back: z.enum(returnStatuses).nullish(),
  last: z.enum(returnStatuses).nullish(),
});
const FormWire = z.object({
  action: z.string(),
  method: z.enum(['get', 'post']),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
type ReadPage = Page & Pick<CustomerRequest, 'locale' | 't'>;
const Token = z.uuid();

const keyOf = (page: Page, token: string): string =>
  `payment:${ownerHash(page.customer.owner)}:${token}`;
const formKeyOf = (page: Page, token: string): string => `${keyOf(page, token)}:form`;

async function stored(page: Page, token: string) {
  if (!Token.safeParse(token).success) return null;
  const found = await page.context.keyValueStore.read(keyOf(page, token));
  return found
    ? { version: found.version, wire: AttemptWire.parse(JSON.parse(found.value)) }
    : null;
}

/** This customer's attempt with the token, or null. The payment method is named in the language of the page. */
export async function findAttempt(page: ReadPage, token: string): Promise<PaymentAttempt | null> {
  const found = await stored(page, token);
  if (!found) return null;
  const { amount, at, startedBy = null, back = null, ...rest } = found.wire;
  const providerName = await methodName(page, found.wire);
  return { token, ...rest, providerName, amount: cents(amount), at: new Date(at), startedBy, back };
}

type Begun = Omit<PaymentAttempt, 'at' | 'reference' | 'startedBy' | 'back'> & {
  provider: { id: number; locale: Locale };
};

const Tokens = z.array(Token);
/** Maximum number of attempts listed per cart; the newest are kept. The customer was warned about the newest one. */
const mostOfCart = 20;
const cartKeyOf = ({ customer }: Page, cartUuid: string): string =>
  `payments:${ownerHash(customer.owner)}:${cartUuid.toLowerCase()}`;

async function listed(page: Page, cartUuid: string) {
  const found = await page.context.keyValueStore.read(cartKeyOf(page, cartUuid));
  return {
    version: found?.version ?? null,
    tokens: found ? Tokens.parse(JSON.parse(found.value)) : [],
  };
}

/** Payments that were begun for a cart, in order of their start. */
export async function attemptsOf(page: ReadPage, cartUuid: string): Promise<PaymentAttempt[]> {
  const { tokens } = await listed(page, cartUuid);
  const attempts = await Promise.all(tokens.map((token) => findAttempt(page, token)));
  return attempts.filter((one) => one !== null);
}

/**
 * The newest payment of the cart that the customer may still complete, or that the provider reports as paid; null
 * without one.
 */
export async function openAttemptOf(
  page: ReadPage,
  cartUuid: string,
): Promise<PaymentAttempt | null> {
  const since = page.context.clock.now().getTime() - formSeconds * 1000;
  const isOpen = (one: PaymentAttempt): boolean =>
    one.reference !== null && (one.back === null || isPaid(one)) && one.at.getTime() > since;
  return (await attemptsOf(page, cartUuid)).findLast(isOpen) ?? null;
}

/** Adds the attempt to its cart's list; retries when a concurrent write changed the list. */
async function listAttempt(page: Page, attempt: Begun): Promise<void> {
  const { cartUuid, token } = attempt;
  const { version, tokens } = await listed(page, cartUuid);
  const value = JSON.stringify(
    [...tokens.filter((one) => one !== token), token].slice(-mostOfCart),
  );
  const entry = { version, ttlSeconds: attemptSeconds };
  const isWritten = await page.context.keyValueStore.write(cartKeyOf(page, cartUuid), value, entry);
  if (!isWritten) await listAttempt(page, attempt);
}

const startedNow = ({ context }: Page) => ({
  at: context.clock.now().getTime(),
  startedBy: context.requestId,
});

/**
 * Store key of the order's number, for a customer who returns without a session. It contains only the token, which only
 * the return address contains.
 */
const nameKeyOf = (token: string): string => `payment-name:${token}`;

/** The order's number for a payment begun here with this token, without a session; null when there is none. */
export async function paymentName(
  { context }: Pick<Page, 'context'>,
  token: string,
): Promise<string | null> {
  if (!Token.safeParse(token).success) return null;
  return (await context.keyValueStore.read(nameKeyOf(token)))?.value ?? null;
}

/**
 * Records a new attempt. Returns false when this token has begun a payment, or may have: the page with the token is
 * older than the store's memory.
 */
export async function beginAttempt(page: Page, attempt: Begun): Promise<boolean> {
  const { token, ...facts } = attempt;
  if ((await createForgottenCheck(page.context, keyOf(page, token)))(token)) return false;
  const value = { ...facts, reference: null, ...startedNow(page) };
  return page.context.keyValueStore.write(keyOf(page, token), JSON.stringify(value), {
    version: null,
    ttlSeconds: attemptSeconds,
  });
}

/** Records the created transaction and enables the redirect to the provider, even if the store has lost the attempt. */
export async function openAttempt(
  page: Page,
  attempt: Begun,
  transaction: { reference: string; form: RedirectForm },
): Promise<void> {
  const { keyValueStore } = page.context;
  const { token, ...facts } = attempt;
  await listAttempt(page, attempt);
  await keyValueStore.write(formKeyOf(page, token), JSON.stringify(transaction.form), {
    version: null,
    ttlSeconds: formSeconds,
  });
  const named = { version: null, ttlSeconds: attemptSeconds };
  await keyValueStore.write(nameKeyOf(token), facts.cartName, named);
  const found = await stored(page, token);
  const begun = found?.wire ?? { ...facts, ...startedNow(page) };
  const value = JSON.stringify({ ...begun, reference: transaction.reference });
  await keyValueStore.write(keyOf(page, token), value, {
    version: found?.version ?? null,
    ttlSeconds: attemptSeconds,
  });
}

/**
 * Records the status of a return from the provider; a paid status is never overwritten. Returns false when the customer
 * only reloaded the return page.
 */
export async function noteReturn(page: Page, token: string, last: ReturnStatus): Promise<boolean> {
  const found = await stored(page, token);
  if (!found || found.wire.last === last) return false;
  const before = found.wire.back ?? null;
  await page.context.keyValueStore.write(
    keyOf(page, token),
    JSON.stringify({ ...found.wire, back: isPaid({ back: before }) ? before : last, last }),
    { version: found.version, ttlSeconds: attemptSeconds },
  );
  return true;
}

/** Deletes an attempt with which no payment was begun: the token may be used again. */
export const dropAttempt = (page: Page, token: string): Promise<void> =>
  page.context.keyValueStore.delete(keyOf(page, token));

/** The form that leads to the provider; null once it has expired. */
export async function findRedirectForm(page: Page, token: string): Promise<RedirectForm | null> {
  const found = await page.context.keyValueStore.read(formKeyOf(page, token));
  return found ? FormWire.parse(JSON.parse(found.value)) : null;
}

/** Disables the redirect to the provider, because the customer is back or the cart has changed. */
export const closeAttempt = (page: Page, token: string): Promise<void> =>
  page.context.keyValueStore.delete(formKeyOf(page, token));
