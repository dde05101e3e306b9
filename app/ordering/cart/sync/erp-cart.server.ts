/**
 * ERP calls of the sync protocol: read the open cart, send transactions (contract/erp.md 9.1, 10), and check whether an
 * order was placed (contract/erp.md 14).
 * Only a path with the cart's uuid prevents a write from changing another cart. The uuid goes into the path where the
 * setting has `{uuid}`, and always into the body. Without a known uuid the path segment is left out. A read never names
 * a cart. `options` is left out when there are none. The ERP rejects a transaction only with JSON 404 `MissingError`,
 * 400, or 422 about the body. 403, 405, 422 about the path and 404 `Not Found` indicate a wrong set-up, so the shop
 * rejects no line (contract/erp.md 10.7).
 */
import { z } from 'zod';
import { isNotInstalled } from '~/base/erp/capabilities.server';
import { text } from '~/base/erp/wire-fields.server';
import { isUpstreamFailure, type UpstreamFailure } from '~/base/kernel/failure';
import { instantFrom } from '~/base/kernel/wire-date';
import type { Site } from '../../../../server/context';
import type { ErpAnswer, ErpCall, ErpClient } from '../../../../server/upstream/erp/erp-client';
import { SaleWire } from '../wire/cart-wire.server';
import type { Transaction } from '../transaction';
import type { RejectReason } from './ledger.server';
import { rememberTexts } from './texts-read.server';

interface CartErp {
  erp: Pick<ErpClient, 'call'>;
  site: Pick<Site, 'cartSyncPath'>;
}

export type Trouble = 'unavailable' | 'error';

export type Outcome =
  | { kind: 'applied'; sale: SaleWire | null }
  /** The ERP will never accept this batch; it applied nothing of it. */
  | { kind: 'refused'; reason: RejectReason; detail: string }
  /** JSON 500: nothing was applied. Either a temporary fault, or a quantity that the ERP cannot store. */
  | { kind: 'failed' }
  /** The ERP applied nothing, for a reason other than the transactions. */
  | { kind: 'not-sent'; trouble: Trouble; error: unknown }
  /** The ERP may have applied the batch, or may still apply it. */
  | { kind: 'in-doubt'; trouble: Trouble; error: unknown };

/**
 * A contended write takes more than 30 s in the ERP (2.7). A shorter deadline would only leave more writes in doubt.
 */
export const writeDeadlineMs = 60_000;
const readDeadlineMs = 15_000;

export const namesCart = (path: string): boolean => path.includes('{uuid}');

const pathFor = (path: string, uuid: string | null): string =>
  uuid === null ? path.replace('/{uuid}', '') : path;

const wireOf = ({ uuid, productId, quantity, options }: Transaction) => ({
  uuid,
  product_id: productId,
  qty: quantity,
  ...(options && Object.keys(options).length > 0 ? { options } : {}),
});

const answers = rememberTexts<SaleWire>();

/**
 * Validates each distinct cart once, cached by its JSON. Most repeated reads return an unchanged cart. Validating,
 * computing and serialising five hundred lines costs more than comparing the JSON.
 */
const CheckedOnce = z.unknown().transform((answer, context): SaleWire => {
  const text = JSON.stringify(answer) ?? '';
  const known = answers.get(text);
  if (known) return known;
  const read = SaleWire.safeParse(answer);
  if (read.success) {
    answers.set(text, read.data);
    return read.data;
  }
  for (const { message, path } of read.error.issues)
    context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
});

function call(
  { erp, site }: CartErp,
  uuid: string | null,
  transactions: readonly Transaction[],
  { timeoutMs, mayLeave }: Pick<ErpCall, 'mayLeave'> & { timeoutMs: number },
): Promise<ErpAnswer<SaleWire>> {
  return erp.call(
    {
      method: 'POST',
      path: pathFor(site.cartSyncPath, uuid),
      ...(uuid === null ? {} : { params: { uuid } }),
      body: { uuid, transactions: transactions.map(wireOf) },
      timeoutMs,
      ...(mayLeave ? { mayLeave } : {}),
    },
    CheckedOnce,
  );
}

/**
 * True for a status that reports that there is no cart. Older ERPs return `{}` instead, which a proxy may return for
 * any cart.
 */
const isNone = ({ status }: { status: number }): boolean => status === 204 || status === 205;

/**
 * The customer's open cart, whichever it is; null when there is none. Throws when the ERP is unavailable. An empty
 * response with any other status than 204 or 205 is not trusted, so the read-only call confirms it. That call has no
 * such empty response (9.7). An ERP without the read-only call has no cart either.
 */
export async function readOpenCart(deps: CartErp): Promise<SaleWire | null> {
  const answer = await call(deps, null, [], { timeoutMs: readDeadlineMs });
  if (answer.kind === 'ok') return answer.body;
  if (answer.kind === 'refused') throw new SyncRefused(answer.status);
  if (isNone(answer)) return null;
  const again = { path: 'carts/current', timeoutMs: readDeadlineMs };
  const cart = await deps.erp.call(again, CheckedOnce);
  if (cart.kind === 'ok') return cart.body;
  if (cart.kind === 'empty' || isNotInstalled(cart)) return null;
  throw new SyncRefused(cart.status);
}

const SalesWire = z.object({ items: z.array(z.object({ date_order: text })) });

/**
 * Whether an order may have been placed since `since`. A first write may have created a cart that became an order
 * before any request could read it. If the ERP rejects the list of orders, assume true. null: retry later.
 */
export async function mayBeOrderedSince(
  { erp }: Pick<CartErp, 'erp'>,
  since: Date,
): Promise<boolean | null> {
  try {
    const query = { page: 1, page_size: 10 };
    const answer = await erp.call({ path: 'sales', query, timeoutMs: readDeadlineMs }, SalesWire);
    if (answer.kind !== 'ok') return true;
    return answer.body.items.some(
      ({ date_order: at }) => (instantFrom(at)?.getTime() ?? 0) >= since.getTime() - 1_000,
    );
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return null;
  }
}

/** The sync path or the API user's rights are misconfigured: operators must act. */
class SyncRefused extends Error {
  readonly kind = 'sync-refused';
  constructor(readonly status: number) {
    super(`the ERP refuses the cart sync: ${status}`);
    this.name = 'SyncRefused';
  }
}

const transportTexts =
  /^(The browser \(or proxy\) sent a request|There was an error parsing the body)/;

type Refused = Extract<ErpAnswer<SaleWire>, { kind: 'refused' }>;

function verdictOf({ status, detail, errors }: Refused): Outcome {
  const setUp: Outcome = {
    kind: 'not-sent',
    trouble: status === 404 ? 'unavailable' : 'error',
    error: new SyncRefused(status),
  };
  if (status === 404)
    return detail === 'MissingError'
      ? { kind: 'refused', reason: 'unknown-product', detail }
      : setUp;
  if (status === 400 || status === 413) return { kind: 'refused', reason: 'refused', detail };
  const ofBody =
    status === 422 && errors.length > 0 && errors.every(({ loc }) => loc[0] === 'body');
  return ofBody ? { kind: 'refused', reason: 'refused', detail } : setUp;
}

const troubleOf = ({ reason }: UpstreamFailure): Trouble =>
  reason === 'unavailable' || reason === 'unreachable' || reason === 'overloaded'
    ? 'unavailable'
    : 'error';

/**
 * The flag that a failed read sets (10.6). An ERP that is down, or that returns an unexpected shape, is `unavailable`;
 * any other fault is `error`.
 */
export const readTrouble = (error: unknown): Trouble => {
  if (!isUpstreamFailure(error)) return 'error';
  return error.reason === 'invalid-answer' ? 'unavailable' : troubleOf(error);
};

interface CartWrite {
  /** uuid of the cart that the batch is for; null: none is known. */
  uuid: string | null;
  transactions: readonly Transaction[];
  /** Whether this request still holds the lease. Called immediately before the request is sent. */
  mayLeave: () => boolean;
}

async function sendOnce(
  deps: CartErp,
  { uuid, transactions, mayLeave }: CartWrite,
): Promise<Outcome> {
  try {
    const answer = await call(deps, uuid, transactions, { timeoutMs: writeDeadlineMs, mayLeave });
    if (answer.kind === 'refused') return verdictOf(answer);
    // A write creates a cart if there is none (10.2), so an empty response does not reveal the outcome.
    if (answer.kind === 'empty' && !isNone(answer))
      return { kind: 'in-doubt', trouble: 'error', error: new Error('nothing in the answer') };
    return { kind: 'applied', sale: answer.kind === 'ok' ? answer.body : null };
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'erp') throw error;
    if (error.applied === 'unknown') {
      // A broken connection says nothing about the ERP's health; the shop must only verify the write.
      const trouble = error.reason === 'unreachable' ? 'error' : troubleOf(error);
      return { kind: 'in-doubt', trouble, error };
    }
    if (error.reason === 'server-error') return { kind: 'failed' };
    return { kind: 'not-sent', trouble: troubleOf(error), error };
  }
}

/** Sends one batch, all or nothing. A transport fault that the ERP reports as 400 is retried once unchanged (10.7). */
export async function sendTransactions(deps: CartErp, write: CartWrite): Promise<Outcome> {
  const first = await sendOnce(deps, write);
  const garbled = first.kind === 'refused' && transportTexts.test(first.detail);
  return garbled ? sendOnce(deps, write) : first;
}
