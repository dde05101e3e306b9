/**
 * The cart sync: one engine for plain forms, for the island and for pages that only want to read. One write
 * at a time per customer over all instances (lease); what was sent once is never sent again while it may
 * still land (doubt); what cannot be told is told to the customer and never repeated (review). The protocol
 * and its proof: design of the cart ledger; the ERP's side: contract/erp.md section 10.
 */
import { fingerprint } from '../transaction';
import type { SaleWire } from '../cart-wire.server';
import { deliver, type Delivery } from './deliver.server';
import type { SyncDeps } from './deps';
import {
  namesCart,
  readOpenCart,
  readTrouble,
  wasOrderedSince,
  type Trouble,
} from './erp-cart.server';
import {
  judge,
  settle,
  snapshotOf,
  strayOf,
  takeSale,
  withdrawDoubt,
  type Pre,
} from './ledger-rules.server';
import {
  markOf,
  quantitiesFrom,
  transactionOf,
  type Held,
  type Ledger,
  type SettledState,
} from './ledger.server';
import { openLedger, type LedgerStore } from './ledger-store.server';
import { isSessionEnded } from '~/kernel/failure';

export interface SyncRequest {
  /** The island's batch, in order; forms have left theirs in the ledger (`enqueue`). */
  batch: readonly Held[];
  /** What the island remembers of the store and the cart from before it first sent this batch. */
  memory: { epoch: string; base: Pre } | null;
  /** How long to wait while somebody else writes to this cart. */
  patienceMs: number;
  /** A cart read longer ago than this is read again; null: nothing needs reading. */
  maxAgeMs: number | null;
}

export type SyncState = 'synced' | 'busy' | 'checking' | Trouble;

export interface SyncReport {
  state: SyncState;
  /** When it makes sense to ask again; null leaves it to the caller's backoff. */
  retryAfterMs: number | null;
  settled: ReadonlyMap<string, SettledState>;
  /** Uuids that were used before for another change: nothing was done (P-48). */
  mismatched: readonly string[];
  ledger: Ledger;
}

/** How old the picture before a write may be; it only decides how much is flagged after a doubt. */
const freshMs = { pathNamesCart: 120_000, otherwise: 30_000 };
const pollMs = 150;

interface Run extends Delivery {
  request: SyncRequest;
  retryAfterMs: number | null;
  checking: boolean;
}

const nowOf = (deps: SyncDeps): number => deps.clock.now().getTime();

const mismatchedOf = (ledger: Ledger, batch: readonly Held[]): string[] =>
  batch
    .filter((held) => {
      const mark = markOf(fingerprint(transactionOf(held)));
      const known = ledger.settled.get(held.uuid);
      const doubted = ledger.doubt?.transactions.find(({ uuid }) => uuid === held.uuid);
      return (
        (known !== undefined && known.mark !== mark) ||
        (doubted !== undefined && markOf(fingerprint(transactionOf(doubted))) !== mark)
      );
    })
    .map(({ uuid }) => uuid);

function isIdle(deps: SyncDeps, ledger: Ledger, request: SyncRequest): boolean {
  if (ledger.queue.length > 0 || ledger.doubt) return false;
  if (request.batch.some(({ uuid }) => !ledger.settled.has(uuid))) return false;
  return isFresh(deps, ledger, request.maxAgeMs);
}

function isFresh(deps: SyncDeps, ledger: Ledger, maxAgeMs: number | null): boolean {
  if (maxAgeMs === null) return true;
  if (!ledger.snapshot || ledger.trouble) return false;
  return nowOf(deps) - ledger.snapshot.at < maxAgeMs;
}

async function leaseWithin(deps: SyncDeps, store: LedgerStore, patienceMs: number) {
  const deadline = nowOf(deps) + patienceMs;
  for (;;) {
    const lease = await store.lease();
    if (lease || nowOf(deps) >= deadline) return lease;
    await deps.sleep(pollMs);
  }
}

/** Brings the ledger's cart up to date; a fault is a flag in the ledger, not an exception. */
async function readCart(run: Run): Promise<{ ok: true; sale: SaleWire | null } | { ok: false }> {
  try {
    const sale = await readOpenCart(run.deps);
    run.ledger = await run.store.update((ledger) => takeSale(ledger, sale, nowOf(run.deps)));
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

function wait(run: Run, ms: number): false {
  run.checking = true;
  run.retryAfterMs = Math.max(1_000, ms);
  return false;
}

/** Ends a doubt whose write cannot land any more. False: it is too early, or the ERP cannot be read. */
async function resolveDoubt(run: Run): Promise<boolean> {
  const { deps, store } = run;
  const { doubt } = run.ledger;
  if (!doubt) return true;
  if (deps.site.erpDedupesTx) {
    run.ledger = await store.update(withdrawDoubt);
    return true;
  }
  const left = doubt.until - nowOf(deps);
  if (left > 0) return wait(run, left);
  const before = { uuid: doubt.before.uuid, quantities: quantitiesFrom(doubt.before.quantities) };
  const read = await readCart(run);
  if (!read.ok) return false;
  let verdict = judge(before, doubt.transactions.map(transactionOf), read.sale);
  if (verdict === 'not-applied' && before.uuid === null && read.sale === null) {
    // No cart before and none now: it may have been made, filled and ordered in between.
    if (await wasOrderedSince(deps, new Date(doubt.sentAt))) verdict = 'unclear';
  }
  run.ledger = await store.update((ledger) => {
    conclude(run, ledger, doubt.transactions, verdict);
    withdrawDoubt(ledger);
  });
  return true;
}

/** Applied: settled. Not applied: nothing to note, it may be sent again. Otherwise the customer looks. */
function conclude(
  run: Run,
  ledger: Ledger,
  transactions: readonly Held[],
  verdict: ReturnType<typeof judge>,
): void {
  run.deps.log[verdict === 'unclear' ? 'error' : 'info'](
    {
      event: verdict === 'unclear' ? 'cart.sync.divergence' : 'cart.sync.resolved',
      verdict,
      lines: transactions.length,
    },
    'a doubtful cart write was looked at',
  );
  if (verdict === 'not-applied') return;
  const state = verdict === 'applied' ? 'acked' : 'review';
  settle(ledger, transactions, state, nowOf(run.deps));
  if (!ledger.doubt) return;
  const settled = new Set(transactions.map(({ uuid }) => uuid));
  ledger.doubt.transactions = ledger.doubt.transactions.filter(({ uuid }) => !settled.has(uuid));
}

const unknownOf = (ledger: Ledger, batch: readonly Held[]): Held[] =>
  batch.filter(({ uuid }) => !ledger.settled.has(uuid));

/**
 * The store has lost its memory since the island first sent this batch: it is in doubt like any other, with
 * the island's own picture of the cart as the one before.
 */
async function recallLost(run: Run): Promise<boolean> {
  const { deps, store, request } = run;
  const lost = unknownOf(run.ledger, request.batch);
  if (!request.memory || lost.length === 0 || deps.site.erpDedupesTx) return true;
  const epoch = await deps.records.epoch();
  if (epoch.id === request.memory.epoch) return true;
  const left = epoch.since.getTime() + deps.site.erpMaxSeconds * 1000 - nowOf(deps);
  if (left > 0) return wait(run, left);
  const { base } = request.memory;
  const read = await readCart(run);
  if (!read.ok) return false;
  const verdict = judge(base, lost.map(transactionOf), read.sale);
  run.ledger = await store.update((ledger) => conclude(run, ledger, lost, verdict));
  return true;
}

/** A write needs to know which cart it is for, and how it looked before. */
async function readBeforeWriting(run: Run): Promise<boolean> {
  const { deps, ledger } = run;
  const toSend = [...ledger.queue, ...unknownOf(ledger, run.request.batch)];
  if (toSend.length === 0) return true;
  const named = namesCart(deps.site.cartSyncPath);
  const maxAge = named ? freshMs.pathNamesCart : freshMs.otherwise;
  if (ledger.snapshot && nowOf(deps) - ledger.snapshot.at < maxAge) return true;
  return (await readCart(run)).ok;
}

async function dropStrays(run: Run): Promise<void> {
  const { uuid } = snapshotOf(run.ledger);
  const held = [...run.ledger.queue, ...unknownOf(run.ledger, run.request.batch)];
  const strays = strayOf(held, uuid);
  if (strays.length === 0) return;
  run.ledger = await run.store.update((ledger) => {
    settle(ledger, strays, 'dropped', nowOf(run.deps));
  });
}

async function runUnderLease(run: Run): Promise<void> {
  if (!(await resolveDoubt(run))) return;
  if (!(await recallLost(run))) return;
  if (!(await readBeforeWriting(run))) return;
  await dropStrays(run);
  const { queue } = run.ledger;
  const queued = new Set(queue.map(({ uuid }) => uuid));
  const batch = unknownOf(run.ledger, run.request.batch).filter(({ uuid }) => !queued.has(uuid));
  const next = await deliver(run, [...queue, ...batch]);
  if (run.ledger.doubt) {
    wait(run, run.ledger.doubt.until - nowOf(run.deps));
    return;
  }
  const failed = next === 'stop' || run.failures > 0;
  if (!failed && !isFresh(run.deps, run.ledger, run.request.maxAgeMs)) await readCart(run);
}

function reportOf(run: Run): SyncReport {
  const { ledger, request } = run;
  const unsettled = unknownOf(ledger, request.batch);
  const behind = unsettled.length > 0 || ledger.queue.length > 0;
  // While the ERP is known to be away, that is what there is to say; the doubt can wait.
  const checking = run.checking && ledger.trouble !== 'unavailable';
  const state: SyncState = checking
    ? 'checking'
    : (ledger.trouble ?? (run.failures > 0 ? 'error' : behind ? 'busy' : 'synced'));
  return {
    state,
    retryAfterMs: run.checking ? run.retryAfterMs : state === 'busy' ? 1_000 : null,
    settled: settledOf(ledger, request.batch),
    mismatched: [],
    ledger,
  };
}

const settledOf = (ledger: Ledger, batch: readonly Held[]): Map<string, SettledState> =>
  new Map(
    batch.flatMap(({ uuid }) => {
      const known = ledger.settled.get(uuid);
      return known ? [[uuid, known.state] as const] : [];
    }),
  );

/** Does what there is to do for this customer's cart. Throws SessionEnded and store faults only. */
export async function syncCart(
  deps: SyncDeps,
  owner: string,
  request: SyncRequest,
): Promise<SyncReport> {
  const store = openLedger(deps, owner);
  const ledger = await store.read();
  const mismatched = mismatchedOf(ledger, request.batch);
  const settled = settledOf(ledger, request.batch);
  if (mismatched.length > 0) {
    deps.log.warn(
      { event: 'security.transaction_reused', transactions: mismatched.length },
      'a transaction uuid came back with another content',
    );
    return { state: 'error', retryAfterMs: null, settled, mismatched, ledger };
  }
  if (isIdle(deps, ledger, request)) {
    const state = ledger.trouble ?? 'synced';
    return { state, retryAfterMs: null, settled, mismatched, ledger };
  }
  const lease = await leaseWithin(deps, store, request.patienceMs);
  if (!lease) {
    const latest = await store.read();
    const known = settledOf(latest, request.batch);
    return { state: 'busy', retryAfterMs: 1_000, settled: known, mismatched, ledger: latest };
  }
  try {
    const run: Run = {
      ...{ deps, store, lease, request },
      ledger: await store.read(),
      ...{ blocked: new Set<string>(), failures: 0, retryAfterMs: null },
      checking: false,
    };
    await runUnderLease(run);
    return reportOf(run);
  } finally {
    await lease.release();
  }
}
