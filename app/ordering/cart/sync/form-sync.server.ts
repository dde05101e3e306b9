/**
 * The forms' side of the sync: their edits are kept in the ledger first and sent from there, so that they
 * survive a crash and wait while the ERP is away (DEG-01); one that was kept before is not taken
 * again (CART-01). The uuids come from the form itself (`formUuid`).
 */
import { beyondLine, type Options, type Quantities } from '../transaction';
import type { SyncDeps } from './deps';
import { currentQuantities, enqueue, isKnown, settle, type Enqueued } from './ledger-rules.server';
import type { LedgerStore } from './ledger-store.server';
import type { QueuedEdit, RejectReason, SettledState, TakenOut } from './ledger.server';
import { syncCart, type SyncReport } from './sync.server';
import { forgottenBy } from '~/base/page/forms/forgotten.server';

interface LineChange {
  /** The same edit of the same form gives the same uuid. */
  uuid: string;
  productId: number;
  quantity: number;
  /** What the line shall hold, where that was typed. */
  to?: number | undefined;
  options?: Options | undefined;
}

export interface Edit extends LineChange {
  /** Cart of the page that it comes from; without one it is for the cart that there is. */
  cart?: string | undefined;
  /** It takes a change back (`beyondLine`). */
  isBack?: boolean | undefined;
}

/** `beyond`: not taken, because the line would hold more than a line may. */
export type EditFate = SettledState | 'waiting' | 'checking' | 'beyond';

export interface FormReport {
  report: SyncReport;
  /** New edits and what became of them, in order. */
  done: readonly (LineChange & { fate: EditFate; reason: RejectReason | null })[];
  /**
   * Edits that this form had asked for before: nothing was done again. `at`: when it was settled; `isSame`: with the
   * quantity that it asks for now.
   */
  repeated: readonly (LineChange & { fate: EditFate; at: Date | null; isSame: boolean })[];
  /** So many edits wait already that no more are taken. */
  full: boolean;
}

const patienceMs = 8_000;

/** For who is told on the telephone that an order has too few or too many: which lines were asked for once more. */
function noteRepeated({ log, metrics }: SyncDeps, repeated: Enqueued['repeated']): void {
  if (repeated.length === 0) return;
  metrics.fate('repeated', repeated.length);
  const others = repeated.filter(({ isSame }) => !isSame);
  const products = others.map(({ productId }) => productId);
  log.info(
    {
      ...{ event: 'form.repeated', lines: repeated.length },
      ...(others.length > 0 ? { detail: 'other quantities typed, not taken', products } : {}),
    },
    'lines of a form came again and were not counted twice',
  );
}

/**
 * Takes the edits of a form and sends them, once. `edits` is asked with the quantities as the customer sees
 * them, and the cart that they are of; an edit that comes to 0 changes nothing and is left out, and so is one that
 * brings a line above its limit.
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
  const isForgotten = await forgottenBy(deps, store.key);
  await store.update((ledger) => {
    const known = ledger.snapshot?.uuid ?? null;
    const current = currentQuantities(ledger);
    const given = edits(current, known, ledger.takenOut);
    // A repeated form is recognised by its uuid, whatever the line holds by now.
    beyond = beyondLine(
      current,
      given.filter(({ uuid }) => !isKnown(ledger, uuid)),
    );
    const wanted = given
      .filter((edit) => !beyond.includes(edit))
      .map((edit): QueuedEdit => {
        const { uuid, productId, quantity, to, options, cart = known } = edit;
        const line = options ? { productId, options } : { productId };
        return { uuid, ...line, quantity, to, from: 'form', cart };
      });
    const now = deps.clock.now().getTime();
    taken = enqueue(ledger, wanted, now);
    // It may be in the cart already: the customer looks, and nothing is sent.
    const doubtful = taken.queued.filter(({ uuid }) => isForgotten(uuid));
    settle(ledger, doubtful, 'review', now);
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
    full: taken.full,
  };
}
