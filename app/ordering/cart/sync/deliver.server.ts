/**
 * Sends transactions under the lease. Before each call the ledger records the batch as in doubt, which means that the
 * ERP may apply it. After a crash, a broken connection or a timeout, this record forbids a second send. After the call
 * the ledger records the outcome. A rejected batch is split in halves, in order, until the rejected transaction is
 * alone (contract/erp.md 10.7). The customer gets a notice about that transaction; the others continue.
 */
import { randomUUID } from 'node:crypto';
import { isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import type { Lease } from '../../../../server/store/key-value-store';
import { keyOf, type LineKey } from '../transaction';
import { namesCart, sendTransactions, writeDeadlineMs, type Outcome } from './erp-cart.server';
import {
  recomputeDeltas,
  beginWrite,
  cartBefore,
  countFailure,
  hasPassedSince,
  endWrite,
  isTakenOver,
  interpretResult,
  resendWrite,
  settle,
  settleGone,
  snapshotOf,
  orphanedEdits,
  recordSale,
  extendInDoubt,
  withdrawWrite,
} from './ledger-rules.server';
import { transactionOf, type InDoubtWrite, type QueuedEdit, type Ledger } from './ledger.server';
import type { LedgerStore } from './ledger-store.server';
import { maxMsOf, type SyncDeps } from './deps';

/** The deadline of one write plus time to record its outcome. */
const leaseNeededMs = 70_000;
const fewestAttempts = 3;
/**
 * How long the ERP may fail on one transaction before the shop rejects it. The shop rejects it earlier if other
 * transactions of the cart succeed.
 */
const patienceMs = 10 * 60_000;
/**
 * Maximum number of writes of one run; the other edits wait for the next sync. Each rejected edit takes about two
 * writes, so a list of them would occupy the server for a minute. Every run sends an edit alone or applies one: halving
 * the longest batch (700 edits) down to one takes eleven writes.
 */
export const maxWrites = 24;

export interface Delivery {
  deps: SyncDeps;
  store: LedgerStore;
  lease: Lease;
  /** The ledger document as last read or written. */
  ledger: Ledger;
  /** Lines with an unsent edit: later edits of the same line must not overtake it. */
  blocked: Set<LineKey>;
  /** Number of JSON 500 responses to single transactions. After two, the ERP itself counts as unavailable. */
  failures: number;
  /** Number of writes that this run has begun (`maxWrites`). */
  writes: number;
}

type Next = 'go-on' | 'stop';

/** Log fields for support: cart and products. Quantities are private to the customer. */
const about = ({ ledger }: Pick<Delivery, 'ledger'>, batch: readonly QueuedEdit[]) => ({
  cart: ledger.snapshot?.uuid ?? null,
  transactions: batch.length,
  products: [...new Set(batch.map(({ productId }) => productId))].slice(0, 20),
});

/**
 * Sends one batch. Returns null when nothing was sent: this process stalled for so long that another request may have
 * taken the lease and sent the same edits.
 */
async function attempt(
  delivery: Delivery,
  batch: readonly QueuedEdit[],
): Promise<{ outcome: Outcome; begun: InDoubtWrite } | null> {
  const { deps, store, lease } = delivery;
  const cart = snapshotOf(delivery.ledger);
  const sentAt = deps.clock.now().getTime();
  const times = { sentAt, until: sentAt + lease.remainingMs() + maxMsOf(deps) };
  const id = randomUUID();
  let begun: InDoubtWrite | null = null;
  delivery.ledger = await store.update((ledger) => {
    begun = isTakenOver(ledger, batch, cart) ? null : beginWrite(ledger, batch, { id, ...times });
  });
  const own = begun as InDoubtWrite | null;
  if (!own) return null;
  const withdraw = async (): Promise<null> => {
    delivery.ledger = await store.update((ledger) => void withdrawWrite(ledger, own));
    return null;
  };
  let isTooLate = false;
  const mayStillSend = (): boolean => {
    isTooLate = lease.remainingMs() < writeDeadlineMs;
    return !isTooLate;
  };
  const { uuid } = own.before;
  try {
    const transactions = batch.map(transactionOf);
    const outcome = await sendTransactions(deps, { uuid, transactions, mayLeave: mayStillSend });
    return isTooLate ? await withdraw() : { begun: own, outcome };
  } catch (error) {
    // When the session ended or its renewal failed, nothing was sent or applied.
    if (isSessionEnded(error) || isUpstreamFailure(error)) await withdraw();
    throw error;
  }
}

/** Logs for the support timeline how many lines a write touched, without products. */
function tellLines({ deps }: Delivery, { transactions, before }: InDoubtWrite): void {
  const known = new Map(before.quantities);
  const sums = new Map<LineKey, number>();
  for (const edit of transactions)
    sums.set(keyOf(edit), (sums.get(keyOf(edit)) ?? 0) + edit.quantity);
  const lines = { added: 0, reduced: 0, removed: 0 };
  for (const [key, sum] of sums) {
    if (sum > 0) lines.added += 1;
    if (sum < 0) lines[(known.get(key) ?? 0) + sum > 0 ? 'reduced' : 'removed'] += 1;
  }
  const { added, reduced, removed } = lines;
  if (added > 0)
    deps.log.info({ event: 'cart.lines_added', lines: added }, 'cart lines were added');
  if (reduced > 0)
    deps.log.info({ event: 'cart.lines_reduced', lines: reduced }, 'cart lines were reduced');
  if (removed > 0)
    deps.log.info({ event: 'cart.lines_removed', lines: removed }, 'cart lines were removed');
}

/**
 * Settles the edits of this write, even if another request has held the lease since. The cart in the ERP's response is
 * current only while this request still holds the lease.
 */
function onApplied(delivery: Delivery, begun: InDoubtWrite, outcome: Outcome): Promise<Ledger> {
  const { deps, store, lease } = delivery;
  const { transactions: batch } = begun;
  const sale = outcome.kind === 'applied' ? outcome.sale : null;
  const before = cartBefore(begun);
  const named = namesCart(deps.site.cartSyncPath);
  const meaning = interpretResult(before, batch.map(transactionOf), sale, named);
  tellLines(delivery, begun);
  return store.update((ledger) => {
    const now = deps.clock.now().getTime();
    const isOwn = endWrite(ledger, begun);
    if (meaning === 'dropped') settleGone(ledger, batch, now);
    else settle(ledger, batch, { state: meaning, at: now });
    if (!isOwn || lease.remainingMs() <= 0) return;
    const uuid = sale?.uuid ?? null;
    if (before.uuid !== null && before.uuid !== uuid) {
      settleGone(ledger, orphanedEdits(ledger.queue, uuid), now);
      deps.log.warn(
        { event: 'cart.replaced', meaning, ...about(delivery, batch) },
        'the cart was replaced while changes were being sent',
      );
    }
    recordSale(ledger, sale, now);
  });
}

async function onInDoubt(
  delivery: Delivery,
  begun: InDoubtWrite,
  outcome: Outcome & { kind: 'in-doubt' },
): Promise<Ledger> {
  const { deps, store } = delivery;
  deps.log.warn(
    {
      event: 'cart.sync.doubt',
      trouble: outcome.trouble,
      ...about(delivery, begun.transactions),
    },
    'a cart write may or may not have been applied',
  );
  const maxMs = maxMsOf(deps);
  // If the key-value store fails here, the deadline in the ledger still applies.
  if (!deps.site.erpDedupesTx) await store.hold(maxMs).catch(() => undefined);
  return store.update((ledger) => {
    ledger.trouble = outcome.trouble;
    if (deps.site.erpDedupesTx) resendWrite(ledger, begun);
    // Count from now, not from the start of the call: it may have waited for a free connection.
    else extendInDoubt(ledger, begun, deps.clock.now().getTime() + maxMs);
  });
}

async function onFailed(
  delivery: Delivery,
  begun: InDoubtWrite,
  single: QueuedEdit,
): Promise<Next> {
  const { deps, store } = delivery;
  let isGivenUp = false;
  delivery.ledger = await store.update((ledger) => {
    isGivenUp = false;
    if (!withdrawWrite(ledger, begun)) return;
    const now = deps.clock.now().getTime();
    const { attempts, since } = countFailure(ledger, single, now);
    // A short fault of the ERP rejects no edit. If the ERP accepts other transactions of the cart meanwhile, the fault
    // lies in this transaction.
    isGivenUp =
      attempts >= fewestAttempts && (now - since >= patienceMs || hasPassedSince(ledger, since));
    if (isGivenUp) settle(ledger, [single], { state: 'rejected', at: now, reason: 'unstorable' });
    else ledger.trouble = 'error';
  });
  if (isGivenUp) {
    deps.log.warn(
      { event: 'cart.sync.rejected', reason: 'unstorable', ...about(delivery, [single]) },
      'the ERP fails on a cart transaction every time',
    );
    return 'go-on';
  }
  delivery.failures += 1;
  delivery.blocked.add(keyOf(single));
  return delivery.failures >= 2 ? 'stop' : 'go-on';
}

async function onRefused(
  delivery: Delivery,
  begun: InDoubtWrite,
  outcome: Outcome & { kind: 'refused' },
): Promise<Next> {
  const { deps, store } = delivery;
  deps.log.warn(
    // The ERP's message is in the log event `erp.refused` with the same reference.
    {
      event: 'cart.sync.rejected',
      reason: outcome.reason,
      ...about(delivery, begun.transactions),
    },
    'the ERP refuses a cart transaction',
  );
  delivery.ledger = await store.update((ledger) => {
    if (!withdrawWrite(ledger, begun)) return;
    const at = deps.clock.now().getTime();
    settle(ledger, begun.transactions, { state: 'rejected', at, reason: outcome.reason });
  });
  return 'go-on';
}

async function inHalves(delivery: Delivery, batch: readonly QueuedEdit[]): Promise<Next> {
  const middle = Math.ceil(batch.length / 2);
  const first = await deliver(delivery, batch.slice(0, middle));
  return first === 'stop' ? 'stop' : deliver(delivery, batch.slice(middle));
}

/**
 * Recomputes each delta against the current cart. Settles edits whose target quantity the cart already has, and returns
 * the others.
 */
async function thoseThatChange(
  delivery: Delivery,
  batch: readonly QueuedEdit[],
): Promise<QueuedEdit[]> {
  const { deps, store, ledger } = delivery;
  const meant = recomputeDeltas(snapshotOf(ledger).quantities, batch);
  const done = meant.filter(({ quantity }) => quantity === 0);
  if (done.length > 0)
    delivery.ledger = await store.update((one) =>
      settle(one, done, { state: 'acked', at: deps.clock.now().getTime() }),
    );
  return meant.filter(({ quantity }) => quantity !== 0);
}

/**
 * Drops edits made for another cart than the ERP's current one. Runs before each call, because the response to one half
 * of a batch may show that its cart has become an order.
 */
async function dropOrphans(
  delivery: Delivery,
  batch: readonly QueuedEdit[],
): Promise<QueuedEdit[]> {
  const { uuid } = snapshotOf(delivery.ledger);
  const orphaned = new Set(orphanedEdits(batch, uuid));
  if (orphaned.size === 0) return [...batch];
  delivery.deps.log.warn(
    { event: 'cart.replaced', meaning: 'dropped', cart: uuid, transactions: orphaned.size },
    'changes were meant for a cart that is gone',
  );
  delivery.ledger = await delivery.store.update((ledger) => {
    settleGone(ledger, [...orphaned], delivery.deps.clock.now().getTime());
  });
  return batch.filter((edit) => !orphaned.has(edit));
}

/** Sends a batch in order. Returns `stop` when the remaining edits must wait. */
export async function deliver(delivery: Delivery, batch: readonly QueuedEdit[]): Promise<Next> {
  const open = batch.filter((edit) => !delivery.blocked.has(keyOf(edit)));
  const ready = await thoseThatChange(delivery, await dropOrphans(delivery, open));
  const [single] = ready;
  if (!single) return 'go-on';
  if (delivery.writes >= maxWrites || delivery.lease.remainingMs() < leaseNeededMs) return 'stop';
  delivery.writes += 1;
  const attempted = await attempt(delivery, ready);
  if (!attempted) return 'stop';
  const { outcome, begun } = attempted;
  switch (outcome.kind) {
    case 'applied':
      delivery.ledger = await onApplied(delivery, begun, outcome);
      return 'go-on';
    case 'in-doubt':
      delivery.ledger = await onInDoubt(delivery, begun, outcome);
      return 'stop';
    case 'not-sent':
      delivery.ledger = await delivery.store.update((ledger) => {
        withdrawWrite(ledger, begun);
        ledger.trouble = outcome.trouble;
      });
      reportSetUp(delivery, outcome.error);
      return 'stop';
    case 'failed':
      if (ready.length === 1) return onFailed(delivery, begun, single);
      break;
    case 'refused':
      if (ready.length === 1) return onRefused(delivery, begun, outcome);
      break;
  }
  delivery.ledger = await delivery.store.update((ledger) => void withdrawWrite(ledger, begun));
  return inHalves(delivery, ready);
}

function reportSetUp({ deps }: Delivery, error: unknown): void {
  const ours = error instanceof Error && 'kind' in error && error.kind === 'sync-refused';
  if (!ours) return;
  deps.log.error(
    { event: 'cart.sync.misconfigured', detail: error.message, path: deps.site.cartSyncPath },
    'the cart sync is not set up: look at CART_SYNC_PATH and at the rights of the API user',
  );
}
