/**
 * Rules that update the ledger after each event. Pure: no calls, no clock. They follow contract/erp.md 10.5 and 10.6.
 * Callers hold the lease, except for `enqueue`.
 */
import {
  applied,
  keyOf,
  lineKey,
  piecesOf,
  sameQuantities,
  stored,
  takenOutBy,
  undoUuid,
  type Quantities,
  type Transaction,
} from '../transaction';
import { quantitiesOf } from '../cart';
import { maxWaitMs } from '../queue/cart-queue';
import type { PageCart } from '../queue/island-wire';
import { toCart, type SaleLineWire, type SaleWire } from '../wire/cart-wire.server';
import { placed } from './line-places';
import {
  meaningOf,
  mostTakenOut,
  takenBackMs,
  quantitiesFrom,
  rememberedEntries,
  rememberedMs,
  quantityPairs,
  queueLimit,
  transactionOf,
  unsentOf,
  type CartNotice,
  type InDoubtWrite,
  type QueuedEdit,
  type Ledger,
  type LedgerHead,
  type Refusal,
  type SettledState,
  type TakenOut,
} from './ledger.server';

export interface CartBefore {
  uuid: string | null;
  quantities: Quantities;
}

export const saleQuantities = (sale: SaleWire | null): Quantities =>
  quantitiesOf(sale ? toCart(sale) : null);

export const snapshotOf = (head: LedgerHead): CartBefore => ({
  uuid: head.snapshot?.uuid ?? null,
  quantities: quantitiesFrom(head.snapshot?.quantities ?? []),
});

/** The cart as the customer sees it: the last cart from the ERP with all unsent edits applied. */
export const currentQuantities = (head: LedgerHead): Quantities =>
  applied(snapshotOf(head).quantities, unsentOf(head));

/**
 * Recomputes the deltas of a batch against the current cart. An entered quantity is the target of its line; a colleague
 * may have changed the cart since the browser computed its delta. Deltas of one line add up, as the ERP groups them.
 */
export function recomputeDeltas(current: Quantities, edits: readonly QueuedEdit[]): QueuedEdit[] {
  const sums = new Map(current);
  return edits.map((edit) => {
    const key = keyOf(edit);
    const now = sums.get(key) ?? 0;
    const { to, quantity: given, asked = given } = edit;
    const quantity = to === undefined ? given : stored(to - now);
    sums.set(key, now + quantity);
    return to === undefined ? edit : { ...edit, quantity, asked };
  });
}

/** The cart for the browser: the ERP's last cart and, separately, the pieces in unsent edits from plain forms. */
export function pageCartOf(head: LedgerHead, at: Date): Omit<PageCart, 'epoch'> {
  const { uuid, quantities } = snapshotOf(head);
  const ofForms = [...(head.doubt?.transactions ?? []), ...head.queue].filter(
    ({ from }) => from === 'form',
  );
  const withForms = applied(quantities, ofForms.map(transactionOf));
  return {
    at: at.getTime(),
    cart: { uuid, lines: quantityPairs(quantities) },
    waiting: piecesOf(withForms) - piecesOf(quantities) || undefined,
  };
}

/**
 * Sorts the lines of the cart in the order that the customer knows. Returns the same object when the ERP's order
 * already matches.
 */
function inPlace(ledger: Ledger, sale: SaleWire): SaleWire {
  const isSame = ledger.snapshot?.uuid === sale.uuid;
  const known = isSame ? [...snapshotOf(ledger).quantities.keys()] : [];
  const now = [...saleQuantities(sale).keys()];
  const { lines, gone } = placed(known, isSame ? ledger.gone : [], now);
  ledger.gone = gone.map(([key, before]) => [key, before]);
  if (lines.every((key, at) => key === now[at])) return sale;
  const places = new Map(lines.map((key, at) => [key, at]));
  const placeOf = ({ product_id, options }: SaleLineWire): number =>
    places.get(lineKey(product_id, options)) ?? lines.length;
  return { ...sale, lines: [...sale.lines].sort((a, b) => placeOf(a) - placeOf(b)) };
}

/** Replaces the known cart with the ERP's cart and clears the flag that the ERP is failing. */
export function recordSale(ledger: Ledger, read: SaleWire | null, now: number): void {
  const sale = read && inPlace(ledger, read);
  ledger.sale = sale;
  ledger.snapshot = {
    uuid: sale?.uuid ?? null,
    at: now,
    quantities: quantityPairs(saleQuantities(sale)),
  };
  ledger.trouble = null;
}

/** Content hash of the earlier edit with this uuid (`meaningOf`); null: no earlier edit has this uuid. */
function meaningBefore(ledger: Ledger, uuid: string): string | null {
  const settled = ledger.settled.get(uuid);
  if (settled) return settled.mark;
  const isIt = (edit: QueuedEdit): boolean => edit.uuid === uuid;
  const waiting = ledger.queue.find(isIt) ?? ledger.doubt?.transactions.find(isIt);
  return waiting ? meaningOf(waiting) : null;
}

/** Whether an earlier edit has this uuid. */
export const isKnown = (ledger: Ledger, uuid: string): boolean =>
  meaningBefore(ledger, uuid) !== null;

export interface Enqueued {
  queued: QueuedEdit[];
  /** Edits that this form already submitted. `isSame`: the repeated edit has the same content as the first. */
  repeated: (QueuedEdit & { isSame: boolean })[];
  /** The queue is full: no edit was stored. */
  full: boolean;
}

/** Stores the edits of a form until they are sent. Skips edits that were stored or settled before. */
export function enqueue(ledger: Ledger, edits: readonly QueuedEdit[], now: number): Enqueued {
  const repeated: Enqueued['repeated'] = [];
  const queued: QueuedEdit[] = [];
  for (const edit of edits) {
    const before = meaningBefore(ledger, edit.uuid);
    if (before !== null) repeated.push({ ...edit, isSame: before === meaningOf(edit) });
    else if (edit.quantity !== 0) queued.push(edit);
  }
  if (ledger.queue.length + queued.length > queueLimit) return { queued: [], repeated, full: true };
  noteTakenOut(ledger, queued, now);
  ledger.queue.push(...queued);
  return { queued, repeated, full: false };
}

/** The edit that restores the line which this edit removed. */
const createUndo = ({
  uuid,
  productId,
  quantity,
  asked = quantity,
  options,
}: TakenOut): QueuedEdit => ({
  uuid: undoUuid(uuid),
  productId,
  quantity: -asked,
  options,
  from: 'island',
  cart: null,
});

/**
 * Records the lines that these edits remove, so that the customer can undo each removal once. When an edit enters a
 * quantity for a removed line, its undo counts as done, because the line then holds the entered quantity.
 */
function noteTakenOut(ledger: Ledger, edits: readonly QueuedEdit[], at: number): void {
  const typed = new Set(edits.filter(({ to = 0 }) => to > 0).map(keyOf));
  for (const one of ledger.takenOut.filter((one) => typed.has(keyOf(one))))
    remember(ledger, createUndo(one), 'acked', at);
  const taken = takenOutBy(currentQuantities(ledger), edits);
  const named = noteLines(ledger, taken);
  const keys = new Set(taken.map(keyOf));
  const uuids = new Set(edits.map(({ uuid }) => uuid));
  const left = ledger.takenOut.filter(
    (one) =>
      !keys.has(keyOf(one)) &&
      !typed.has(keyOf(one)) &&
      !uuids.has(undoUuid(one.uuid)) &&
      at - one.at < takenBackMs,
  );
  const added = taken.map((edit, place) => ({ ...edit, at, name: named[place]?.name ?? null }));
  ledger.takenOut = [...left, ...added].slice(-mostTakenOut);
}

function noteLines(ledger: Ledger, transactions: readonly QueuedEdit[]): CartNotice['lines'] {
  // Return early if the write removes no line, as most do: looking up names parses the whole cart.
  if (transactions.length === 0) return [];
  const names = new Map(
    (ledger.sale ? toCart(ledger.sale).lines : []).map((line) => [line.key, line.name]),
  );
  return transactions.map(({ productId, quantity, options }) => ({
    productId,
    quantity,
    ...(options ? { options } : {}),
    name: names.get(lineKey(productId, options)) ?? null,
  }));
}

const maxNotices = 20;
/** Maximum number of lines per notice. More would slow down every page that reads the ledger's head. */
const maxNoticeLines = 1_000;

/**
 * Merges the two oldest notices of the same kind and reason, so that no line goes unreported. The merged notice gets
 * the id of the younger one: a page that displays only the older notice cannot dismiss it.
 */
function joinOldest(notices: readonly CartNotice[]): CartNotice[] {
  const says = ({ kind, reason, tooMany }: CartNotice): string => [kind, reason, tooMany].join(' ');
  const at = notices.findIndex((one, place) =>
    notices.slice(place + 1).some((other) => says(other) === says(one)),
  );
  const one = notices[at];
  if (!one) return notices.slice(1);
  const next = notices.findIndex((other, place) => place > at && says(other) === says(one));
  return notices.flatMap((notice, place) => {
    if (place === at) return [];
    if (place !== next) return [notice];
    return [{ ...notice, lines: [...one.lines, ...notice.lines].slice(-maxNoticeLines) }];
  });
}

/** The final state of edits, and why the ERP or the shop rejected them. */
interface Verdict<State> {
  state: State;
  at: number;
  reason?: Refusal | null | undefined;
}

function addNotice(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  { state: kind, at, reason: refusal = null }: Verdict<CartNotice['kind']>,
): void {
  const id = `${kind}-${transactions[0]?.uuid ?? ''}`;
  const lines = noteLines(ledger, transactions);
  const why =
    refusal === 'too-many' ? { reason: null, tooMany: true as const } : { reason: refusal };
  const notices = [...ledger.notices, { id, kind, ...why, at, lines }];
  ledger.notices = notices.length > maxNotices ? joinOldest(notices) : notices;
}

/**
 * Rejects edits that no cart can contain. If a rejected edit reuses the uuid of an earlier edit, the earlier edit stays
 * unaffected.
 */
export function refuse(ledger: Ledger, edits: readonly QueuedEdit[], now: number): void {
  const isNew = ({ uuid }: QueuedEdit): boolean => !isKnown(ledger, uuid);
  const named = edits.filter(
    ({ uuid, productId }) => productId > 0 && ledger.settled.get(uuid)?.state !== 'rejected',
  );
  if (named.length > 0) addNotice(ledger, named, { state: 'rejected', at: now, reason: 'refused' });
  for (const edit of edits.filter(isNew)) remember(ledger, edit, 'rejected', now);
}

/** Records a final state, which later events for the same transaction never change. */
function remember(ledger: Ledger, edit: QueuedEdit, state: SettledState, at: number): void {
  if (!ledger.settled.has(edit.uuid))
    ledger.settled.set(edit.uuid, { state, at, mark: meaningOf(edit) });
  delete ledger.failedAttempts[edit.uuid];
  delete ledger.failedSince[edit.uuid];
}

/**
 * Counts a 500 response to this single transaction. Returns the number of such responses and the time of the first. A
 * pause without attempts counts as at most one wait, so that two short faults on two days do not count as one long
 * fault.
 */
export function countFailure(
  ledger: Ledger,
  { uuid }: QueuedEdit,
  now: number,
): { attempts: number; since: number } {
  const attempts = (ledger.failedAttempts[uuid] ?? 0) + 1;
  const pauseMs = Math.max(0, now - (ledger.retry?.at ?? now) - maxWaitMs);
  const since = Math.min(now, (ledger.failedSince[uuid] ?? now) + pauseMs);
  ledger.failedAttempts[uuid] = attempts;
  ledger.failedSince[uuid] = since;
  return { attempts, since };
}

/**
 * Moves the start of all failures by `ms`, the time for which the ERP was unavailable. An outage says nothing about the
 * failing transactions.
 */
export function delayVerdicts(ledger: Ledger, ms: number): void {
  for (const [uuid, since] of Object.entries(ledger.failedSince))
    ledger.failedSince[uuid] = since + ms;
}

/** Whether the ERP has accepted another transaction of this customer since `since`. */
export const hasPassedSince = ({ settled }: Ledger, since: number): boolean =>
  [...settled.values()].some(({ state, at }) => state === 'acked' && at > since);

/**
 * Records the final state of the transactions that have none yet. The customer gets a notice for any state but `acked`.
 */
export function settle(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  { state, at, reason }: Verdict<SettledState>,
): void {
  const open = transactions.filter(({ uuid }) => !ledger.settled.has(uuid));
  if (state !== 'acked' && open.length > 0) addNotice(ledger, open, { state, at, reason });
  for (const edit of open) remember(ledger, edit, state, at);
  const done = new Set(transactions.map(({ uuid }) => uuid));
  const isOpen = ({ uuid }: QueuedEdit): boolean => !done.has(uuid);
  ledger.queue = ledger.queue.filter(isOpen);
  // The record of another write in doubt may contain these transactions too.
  if (ledger.doubt) ledger.doubt.transactions = ledger.doubt.transactions.filter(isOpen);
}

/**
 * Settles edits whose cart is gone. An edit with an unanswered earlier copy may be in that cart, so the customer must
 * check it: a notice that it was dropped would invite the customer to order the goods again.
 */
export function settleGone(ledger: Ledger, edits: readonly QueuedEdit[], now: number): void {
  const wasSent = ({ sent = false }: QueuedEdit): boolean => sent;
  settle(ledger, edits.filter(wasSent), { state: 'review', at: now });
  settle(
    ledger,
    edits.filter((edit) => !wasSent(edit)),
    { state: 'dropped', at: now },
  );
}

/**
 * Whether another request has held the lease since this one took it: the other request's write is in doubt, it settled
 * some of these edits, or it found another cart.
 */
export const isTakenOver = (
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  cart: Pick<CartBefore, 'uuid'>,
): boolean =>
  ledger.doubt !== null ||
  snapshotOf(ledger).uuid !== cart.uuid ||
  transactions.some(({ uuid }) => ledger.settled.has(uuid));

/** Start of the ledger's memory of settled transactions, in ms since 1970 (`formatLedger`). */
export function remembersSince({ settled }: Ledger, now: number): number {
  const longest = now - rememberedMs;
  if (settled.size < rememberedEntries) return longest;
  return [...settled.values()].reduce((oldest, { at }) => Math.min(oldest, at), now);
}

/**
 * Records a batch as in doubt before it is sent: from here on the ERP may have applied it. `record.id` identifies this
 * write.
 */
export function beginWrite(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  record: Pick<InDoubtWrite, 'id' | 'sentAt' | 'until'>,
): InDoubtWrite {
  const before = snapshotOf(ledger);
  // Removals by form edits were already recorded when the edits were stored.
  noteTakenOut(
    ledger,
    transactions.filter(({ from }) => from === 'island'),
    record.sentAt,
  );
  const leaving = new Set(transactions.map(({ uuid }) => uuid));
  ledger.queue = ledger.queue.filter(({ uuid }) => !leaving.has(uuid));
  const begun = {
    ...record,
    transactions: [...transactions],
    before: { uuid: before.uuid, quantities: quantityPairs(before.quantities) },
  };
  ledger.doubt = begun;
  return begun;
}

export const cartBefore = ({ before }: InDoubtWrite): CartBefore => ({
  uuid: before.uuid,
  quantities: quantitiesFrom(before.quantities),
});

/**
 * Whether `record` belongs to this write. After a store loss, or when another request verified the write, the ledger
 * may hold another write's record. Records of an earlier release have no id; their time distinguishes them.
 */
export const isSameWrite = (
  record: InDoubtWrite | null,
  { id, sentAt }: Pick<InDoubtWrite, 'id' | 'sentAt'>,
): boolean => record?.id === id && record.sentAt === sentAt;

/**
 * Removes the record of this write in doubt. Returns false if the ledger has no such record; a record of another write
 * stays.
 */
export function endWrite(ledger: Ledger, write: InDoubtWrite): boolean {
  const isOwn = isSameWrite(ledger.doubt, write);
  if (isOwn) ledger.doubt = null;
  return isOwn;
}

/**
 * Withdraws a write that the ERP certainly did not apply. Form edits return to the front of the queue, even if the
 * store had lost them. Edits from the cart island need not be stored, because the browser still holds them. Returns
 * false if the ledger has no record of this write.
 */
export function withdrawWrite(ledger: Ledger, write: InDoubtWrite): boolean {
  const isOwn = endWrite(ledger, write);
  const waiting = write.transactions.filter(
    ({ from, uuid }) => from === 'form' && !isKnown(ledger, uuid),
  );
  ledger.queue = [...waiting, ...ledger.queue];
  return isOwn;
}

/**
 * Withdraws a write whose outcome is unknown, so that it is sent again. Only for an ERP that deduplicates transactions:
 * any other ERP would apply the batch twice.
 */
export function resendWrite(ledger: Ledger, write: InDoubtWrite): void {
  const transactions = write.transactions.map((edit) => ({ ...edit, sent: true }));
  withdrawWrite(ledger, { ...write, transactions });
}

/**
 * Extends the time in which the ERP may still apply this write, even if the store has lost its record. If another write
 * is in doubt, both records merge. The ERP's response to one write does not end a merged record; the shop must verify
 * it.
 */
export function extendInDoubt(ledger: Ledger, write: InDoubtWrite, until: number): void {
  const { doubt } = ledger;
  if (doubt && isSameWrite(doubt, write)) {
    doubt.until = until;
    return;
  }
  const lost = write.transactions.filter(({ uuid }) => !isKnown(ledger, uuid));
  if (lost.length === 0) return;
  ledger.doubt = {
    ...(doubt ?? write),
    id: doubt ? `${doubt.id} ${write.id}` : write.id,
    transactions: [...(doubt?.transactions ?? []), ...lost],
    until: Math.max(until, doubt?.until ?? 0),
  };
}

/**
 * Whether the ERP applied a write, judged by the whole cart once the write can no longer take effect (10.5, step 3).
 */
export function verifyWrite(
  before: CartBefore,
  transactions: readonly Transaction[],
  sale: SaleWire | null,
): 'applied' | 'not-applied' | 'unclear' {
  const now = saleQuantities(sale);
  if (before.uuid !== null && before.uuid !== (sale?.uuid ?? null)) return 'unclear';
  if (sameQuantities(now, applied(before.quantities, transactions))) return 'applied';
  // A read never creates a cart (contract/erp.md 10.2). A cart that did not exist before comes from a write, possibly
  // from this one.
  if (before.uuid === null && sale !== null) return 'unclear';
  return sameQuantities(now, before.quantities) ? 'not-applied' : 'unclear';
}

/**
 * What a 2xx response means for the batch. Same cart, or the customer's first cart: the ERP applied the batch. Another
 * cart than the named one: it ignored the batch (contract/erp.md 10.3). An ERP that only reads the uuid in the path may
 * have changed the other cart when the path names none. If the other cart's lines allow for that, the customer must
 * check.
 */
export function interpretResult(
  before: CartBefore,
  transactions: readonly Transaction[],
  sale: SaleWire | null,
  pathNamesCart: boolean,
): Extract<SettledState, 'acked' | 'dropped' | 'review'> {
  const wanted = applied(new Map(), transactions);
  if (before.uuid === null) return sale === null && wanted.size > 0 ? 'review' : 'acked';
  if (sale?.uuid === before.uuid) return 'acked';
  if (pathNamesCart || wanted.size === 0) return 'dropped';
  const now = saleQuantities(sale);
  const mayHold = [...wanted].every(([key, quantity]) => (now.get(key) ?? 0) >= quantity);
  return mayHold ? 'review' : 'dropped';
}

/** Edits that were made for another cart than the current one (10.6, step 4). */
export const orphanedEdits = (edits: readonly QueuedEdit[], uuid: string | null): QueuedEdit[] =>
  edits.filter(({ cart }) => cart !== null && cart !== uuid);
