/**
 * The cart sync: one engine for plain forms, for the browser's queue of edits (the cart island), and for pages that
 * only read the cart. A lease allows one write at a time per customer over all instances. While the ERP may still apply
 * a sent transaction, its outcome is "in doubt" and it is never sent again. If an outcome cannot be determined, the
 * customer gets a notice to check the cart ("review"), and nothing is sent again. Protocol and proof:
 * docs/cart-ledger.md; the ERP's side: contract/erp.md section 10.
 */
import { deliver } from './deliver.server';
import type { SyncDeps } from './deps';
import { writeDeadlineMs, type Trouble } from './erp-cart.server';
import { meaningOf, type QueuedEdit, type Ledger, type SettledState } from './ledger.server';
import { recomputeDeltas, currentQuantities, settle } from './ledger-rules.server';
import type { LedgerStore } from './ledger-store.server';
import { beyondLine } from '../transaction';
import {
  isTooEarly,
  isYounger,
  noteRetry,
  nowOf,
  readBeforeWriting,
  readCart,
  recoverAfterStoreLoss,
  resolveInDoubt,
  unknownOf,
  reportChecking,
  type Run,
  type SyncRequest,
} from './resolve.server';

export type SyncState = 'synced' | 'busy' | 'checking' | Trouble;

export interface SyncReport {
  state: SyncState;
  /** Milliseconds until another sync can succeed; null: the caller uses its own backoff. */
  retryAfterMs: number | null;
  settled: ReadonlyMap<string, SettledState>;
  /** uuids that earlier identified another change; nothing was done for them (P-48). */
  mismatched: readonly string[];
  ledger: Ledger;
}

const pollMs = 150;
const longestBusyMs = 15_000;

/** Uuids that the ledger, or the batch itself, uses for a different change. */
function mismatchedOf(ledger: Ledger, batch: readonly QueuedEdit[]): string[] {
  const meant = new Map(batch.map(({ uuid }) => [uuid, new Set<string>()]));
  for (const edit of [...(ledger.doubt?.transactions ?? []), ...ledger.queue, ...batch])
    meant.get(edit.uuid)?.add(meaningOf(edit));
  for (const [uuid, marks] of meant) {
    const known = ledger.settled.get(uuid);
    if (known) marks.add(known.mark);
  }
  return [...meant].filter(([, marks]) => marks.size > 1).map(([uuid]) => uuid);
}

/** Deduplicates the transactions of a batch by uuid. */
const onceEach = (batch: readonly QueuedEdit[]): QueuedEdit[] => [
  ...new Map(batch.map((edit) => [edit.uuid, edit])).values(),
];

/** The report when a uuid stands for two different changes, in which case nothing was done; null when no uuid does. */
function mismatchReport(
  deps: SyncDeps,
  ledger: Ledger,
  batch: readonly QueuedEdit[],
): SyncReport | null {
  const mismatched = mismatchedOf(ledger, batch);
  if (mismatched.length === 0) return null;
  deps.log.warn(
    { event: 'security.transaction_reused', transactions: mismatched.length },
    'a transaction uuid came back with another content',
  );
  const settled = settledOf(ledger, batch);
  return { state: 'error', retryAfterMs: null, settled, mismatched, ledger };
}

function isIdle(deps: SyncDeps, ledger: Ledger, request: SyncRequest): boolean {
  if (ledger.queue.length > 0 || ledger.doubt) return false;
  if (request.batch.some(({ uuid }) => !ledger.settled.has(uuid))) return false;
  return isFresh(deps, ledger, request.maxAgeMs);
}

function isFresh(deps: SyncDeps, ledger: Ledger, maxAgeMs: number | null): boolean {
  if (maxAgeMs === null) return true;
  if (!ledger.snapshot || ledger.trouble) return false;
  return isYounger(deps, ledger.snapshot, maxAgeMs);
}

async function leaseWithin(deps: SyncDeps, store: LedgerStore, patienceMs: number) {
  const deadline = nowOf(deps) + patienceMs;
  for (;;) {
    const lease = await store.lease();
    if (lease || nowOf(deps) >= deadline) return lease;
    await deps.sleep(pollMs);
  }
}

/**
 * The report while another request holds the lease, or crashed while holding it. Retry after roughly the age of its
 * write. Once the deadline of that write has passed, wait until it can be verified.
 */
function busyReport(deps: SyncDeps, ledger: Ledger, batch: readonly QueuedEdit[]): SyncReport {
  const { doubt } = ledger;
  const rest = { settled: settledOf(ledger, batch), mismatched: [], ledger };
  const ageMs = doubt ? nowOf(deps) - doubt.sentAt : 0;
  if (doubt && ageMs > writeDeadlineMs && !deps.site.erpDedupesTx)
    return { ...rest, state: 'checking', retryAfterMs: Math.max(1_000, doubt.until - nowOf(deps)) };
  const retryAfterMs = Math.min(longestBusyMs, Math.max(1_000, ageMs));
  return { ...rest, state: 'busy', retryAfterMs };
}

async function runUnderLease(run: Run): Promise<void> {
  if (!(await resolveInDoubt(run))) return;
  if (!(await recoverAfterStoreLoss(run))) return;
  if (await isTooEarly(run)) return;
  await sendAll(run);
  await noteRetry(run);
}

/** Whether an ERP that deduplicates transactions may already have applied an earlier copy of the browser's batch. */
const isResent = ({ deps, request }: Pick<Run, 'deps' | 'request'>): boolean =>
  deps.site.erpDedupesTx && request.memory?.isFirst === false;

/**
 * Rejects edits of the browser's queue that bring a line above its maximum; form edits were checked on arrival
 * (`submitEdits`). If the ERP deduplicates transactions, the cart may already contain an earlier copy of an edit.
 * Repeated batches then pass without this check.
 */
async function rejectOverMaximum(run: Run, batch: readonly QueuedEdit[]): Promise<QueuedEdit[]> {
  const { deps } = run;
  if (isResent(run)) return [...batch];
  const current = currentQuantities(run.ledger);
  const beyond = new Set(
    beyondLine(current, recomputeDeltas(current, batch)).map(({ uuid }) => uuid),
  );
  if (beyond.size === 0) return [...batch];
  const out = batch.filter(({ uuid }) => beyond.has(uuid));
  deps.log.warn(
    { event: 'cart.sync.rejected', reason: 'too-many', transactions: beyond.size },
    'changes would bring cart lines above their limit',
  );
  run.ledger = await run.store.update((ledger) => {
    settle(ledger, out, { state: 'rejected', at: nowOf(deps), reason: 'too-many' });
  });
  return batch.filter(({ uuid }) => !beyond.has(uuid));
}

async function sendAll(run: Run): Promise<void> {
  if (!(await readBeforeWriting(run))) return;
  const { queue } = run.ledger;
  const queued = new Set(queue.map(({ uuid }) => uuid));
  const wasSent = isResent(run);
  const batch = unknownOf(run.ledger, run.request.batch)
    .filter(({ uuid }) => !queued.has(uuid))
    .map((edit) => (wasSent ? { ...edit, sent: true } : edit));
  const next = await deliver(run, [...queue, ...(await rejectOverMaximum(run, batch))]);
  if (run.ledger.doubt) {
    reportChecking(run, run.ledger.doubt.until - nowOf(run.deps));
    return;
  }
  const failed = next === 'stop' || run.failures > 0;
  if (!failed && !isFresh(run.deps, run.ledger, run.request.maxAgeMs)) await readCart(run);
}

type Ended = Pick<Run, 'ledger' | 'request' | 'checking' | 'failures' | 'retryAfterMs'>;

function reportOf(run: Ended): SyncReport {
  const { ledger, request } = run;
  const unsettled = unknownOf(ledger, request.batch);
  const behind = unsettled.length > 0 || ledger.queue.length > 0;
  const hasFailed = run.failures > 0 || (behind && ledger.retry !== null);
  // If the ERP is known to be unavailable, report that instead of the write whose outcome is unknown.
  const checking = run.checking && ledger.trouble !== 'unavailable';
  const state: SyncState = checking
    ? 'checking'
    : (ledger.trouble ?? (hasFailed ? 'error' : behind ? 'busy' : 'synced'));
  return {
    state,
    retryAfterMs: run.checking ? run.retryAfterMs : state === 'busy' ? 1_000 : null,
    settled: settledOf(ledger, request.batch),
    mismatched: [],
    ledger,
  };
}

const settledOf = (ledger: Ledger, batch: readonly QueuedEdit[]): Map<string, SettledState> =>
  new Map(
    batch.flatMap(({ uuid }) => {
      const known = ledger.settled.get(uuid);
      return known ? [[uuid, known.state] as const] : [];
    }),
  );

/** Sends, verifies and reads whatever is due for this customer's cart. Throws only SessionEnded and store faults. */
export async function syncCart(
  deps: SyncDeps,
  store: LedgerStore,
  request: SyncRequest,
): Promise<SyncReport> {
  const report = await turn(deps, store, request);
  deps.metrics.synced(report.state);
  return report;
}

async function turn(deps: SyncDeps, store: LedgerStore, asked: SyncRequest): Promise<SyncReport> {
  const ledger = await store.read();
  const refused = mismatchReport(deps, ledger, asked.batch);
  if (refused) return refused;
  const request = { ...asked, batch: onceEach(asked.batch) };
  const settled = settledOf(ledger, request.batch);
  if (settled.size > 0) {
    deps.metrics.fate('repeated', settled.size);
    deps.log.info(
      { event: 'cart.sync.repeated', transactions: settled.size },
      'transactions came again and have no second effect',
    );
  }
  if (isIdle(deps, ledger, request)) {
    const state = ledger.trouble ?? 'synced';
    return { state, retryAfterMs: null, settled, mismatched: [], ledger };
  }
  const lease = await leaseWithin(deps, store, request.patienceMs);
  try {
    const current = await store.read();
    // The request that held the lease may have settled the same uuids for another change.
    const refusedNow = mismatchReport(deps, current, request.batch);
    if (refusedNow) return refusedNow;
    if (!lease) return busyReport(deps, current, request.batch);
    const run: Run = {
      deps,
      store,
      lease,
      request,
      ledger: current,
      blocked: new Set<string>(),
      failures: 0,
      writes: 0,
      retryAfterMs: null,
      checking: false,
    };
    await runUnderLease(run);
    return reportOf(run);
  } finally {
    await lease?.release();
  }
}

/**
 * For a page while the store accepts reads but rejects writes: returns the ERP's cart with the ledger's unsent edits,
 * without sending or recording anything.
 */
export async function readUnrecorded(
  deps: SyncDeps,
  store: LedgerStore,
  request: SyncRequest,
): Promise<SyncReport> {
  // No lease is needed, as nothing is written.
  const lease = { remainingMs: () => Infinity, release: () => Promise.resolve() };
  const run = { deps, store, lease, ledger: await store.read() };
  const update: LedgerStore['update'] = (change) => {
    change(run.ledger);
    return Promise.resolve(run.ledger);
  };
  // A newer cart may already contain the write in doubt, so that the page would count its edits twice.
  const checking = run.ledger.doubt !== null;
  if (!checking) await readCart({ ...run, store: { ...store, update } });
  return reportOf({ ...run, request, checking, failures: 0, retryAfterMs: null });
}
