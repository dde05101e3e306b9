/**
 * Steps before sending: verify an earlier write whose outcome is unknown, recover after the store lost its memory, and
 * read the current cart (contract/erp.md 10.5, steps 1 to 3).
 */
import { isSessionEnded } from '~/base/kernel/failure';
import type { SaleWire } from '../wire/cart-wire.server';
import type { Delivery } from './deliver.server';
import { maxMsOf, type SyncDeps } from './deps';
import {
  mayBeOrderedSince,
  namesCart,
  readOpenCart,
  readTrouble,
  writeDeadlineMs,
} from './erp-cart.server';
import {
  verifyWrite,
  settle,
  saleQuantities,
  recordSale,
  resendWrite,
  cartBefore,
  delayVerdicts,
  remembersSince,
  isSameWrite,
  withdrawWrite,
  type CartBefore,
} from './ledger-rules.server';
import { maxWaitMs, retryDelayMs } from '../queue/cart-queue';
import { restoreLines } from './short-cart.server';
import { transactionOf, type InDoubtWrite, type QueuedEdit, type Ledger } from './ledger.server';
import { leaseMs } from './ledger-store.server';

export interface SyncRequest {
  /** The browser's batch, in order. Form edits are already in the ledger (`enqueue`). */
  batch: readonly QueuedEdit[];
  /**
   * What the browser remembered of store and cart when it first sent this batch; null: nothing. `isFirst`: this is the
   * first copy. `sentAt`: when an earlier copy was sent, in ms since 1970; null: unknown.
   */
  memory: { epoch: string; base: CartBefore; isFirst: boolean; sentAt: number | null } | null;
  /** Milliseconds to wait while another request writes to this cart. */
  patienceMs: number;
  /** Re-read a cart older than this, in ms; null: no read is needed. */
  maxAgeMs: number | null;
  /** The customer has just made an edit: skip the backoff after a failure. */
  isNew?: boolean;
}

/** One run of the cart sync under the lease. */
export interface Run extends Delivery {
  request: SyncRequest;
  retryAfterMs: number | null;
  checking: boolean;
}

/**
 * Maximum age of the snapshot before a write, in ms. It only affects how many lines are flagged after a write in doubt.
 */
const freshMs = { pathNamesCart: 120_000, otherwise: 30_000 };
/** Retry delay while the store holds the cart, because the store does not report the remaining time. */
const heldAgainMs = 10_000;
export const nowOf = (deps: SyncDeps): number => deps.clock.now().getTime();
/** A snapshot with a future time comes from an instance whose clock is ahead, so its age is unknown. */
export const isYounger = (deps: SyncDeps, { at }: { at: number }, ms: number): boolean =>
  Math.abs(nowOf(deps) - at) < ms;

/**
 * Refreshes the ledger's cart. A failure sets a flag in the ledger and throws no exception, except when the session
 * ended.
 */
export async function readCart(
  run: Pick<Run, 'deps' | 'store' | 'ledger' | 'lease'>,
): Promise<{ ok: true; sale: SaleWire | null } | { ok: false }> {
  try {
    const sale = await readOpenCart(run.deps);
    let known: SaleWire | null = null;
    run.ledger = await run.store.update((ledger) => {
      known = ledger.sale;
      // After the lease has expired, another request may have changed the cart.
      if (run.lease.remainingMs() > 0) recordSale(ledger, sale, nowOf(run.deps));
    });
    tellIfGone(run, known, sale);
    return { ok: true, sale };
  } catch (error) {
    if (isSessionEnded(error)) throw error;
    const trouble = readTrouble(error);
    run.deps.log.warn(
      { event: 'cart.read_failed', trouble, error: error instanceof Error ? error.message : '' },
      'the cart could not be read',
    );
    run.ledger = await run.store.update((ledger) => void (ledger.trouble = trouble));
    return { ok: false };
  }
}

/**
 * Logs when a cart with goods was replaced or is gone without an order in this shop, because the customer will ask
 * about it.
 */
function tellIfGone(
  { deps }: Pick<Run, 'deps'>,
  known: SaleWire | null,
  sale: SaleWire | null,
): void {
  if (known === null || known.uuid === sale?.uuid || saleQuantities(known).size === 0) return;
  deps.log.info(
    { event: 'cart.replaced', cart: known.uuid, name: known.name },
    'the cart that was known is gone from the ERP',
  );
}

export function reportChecking(run: Run, ms: number): false {
  run.checking = true;
  run.retryAfterMs = Math.max(1_000, ms);
  return false;
}

/**
 * Checks whether the ERP is available again while the outcome of a write is unknown. It ignores the cart in the
 * response, which may or may not contain that write.
 */
async function askWhetherBack(run: Run): Promise<void> {
  try {
    await readOpenCart(run.deps);
    run.ledger = await run.store.update((ledger) => void (ledger.trouble = null));
  } catch (error) {
    if (isSessionEnded(error)) throw error;
  }
}

/**
 * Milliseconds during which the ERP may still apply the write. The deadline comes from the clock of the sending
 * instance. With a clock ahead of it, this instance would verify too early; after a clock was set back, far too late.
 */
async function leftOf(run: Run, doubt: InDoubtWrite): Promise<number> {
  const { deps, store } = run;
  const maxMs = maxMsOf(deps);
  const left = doubt.until - nowOf(deps);
  if (left <= 0) return (await store.isHeld()) ? heldAgainMs : 0;
  if (left <= leaseMs + maxMs) return left;
  const until = nowOf(deps) + maxMs;
  run.ledger = await store.update((ledger) => {
    if (ledger.doubt && isSameWrite(ledger.doubt, doubt)) ledger.doubt.until = until;
  });
  return maxMs;
}

/**
 * Verifies a write in doubt that can no longer take effect. Returns false if it is too early, if the ERP cannot be
 * read, or if this request stalled beyond its lease, so that another request may have ended the write.
 */
export async function resolveInDoubt(run: Run): Promise<boolean> {
  const { deps, store } = run;
  const { doubt } = run.ledger;
  if (!doubt) return true;
  // A write in doubt without transactions belongs to another cart call, such as a confirmation, which no ERP
  // deduplicates.
  if (deps.site.erpDedupesTx && doubt.transactions.length > 0) {
    run.ledger = await store.update((ledger) => void resendWrite(ledger, doubt));
    return true;
  }
  const left = await leftOf(run, doubt);
  if (left > 0) {
    if (run.ledger.trouble === 'unavailable') await askWhetherBack(run);
    return reportChecking(run, left);
  }
  const before = cartBefore(doubt);
  const read = await readCart(run);
  if (!read.ok) return false;
  let verdict = verifyWrite(before, doubt.transactions.map(transactionOf), read.sale);
  if (verdict === 'not-applied' && before.uuid === null && read.sale === null) {
    // Without a cart before and now, the cart may have been created, filled and ordered in between.
    const mayBeOrdered = await mayBeOrderedSince(deps, new Date(doubt.sentAt));
    if (mayBeOrdered === null) return reportChecking(run, heldAgainMs);
    if (mayBeOrdered) verdict = 'unclear';
  }
  let isOurs = false;
  run.ledger = await store.update((ledger) => {
    isOurs = run.lease.remainingMs() > 0 && isSameWrite(ledger.doubt, doubt);
    if (!isOurs) return;
    recordVerdict(run, ledger, doubt.transactions, verdict);
    withdrawWrite(ledger, doubt);
  });
  return isOurs || reportChecking(run, 1_000);
}

/**
 * Records the outcome of a write. Applied: settle its edits. Not applied: record nothing, as they may be sent again.
 * Otherwise: the customer must check.
 */
function recordVerdict(
  run: Run,
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  verdict: ReturnType<typeof verifyWrite>,
): void {
  const hasChanges = transactions.length > 0;
  run.deps.log[verdict === 'unclear' && hasChanges ? 'error' : 'info'](
    {
      event: verdict === 'unclear' && hasChanges ? 'cart.sync.divergence' : 'cart.sync.resolved',
      // A confirmation contains no cart edits: the cart alone does not show whether the order was placed.
      ...(hasChanges
        ? { verdict }
        : { detail: 'a call without cart changes; an order is looked up by itself' }),
      cart: ledger.snapshot?.uuid ?? null,
      transactions: transactions.length,
      products: [...new Set(transactions.map(({ productId }) => productId))].slice(0, 20),
    },
    'a doubtful cart write was looked at',
  );
  if (verdict === 'not-applied') return;
  const state = verdict === 'applied' ? 'acked' : 'review';
  settle(ledger, transactions, { state, at: nowOf(run.deps) });
}

export const unknownOf = (ledger: Ledger, batch: readonly QueuedEdit[]): QueuedEdit[] =>
  batch.filter(({ uuid }) => !ledger.settled.has(uuid));

/**
 * How long a write that the store has forgotten may still take effect, in ms. Its request may still send it while its
 * lease lasts, and the ERP may apply it after that.
 */
const forgottenWriteMs = (deps: SyncDeps): number => leaseMs - writeDeadlineMs + maxMsOf(deps);

/**
 * Prevents duplicates after the store lost its memory. All writes wait while a forgotten write may still take effect.
 * Forgotten batches that had been sent are never sent again. Returns false when the caller must wait.
 */
export async function recoverAfterStoreLoss(run: Run): Promise<boolean> {
  const { deps, store, request, ledger } = run;
  const lost = unknownOf(ledger, request.batch);
  const memory = lost.length > 0 ? request.memory : null;
  if ((lost.length === 0 && ledger.queue.length === 0) || deps.site.erpDedupesTx) return true;
  const { id, since, forgotten = false } = await deps.keyValueStore.epoch(store.key);
  const isOlder = memory !== null && memory.epoch !== id;
  const left = since.getTime() + forgottenWriteMs(deps) - nowOf(deps);
  if (left > 0 && (isOlder || forgotten)) return reportChecking(run, left);
  if (!memory) return true;
  const sentAt = memory.sentAt ?? Infinity;
  const isUnknown = sentAt < remembersSince(ledger, nowOf(deps)) || (isOlder && !memory.isFirst);
  if (isUnknown) {
    await reviewForgotten(run, lost);
    return true;
  }
  if (!isOlder) return true;
  const read = await readCart(run);
  if (!read.ok) return false;
  if (mayBeApplied(memory, lost, read.sale)) await reviewForgotten(run, lost);
  return true;
}

/**
 * Whether the backoff after a failure is still running (contract/erp.md 10.6), so that nothing is sent. If the ERP was
 * unavailable, checks whether it is back. Ignores an `until` beyond the longest wait, which a clock that is ahead has
 * written.
 */
export async function isTooEarly(run: Run): Promise<boolean> {
  const { request, ledger } = run;
  const left = (ledger.retry?.until ?? 0) - nowOf(run.deps);
  if (request.isNew || left <= 0 || left > maxWaitMs || openOf(run) === 0) return false;
  if (ledger.trouble === 'unavailable' && (await readCart(run)).ok) return false;
  return true;
}

/** Number of edits that are still to be sent. */
const openOf = ({ ledger, request }: Pick<Run, 'ledger' | 'request'>): number =>
  ledger.queue.length + unknownOf(ledger, request.batch).length;

/** Sets the backoff after an attempt to send: random, and longer after each failure. A success clears it. */
export async function noteRetry(run: Run): Promise<void> {
  const { deps, store, ledger } = run;
  const { retry, trouble } = ledger;
  if (run.checking || ledger.doubt) return;
  const hasFailed = openOf(run) > 0 && (trouble !== null || run.failures > 0);
  if (!hasFailed && !retry) return;
  const at = nowOf(deps);
  const failed = retry?.failed ?? 0;
  const waitMs = retryDelayMs(failed, deps.random);
  run.ledger = await store.update((newest) => {
    if (hasFailed && trouble === 'unavailable' && retry) delayVerdicts(newest, at - retry.at);
    newest.retry = hasFailed ? { failed: failed + 1, at, until: at + waitMs } : null;
  });
}

/**
 * Whether the cart may already contain a batch from before a store loss. A first copy may be late: another copy may
 * have been applied and forgotten. If no cart existed before, the new cart may have been ordered since.
 */
function mayBeApplied(
  memory: NonNullable<SyncRequest['memory']>,
  lost: readonly QueuedEdit[],
  sale: SaleWire | null,
): boolean {
  const changes = lost.map(transactionOf);
  const base = restoreLines(memory.base, saleQuantities(sale), changes);
  if (!base || base.uuid === null) return true;
  return verifyWrite(base, changes, sale) !== 'not-applied';
}

/** Settles these edits as to be checked by the customer: an equal edit of another device looks the same in the cart. */
async function reviewForgotten(run: Run, lost: readonly QueuedEdit[]): Promise<void> {
  run.ledger = await run.store.update((ledger) => recordVerdict(run, ledger, lost, 'unclear'));
}

/**
 * Reads the cart if the known one is too old: a write must know its cart and the quantities before it. Returns false
 * when the caller must wait.
 */
export async function readBeforeWriting(run: Run): Promise<boolean> {
  const { deps, ledger } = run;
  const toSend = [...ledger.queue, ...unknownOf(ledger, run.request.batch)];
  if (toSend.length === 0) return true;
  // A confirmation or an import may still take effect, although the instance that sent it may have died.
  if (await run.store.isHeld()) return reportChecking(run, heldAgainMs);
  const named = namesCart(deps.site.cartSyncPath);
  const maxAge = named ? freshMs.pathNamesCart : freshMs.otherwise;
  if (ledger.snapshot && isYounger(deps, ledger.snapshot, maxAge)) return true;
  return (await readCart(run)).ok;
}
