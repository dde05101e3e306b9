/**
 * What the ledger learns from what happened: pure changes of the document, no call and no clock. The rules
 * are those of contract/erp.md 10.5 and 10.6; who calls them holds the lease (but for `enqueue`).
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

export interface Pre {
  uuid: string | null;
  quantities: Quantities;
}

export const saleQuantities = (sale: SaleWire | null): Quantities =>
  quantitiesOf(sale ? toCart(sale) : null);

export const snapshotOf = (head: LedgerHead): Pre => ({
  uuid: head.snapshot?.uuid ?? null,
  quantities: quantitiesFrom(head.snapshot?.quantities ?? []),
});

/** The cart as the customer sees it: the last one from the ERP with every unsent change on top. */
export const currentQuantities = (head: LedgerHead): Quantities =>
  applied(snapshotOf(head).quantities, unsentOf(head));

/**
 * What a batch takes from the cart as it is. A quantity that was typed is what the line shall hold: the browser's own
 * delta is against a cart that a colleague may have changed since. Deltas of one line add up, as the ERP groups them.
 */
export function asMeant(current: Quantities, edits: readonly QueuedEdit[]): QueuedEdit[] {
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

/** What the island remembers: the ERP's cart as it was, and apart from it what plain forms have left to send. */
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

/** The lines in the order that the customer knows; the very same sale where that is the ERP's. */
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

/** The ERP's cart replaces the one we knew, and the flags clear. */
export function takeSale(ledger: Ledger, read: SaleWire | null, now: number): void {
  const sale = read && inPlace(ledger, read);
  ledger.sale = sale;
  ledger.snapshot = {
    uuid: sale?.uuid ?? null,
    at: now,
    quantities: quantityPairs(saleQuantities(sale)),
  };
  ledger.trouble = null;
}

/** What the change of this uuid meant that has come before (`meaningOf`); null: none has. */
function meaningBefore(ledger: Ledger, uuid: string): string | null {
  const settled = ledger.settled.get(uuid);
  if (settled) return settled.mark;
  const isIt = (edit: QueuedEdit): boolean => edit.uuid === uuid;
  const waiting = ledger.queue.find(isIt) ?? ledger.doubt?.transactions.find(isIt);
  return waiting ? meaningOf(waiting) : null;
}

/** A change of this uuid has come before. */
export const isKnown = (ledger: Ledger, uuid: string): boolean =>
  meaningBefore(ledger, uuid) !== null;

export interface Enqueued {
  queued: QueuedEdit[];
  /** Changes that this same form has asked for before; `isSame`: as it asks for them now. */
  repeated: (QueuedEdit & { isSame: boolean })[];
  /** The queue is full: nothing was taken. */
  full: boolean;
}

/** Keeps the edits of a form until they are sent; one that was kept or settled before is left alone. */
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

/** What brings the line back that this change has taken out. */
const backOf = ({
  uuid,
  productId,
  quantity,
  asked = quantity,
  options,
}: TakenOut): QueuedEdit => ({
  ...{ uuid: undoUuid(uuid), productId, quantity: -asked, options },
  ...{ from: 'island', cart: null },
});

/**
 * Changes that are about to be part of the cart: lines that they take out can be taken back, once. Not
 * those for which a quantity is typed since: that is what they hold, and taking back has had its effect with it.
 */
function noteTakenOut(ledger: Ledger, edits: readonly QueuedEdit[], at: number): void {
  const typed = new Set(edits.filter(({ to = 0 }) => to > 0).map(keyOf));
  for (const one of ledger.takenOut.filter((one) => typed.has(keyOf(one))))
    remember(ledger, backOf(one), 'acked', at);
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
  // Names are read out of the whole cart, and most writes take nothing out.
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
/** Of one notice; more would weigh on every page that reads the head. */
const maxNoticeLines = 1_000;

/**
 * Joins the two oldest notices that say the same, so that no line goes unreported. The joined one has the id of the
 * younger: a page that shows only the older one cannot close it.
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

function tell(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  kind: CartNotice['kind'],
  at: number,
  refusal: Refusal | null,
): void {
  const id = `${kind}-${transactions[0]?.uuid ?? ''}`;
  const lines = noteLines(ledger, transactions);
  const why =
    refusal === 'too-many' ? { reason: null, tooMany: true as const } : { reason: refusal };
  const notices = [...ledger.notices, { id, kind, ...why, at, lines }];
  ledger.notices = notices.length > maxNotices ? joinOldest(notices) : notices;
}

/** Changes that no cart can take. One that bears the uuid of another change leaves that as it is. */
export function refuse(ledger: Ledger, edits: readonly QueuedEdit[], now: number): void {
  const isNew = ({ uuid }: QueuedEdit): boolean => !isKnown(ledger, uuid);
  const named = edits.filter(
    ({ uuid, productId }) => productId > 0 && ledger.settled.get(uuid)?.state !== 'rejected',
  );
  if (named.length > 0) tell(ledger, named, 'rejected', now, 'refused');
  for (const edit of edits.filter(isNew)) remember(ledger, edit, 'rejected', now);
}

/** A final state stays: what comes later about the same transaction changes nothing. */
function remember(ledger: Ledger, edit: QueuedEdit, state: SettledState, at: number): void {
  if (!ledger.settled.has(edit.uuid))
    ledger.settled.set(edit.uuid, { state, at, mark: meaningOf(edit) });
  delete ledger.failedAttempts[edit.uuid];
  delete ledger.failedSince[edit.uuid];
}

/**
 * Counts one more answer of 500 to this transaction alone; returns the number of them and the time of the first. A pause
 * without an attempt counts as one wait, so that two short faults on two days do not count as a long one.
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

/** For so long the ERP was unavailable, which says nothing about the transactions on which it has failed. */
export function delayVerdicts(ledger: Ledger, ms: number): void {
  for (const [uuid, since] of Object.entries(ledger.failedSince))
    ledger.failedSince[uuid] = since + ms;
}

/** Whether the ERP has taken another transaction of this customer since then. */
export const hasPassedSince = ({ settled }: Ledger, since: number): boolean =>
  [...settled.values()].some(({ state, at }) => state === 'acked' && at > since);

/** The last word on those of these transactions that have none. Anything but `acked` is reported to the customer. */
export function settle(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  state: SettledState,
  now: number,
  reason: Refusal | null = null,
): void {
  const open = transactions.filter(({ uuid }) => !ledger.settled.has(uuid));
  if (state !== 'acked' && open.length > 0) tell(ledger, open, state, now, reason);
  for (const edit of open) remember(ledger, edit, state, now);
  const done = new Set(transactions.map(({ uuid }) => uuid));
  const isOpen = ({ uuid }: QueuedEdit): boolean => !done.has(uuid);
  ledger.queue = ledger.queue.filter(isOpen);
  // Where another write's record names them as well.
  if (ledger.doubt) ledger.doubt.transactions = ledger.doubt.transactions.filter(isOpen);
}

/** Another request has had the lease: its write is in doubt, it has settled some of these edits, or found another cart. */
export const isTakenOver = (
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  cart: Pick<Pre, 'uuid'>,
): boolean =>
  ledger.doubt !== null ||
  snapshotOf(ledger).uuid !== cart.uuid ||
  transactions.some(({ uuid }) => ledger.settled.has(uuid));

/** Since when the ledger remembers what it has settled, in ms since 1970 (`formatLedger`). */
export function remembersSince({ settled }: Ledger, now: number): number {
  const longest = now - rememberedMs;
  if (settled.size < rememberedEntries) return longest;
  return [...settled.values()].reduce((oldest, { at }) => Math.min(oldest, at), now);
}

/** A batch is about to leave: from here on it may have been applied. `record.id` is this write's own. */
export function beginWrite(
  ledger: Ledger,
  transactions: readonly QueuedEdit[],
  record: Pick<InDoubtWrite, 'id' | 'sentAt' | 'until'>,
): InDoubtWrite {
  const before = snapshotOf(ledger);
  // Those of forms are known since they came.
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

export const cartBefore = ({ before }: InDoubtWrite): Pre => ({
  uuid: before.uuid,
  quantities: quantitiesFrom(before.quantities),
});

/**
 * Whether the record in the ledger is this write's own. After a store loss, or when another request has verified the
 * write, another write's record may stand in its place. Records of an earlier release have no id, but a time.
 */
export const isSameWrite = (
  record: InDoubtWrite | null,
  { id, sentAt }: Pick<InDoubtWrite, 'id' | 'sentAt'>,
): boolean => record?.id === id && record.sentAt === sentAt;

/** Ends the record of this write. False: it has no record any more, and another write's record stays. */
export function endWrite(ledger: Ledger, write: InDoubtWrite): boolean {
  const isOwn = isSameWrite(ledger.doubt, write);
  if (isOwn) ledger.doubt = null;
  return isOwn;
}

/**
 * Surely not applied: edits of forms wait again, in their old place, also when the store has lost them; the browser
 * still holds its own. False as in `endWrite`.
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
 * This write may still land until then, also when the store has lost the record of it. Beside another write's record
 * the two become one, which the answer to neither ends: it is verified.
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

/** Whether a write was applied, judged on the whole cart once it cannot land any more (10.5, step 3). */
export function verifyWrite(
  before: Pre,
  transactions: readonly Transaction[],
  sale: SaleWire | null,
): 'applied' | 'not-applied' | 'unclear' {
  const now = saleQuantities(sale);
  if (before.uuid !== null && before.uuid !== (sale?.uuid ?? null)) return 'unclear';
  if (sameQuantities(now, applied(before.quantities, transactions))) return 'applied';
  // No read makes a cart (10.2): one where there was none is the trace of a write, and it may be this one.
  if (before.uuid === null && sale !== null) return 'unclear';
  return sameQuantities(now, before.quantities) ? 'not-applied' : 'unclear';
}

/**
 * What a 2xx means for the batch. The same cart, or the first one: applied. Another cart than the one that
 * was named: ignored by rule (10.3). A server that only heeds the path may have put them into the other cart
 * when the path names none: where its lines leave that open, the customer is asked to look.
 */
export function interpretResult(
  before: Pre,
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

/** Changes that were made while looking at another cart than the present one (10.6, step 4). */
export const orphanedEdits = (edits: readonly QueuedEdit[], uuid: string | null): QueuedEdit[] =>
  edits.filter(({ cart }) => cart !== null && cart !== uuid);
