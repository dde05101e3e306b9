/**
 * The form side of the cart sync. It stores form edits in the ledger first and sends them from there, so that they
 * survive a crash and an ERP outage (DEG-01). It does not store an edit twice (CART-01): the uuid of an edit derives
 * from the form (`formUuid`).
 */
import {
  beyondLine,
  unusualChanges,
  type AskedChange,
  type Options,
  type Quantities,
} from '../transaction';
import type { SyncDeps } from './deps';
import { currentQuantities, enqueue, isKnown, settle, type Enqueued } from './ledger-rules.server';
import type { LedgerStore } from './ledger-store.server';
import type { QueuedEdit, RejectReason, SettledState, TakenOut } from './ledger.server';
import { syncCart, type SyncReport } from './sync.server';
import { createForgottenCheck } from '~/base/page/forms/forgotten.server';

interface LineChange {
  /** The same edit of the same form has the same uuid. */
  uuid: string;
  productId: number;
  quantity: number;
  /** Target quantity of the line, if the customer entered one. */
  to?: number | undefined;
  options?: Options | undefined;
}

export interface Edit extends LineChange {
  /** uuid of the cart that the form displayed. Absent: the edit applies to whichever cart is current. */
  cart?: string | undefined;
  /** True when the edit undoes a removal (`beyondLine`). */
  isBack?: boolean | undefined;
  /** Maximum pieces of the product in the cart that need no confirmation; absent: any number (`unusualChanges`). */
  most?: number | undefined;
}

/** `beyond`: not stored, because the line would exceed its maximum quantity. */
type EditFate = SettledState | 'waiting' | 'checking' | 'beyond';

export interface FormReport {
  report: SyncReport;
  /** New edits with their outcomes, in order. */
  done: readonly (LineChange & { fate: EditFate; reason: RejectReason | null })[];
  /**
   * Edits that this form submitted before; nothing was done again. `at`: time when the edit settled. `isSame`: the
   * repeated edit has the same quantity as the first.
   */
  repeated: readonly (LineChange & { fate: EditFate; at: Date | null; isSame: boolean })[];
  /** Edits that were not stored, because the customer must confirm the quantity first. */
  asked: readonly AskedChange<Edit>[];
  /** The queue is full; no edit was stored. */
  full: boolean;
}

const patienceMs = 8_000;

/** Logs repeated cart lines for support, in case a customer reports wrong quantities in an order. */
function noteRepeated({ log, metrics }: SyncDeps, repeated: Enqueued['repeated']): void {
  if (repeated.length === 0) return;
  metrics.fate('repeated', repeated.length);
  const others = repeated.filter(({ isSame }) => !isSame);
  const products = others.map(({ productId }) => productId);
  log.info(
    {
      event: 'form.repeated',
      lines: repeated.length,
      ...(others.length > 0 ? { detail: 'other quantities typed, not taken', products } : {}),
    },
    'lines of a form came again and were not counted twice',
  );
}

/**
 * Stores the edits of a form and sends them, once. `edits` receives the quantities that the customer sees, the uuid of
 * their cart, and the removed lines. Edits with quantity 0 are left out, and so are those that bring a line above its
 * maximum, or a product above the pieces that need no confirmation.
 */
export async function submitEdits(
  deps: SyncDeps,
  store: LedgerStore,
  edits: (
    current: Quantities,
    cart: string | null,
    takenOut: readonly TakenOut[],
  ) => readonly Edit[],
): Promise<FormReport> {
  let taken: Enqueued = { queued: [], repeated: [], full: false };
  let beyond: readonly Edit[] = [];
  let asked: readonly AskedChange<Edit>[] = [];
  const isForgotten = await createForgottenCheck(deps, store.key);
  await store.update((ledger) => {
    const known = ledger.snapshot?.uuid ?? null;
    const current = currentQuantities(ledger);
    const given = edits(current, known, ledger.takenOut);
    // Repeated edits are recognised by uuid, whatever quantity the line now has.
    const fresh = given.filter(({ uuid }) => !isKnown(ledger, uuid));
    beyond = beyondLine(current, fresh);
    asked = unusualChanges(
      current,
      fresh.filter((edit) => !beyond.includes(edit)),
    );
    const isAsked = new Set(asked.map(({ uuid }) => uuid));
    const wanted = given
      .filter((edit) => !beyond.includes(edit) && !isAsked.has(edit.uuid))
      .map((edit): QueuedEdit => {
        const { uuid, productId, quantity, to, options, cart = known } = edit;
        const line = options ? { productId, options } : { productId };
        return { uuid, ...line, quantity, to, from: 'form', cart };
      });
    const now = deps.clock.now().getTime();
    taken = enqueue(ledger, wanted, now);
    // The cart may already contain these edits, so nothing is sent and the customer must check the cart.
    const doubtful = taken.queued.filter(({ uuid }) => isForgotten(uuid));
    settle(ledger, doubtful, { state: 'review', at: now });
  });
  noteRepeated(deps, taken.repeated);
  const report = await syncCart(deps, store, {
    batch: [],
    memory: null,
    patienceMs,
    maxAgeMs: null,
    isNew: taken.queued.length > 0,
  });
  const { ledger } = report;
  const doubted = new Set(ledger.doubt?.transactions.map(({ uuid }) => uuid) ?? []);
  const fateOf = (uuid: string): EditFate =>
    ledger.settled.get(uuid)?.state ?? (doubted.has(uuid) ? 'checking' : 'waiting');
  return {
    report,
    done: [
      ...taken.queued.map((edit) => ({
        ...edit,
        fate: fateOf(edit.uuid),
        reason: ledger.notices.find(({ id }) => id === `rejected-${edit.uuid}`)?.reason ?? null,
      })),
      ...beyond.map((edit) => ({ ...edit, fate: 'beyond' as const, reason: null })),
    ],
    repeated: taken.repeated.map((edit) => {
      const at = ledger.settled.get(edit.uuid)?.at;
      return { ...edit, fate: fateOf(edit.uuid), at: at === undefined ? null : new Date(at) };
    }),
    asked,
    full: taken.full,
  };
}
