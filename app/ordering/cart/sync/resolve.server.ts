/**
 * What has to be clear before anything is sent: how an earlier write in doubt ended, what a store that lost its
 * memory cannot know, which cart it is and how it looks (contract/erp.md 10.5, steps 1 to 3).
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
  takeSale,
  cartBefore,
  delayVerdicts,
  remembersSince,
  isSameWrite,
  withdrawWrite,
  type Pre,
} from './ledger-rules.server';
import { maxWaitMs, retryDelayMs } from '../queue/cart-queue';
import { lengthened } from './short-cart.server';
import { transactionOf, type InDoubtWrite, type QueuedEdit, type Ledger } from './ledger.server';
import { leaseMs } from './ledger-store.server';

export interface SyncRequest {
  /** The island's batch, in order; forms have left theirs in the ledger (`enqueue`). */
  batch: readonly QueuedEdit[];
  /**
   * What the island remembers of the store and the cart from when it first sent this batch. `isFirst`: it is the first
   * copy; `sentAt`: when an earlier one left, in ms since 1970, null where that is unknown.
   */
  memory: { epoch: string; base: Pre; isFirst: boolean; sentAt: number | null } | null;
  /** How long to wait while another request writes to this cart. */
  patienceMs: number;
  /** A cart read longer ago than this is read again; null: nothing needs reading. */
  maxAgeMs: number | null;
  /** The customer has just made a change: the wait after a failure does not hold it up. */
  isNew?: boolean;
}

/** One turn under the lease. */
export interface Run extends Delivery {
  request: SyncRequest;
  retryAfterMs: number | null;
  checking: boolean;
}

/** How old the snapshot before a write may be; it only decides how much is flagged after a write in doubt. */
const freshMs = { pathNamesCart: 120_000, otherwise: 30_000 };
/** The store does not say for how long yet. */
const heldAgainMs = 10_000;
export const nowOf = (deps: SyncDeps): number => deps.clock.now().getTime();
/** One of the future was read by an instance whose clock is ahead: how old it is cannot be told. */
export const isYounger = (deps: SyncDeps, { at }: { at: number }, ms: number): boolean =>
  Math.abs(nowOf(deps) - at) < ms;

/** Brings the ledger's cart up to date; a fault is a flag in the ledger, not an exception. */
export async function readCart(
  run: Pick<Run, 'deps' | 'store' | 'ledger' | 'lease'>,
): Promise<{ ok: true; sale: SaleWire | null } | { ok: false }> {
  try {
    const sale = await readOpenCart(run.deps);
    let known: SaleWire | null = null;
    run.ledger = await run.store.update((ledger) => {
      known = ledger.sale;
      // Since the lease has ended another request may have changed the cart.
      if (run.lease.remainingMs() > 0) takeSale(ledger, sale, nowOf(run.deps));
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

/** A full cart that was not ordered here is another one now, or none: the customer will ask who has taken it. */
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

export function wait(run: Run, ms: number): false {
  run.checking = true;
  run.retryAfterMs = Math.max(1_000, ms);
  return false;
}

/**
 * Whether the ERP is back, asked while a write is in doubt. What it answers is not taken: it may show that write
 * already, or not yet.
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
 * How long a write may still land. The time in the ledger is of the clock of the instance that sent it: one that is
 * ahead of it would look too early, and after a clock was set back it would be looked at an hour too late.
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
 * Ends a write in doubt that cannot land any more. False: it is too early, the ERP cannot be read, or this request has
 * stood still until its lease was over, and another one may have ended the write.
 */
export async function resolveInDoubt(run: Run): Promise<boolean> {
  const { deps, store } = run;
  const { doubt } = run.ledger;
  if (!doubt) return true;
  // A write in doubt without transactions is another cart call's, which no server de-duplicates.
  if (deps.site.erpDedupesTx && doubt.transactions.length > 0) {
    run.ledger = await store.update((ledger) => void withdrawWrite(ledger, doubt));
    return true;
  }
  const left = await leftOf(run, doubt);
  if (left > 0) {
    if (run.ledger.trouble === 'unavailable') await askWhetherBack(run);
    return wait(run, left);
  }
  const before = cartBefore(doubt);
  const read = await readCart(run);
  if (!read.ok) return false;
  let verdict = verifyWrite(before, doubt.transactions.map(transactionOf), read.sale);
  if (verdict === 'not-applied' && before.uuid === null && read.sale === null) {
    // No cart before and none now: it may have been made, filled and ordered in between.
    const mayBeOrdered = await mayBeOrderedSince(deps, new Date(doubt.sentAt));
    if (mayBeOrdered === null) return wait(run, heldAgainMs);
    if (mayBeOrdered) verdict = 'unclear';
  }
  let isOurs = false;
  run.ledger = await store.update((ledger) => {
    isOurs = run.lease.remainingMs() > 0 && isSameWrite(ledger.doubt, doubt);
    if (!isOurs) return;
    recordVerdict(run, ledger, doubt.transactions, verdict);
    withdrawWrite(ledger, doubt);
  });
  return isOurs || wait(run, 1_000);
}

/** Applied: settled. Not applied: nothing to note, it may be sent again. Otherwise the customer looks. */
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
      // A doubt without changes says nothing of what became of an order.
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
  settle(ledger, transactions, state, nowOf(run.deps));
}

export const unknownOf = (ledger: Ledger, batch: readonly QueuedEdit[]): QueuedEdit[] =>
  batch.filter(({ uuid }) => !ledger.settled.has(uuid));

/** A call that was recorded before the store lost its memory may leave while its lease lasts, and then land. */
const forgottenWriteMs = (deps: SyncDeps): number => leaseMs - writeDeadlineMs + maxMsOf(deps);

/**
 * What the store has forgotten: writes that may still land, for which every write to the cart waits, and batches that
 * had left, which are never sent again. False: not yet.
 */
export async function recoverAfterStoreLoss(run: Run): Promise<boolean> {
  const { deps, store, request, ledger } = run;
  const lost = unknownOf(ledger, request.batch);
  const memory = lost.length > 0 ? request.memory : null;
  if ((lost.length === 0 && ledger.queue.length === 0) || deps.site.erpDedupesTx) return true;
  const { id, since, forgotten = false } = await deps.keyValueStore.epoch(store.key);
  const isOlder = memory !== null && memory.epoch !== id;
  const left = since.getTime() + forgottenWriteMs(deps) - nowOf(deps);
  if (left > 0 && (isOlder || forgotten)) return wait(run, left);
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
 * The wait after a failure is not over (contract/erp.md 10.6), so nothing is sent. An ERP that was unavailable is asked
 * whether it is back. `until` beyond the longest wait was written by a clock that is ahead: it does not count.
 */
export async function isTooEarly(run: Run): Promise<boolean> {
  const { request, ledger } = run;
  const left = (ledger.retry?.until ?? 0) - nowOf(run.deps);
  if (request.isNew || left <= 0 || left > maxWaitMs || openOf(run) === 0) return false;
  if (ledger.trouble === 'unavailable' && (await readCart(run)).ok) return false;
  return true;
}

/** How many changes are still to be sent. */
const openOf = ({ ledger, request }: Pick<Run, 'ledger' | 'request'>): number =>
  ledger.queue.length + unknownOf(ledger, request.batch).length;

/** After an attempt to send: the next one waits at random, longer after each failure; after a success, nothing waits. */
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
 * Whether a batch from before a store loss may be in the cart. A first copy may be late: another copy may have been
 * applied and forgotten; without a cart before it, that cart may have been ordered since.
 */
function mayBeApplied(
  memory: NonNullable<SyncRequest['memory']>,
  lost: readonly QueuedEdit[],
  sale: SaleWire | null,
): boolean {
  const changes = lost.map(transactionOf);
  const base = lengthened(memory.base, saleQuantities(sale), changes);
  if (!base || base.uuid === null) return true;
  return verifyWrite(base, changes, sale) !== 'not-applied';
}

/** Whether they are in the cart cannot be known, as an equal change of another device looks the same. */
async function reviewForgotten(run: Run, lost: readonly QueuedEdit[]): Promise<void> {
  run.ledger = await run.store.update((ledger) => recordVerdict(run, ledger, lost, 'unclear'));
}

/** A write needs to know which cart it is for, and how it looked before. */
export async function readBeforeWriting(run: Run): Promise<boolean> {
  const { deps, ledger } = run;
  const toSend = [...ledger.queue, ...unknownOf(ledger, run.request.batch)];
  if (toSend.length === 0) return true;
  // A confirmation or an import may still land, although the instance that sent it may have died.
  if (await run.store.isHeld()) return wait(run, heldAgainMs);
  const named = namesCart(deps.site.cartSyncPath);
  const maxAge = named ? freshMs.pathNamesCart : freshMs.otherwise;
  if (ledger.snapshot && isYounger(deps, ledger.snapshot, maxAge)) return true;
  return (await readCart(run)).ok;
}
