/**
 * The browser side of the cart sync. Validates the browser's batch with a schema, checks that it belongs to the
 * signed-in customer, and runs it through the same engine as forms.
 * 409: the queue is another customer's. 422: malformed, or some edits are impossible. Impossible edits are settled as
 * rejected, so that nothing waits behind them. 503: retry later (Retry-After when the server knows when). 502: another
 * fault of the ERP; the browser retains its queue and backs off.
 */
import { z } from 'zod';
import { maxWaitMs } from '../queue/cart-queue';
import { maxBatch, type IslandAnswer } from '../queue/island-wire';
import { isUsable, maxQuantity, type Transaction } from '../transaction';
import type { SyncDeps } from './deps';
import { recomputeDeltas, currentQuantities, pageCartOf, refuse } from './ledger-rules.server';
import {
  transactionOf,
  unsentOf,
  type QueuedEdit,
  type Ledger,
  type SettledState,
} from './ledger.server';
import { LineOptions, ProductId } from './line-options.server';
import { openLedger, type LedgerStore } from './ledger-store.server';
import { ownerHash } from '~/base/page/owner-hash.server';
import { withBase } from './short-cart.server';
import type { SyncRequest } from './resolve.server';
import { syncCart, type SyncReport } from './sync.server';

const TransactionWire = z.strictObject({
  uuid: z.uuid(),
  product_id: ProductId,
  qty: z.int().refine(isUsable),
  /** Target quantity in the body, as the script of an earlier release sends it. */
  to: z.int().min(0).max(maxQuantity).optional(),
  options: LineOptions.optional(),
  cart: z.string().max(64).nullable(),
});
/** Fields that identify any edit, even a malformed one that the shop rejects. */
const NamedWire = z.looseObject({
  uuid: z.string().min(1).max(64),
  product_id: ProductId.catch(0),
  qty: z.number().catch(0),
});
const KnownCartWire = z.strictObject({
  uuid: z.string().max(64).nullable(),
  lines: z.array(z.tuple([z.string(), z.number()])),
});
export const IslandBodyWire = z.strictObject({
  owner: z.string().max(64),
  txs: z.array(NamedWire).max(maxBatch),
  sent: z.strictObject({ epoch: z.string().max(100), base: KnownCartWire }).nullable(),
  fragment: z.enum(['cart']).optional(),
});

export interface IslandReply {
  status: number;
  retryAfterSeconds: number | null;
  body: IslandAnswer | { error: string };
  ledger: Ledger | null;
  /** Edits stored only in the browser; the page adds them to its cart (CART-03). */
  waiting: readonly Transaction[];
}

const refusal = (status: number, error: string): IslandReply => ({
  status,
  retryAfterSeconds: null,
  body: { error },
  ledger: null,
  waiting: [],
});

const statusOf: Readonly<Record<SyncReport['state'], number>> = {
  synced: 200,
  busy: 503,
  checking: 503,
  unavailable: 503,
  error: 502,
};

const uuidsOf = (report: SyncReport, state: SettledState): string[] =>
  [...report.settled].filter(([, one]) => one === state).map(([uuid]) => uuid);

function memoryOf(
  sent: z.output<typeof IslandBodyWire>['sent'],
  copy: string | undefined,
): SyncRequest['memory'] {
  const isFirst = copy === '';
  // If the browser knew no epoch of the store when it first sent the batch, it remembers nothing to compare.
  if (!sent || (isFirst && sent.epoch === '')) return null;
  const base = { uuid: sent.base.uuid, quantities: new Map(sent.base.lines) };
  return { epoch: sent.epoch, base, isFirst, sentAt: Number(copy) || null };
}

/**
 * `notes`: the parts of `IslandBody.to`. The script of an earlier release omits the last part. The first copies of its
 * batches then carry no memory of the store.
 */
export async function answerIsland(
  deps: SyncDeps,
  owner: string,
  given: unknown,
  notes: readonly string[] = [],
): Promise<IslandReply> {
  const parsed = IslandBodyWire.safeParse(given);
  if (!parsed.success) return refusal(422, 'malformed');
  const { data } = parsed;
  if (data.owner !== ownerHash(owner)) {
    deps.log.warn(
      { event: 'security.foreign_owner', transactions: data.txs.length },
      'edits of another customer were refused',
    );
    return refusal(409, 'owner');
  }
  const memory = memoryOf(data.sent, notes[data.txs.length]);
  const batch = data.txs.flatMap((one, place): QueuedEdit[] => {
    const target = notes[place];
    const read = TransactionWire.safeParse(target ? { ...one, to: Number(target) } : one);
    if (!read.success) return [];
    const { product_id: productId, qty: quantity, ...rest } = read.data;
    return [{ ...rest, productId, quantity, from: 'island' }];
  });
  const store = openLedger(deps, owner);
  const report = await syncCart(deps, store, {
    batch,
    memory,
    patienceMs: 1_500,
    maxAgeMs: data.txs.length === 0 ? 2_000 : null,
    isNew: batch.length > 0 && (memory === null || memory.isFirst),
  });
  const possible = new Set(batch.map(({ uuid }) => uuid));
  for (const uuid of report.mismatched) possible.delete(uuid);
  const impossible = data.txs.filter(({ uuid }) => !possible.has(uuid));
  if (impossible.length > 0) report.ledger = await refused(deps, store, impossible);
  const answer = await answerOf(deps, store, report);
  answer.rejected.push(...new Set(impossible.map(({ uuid }) => uuid)));
  // Report a failure of the ERP even when all edits are settled, so that the header agrees with the page below it.
  const status = impossible.length > 0 ? 422 : statusOf[report.state];
  const wait = report.retryAfterMs ?? retryMsOf(deps, report);
  return {
    status,
    retryAfterSeconds: status === 200 || wait === null ? null : Math.ceil(wait / 1000),
    body: answer,
    ledger: report.ledger,
    waiting: waitingOf(report, batch),
  };
}

/** Rest of the wait after a failed attempt to send, in ms; null when no attempt has failed. */
function retryMsOf({ clock }: SyncDeps, { state, ledger }: SyncReport): number | null {
  if (!ledger.retry || (state !== 'unavailable' && state !== 'error')) return null;
  return Math.min(maxWaitMs, Math.max(0, ledger.retry.until - clock.now().getTime()));
}

/** Rejects impossible edits: the customer gets a notice that lists them, and the browser discards them. */
function refused(
  deps: SyncDeps,
  store: LedgerStore,
  changes: readonly z.output<typeof NamedWire>[],
): Promise<Ledger> {
  deps.log.warn(
    { event: 'cart.sync.rejected', reason: 'malformed', transactions: changes.length },
    'changes of a browser cannot be made',
  );
  return store.update((ledger) => {
    const edits = changes.map(({ uuid, product_id: productId, qty: quantity }): QueuedEdit => ({
      uuid,
      productId,
      quantity,
      cart: null,
      from: 'island',
    }));
    refuse(ledger, edits, deps.clock.now().getTime());
  });
}

function waitingOf({ settled, ledger }: SyncReport, batch: readonly QueuedEdit[]): Transaction[] {
  const doubted = new Set(ledger.doubt?.transactions.map(({ uuid }) => uuid) ?? []);
  const waiting = batch.filter(({ uuid }) => !settled.has(uuid) && !doubted.has(uuid));
  return recomputeDeltas(currentQuantities(ledger), waiting).map(transactionOf);
}

async function answerOf(
  deps: SyncDeps,
  store: LedgerStore,
  report: SyncReport,
): Promise<IslandAnswer> {
  const { ledger } = report;
  const known = pageCartOf(ledger, deps.clock.now());
  return {
    state: report.state,
    epoch: (await deps.keyValueStore.epoch(store.key)).id,
    ...known,
    ...withBase(known.cart),
    waiting: undefined,
    unsent: unsentOf(ledger),
    acked: uuidsOf(report, 'acked'),
    rejected: uuidsOf(report, 'rejected'),
    review: uuidsOf(report, 'review'),
    dropped: uuidsOf(report, 'dropped'),
    notices: ledger.notices.length,
  };
}
