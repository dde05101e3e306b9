/**
 * The cart's verbs for loaders and actions: read it, edit it from a form, hand a new state over after
 * another cart call, hold it still while it is confirmed or paid. All go through the ledger (sync/); the
 * calls are those of contract/erp.md 9 and 10.
 */
import type { CustomerRequest, PageRequest } from '~/http/page';
import type { AppContext } from '../../../server/context';
import { localView, type Cart, type LocalLine } from './cart';
import { toCart, type SaleWire } from './cart-wire.server';
import { keyOf, type LineKey, type Options, type Quantities } from './transaction';
import type { SyncDeps } from './sync/deps';
import { currentQuantities, enqueue, settle, takeSale } from './sync/ledger-rules.server';
import {
  unsentOf,
  type CartNotice,
  type Held,
  type LedgerHead,
  type RejectReason,
  type SettledState,
} from './sync/ledger.server';
import { openLedger, type LedgerStore } from './sync/ledger-store.server';
import { syncCart, type SyncReport, type SyncState } from './sync/sync.server';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const depsOf = ({ erp, records, clock, log, site }: AppContext): SyncDeps => ({
  ...{ erp, records, clock, log, site, sleep },
});

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
export const ledgerOf = ({ context, customer }: Page): LedgerStore =>
  openLedger(depsOf(context), customer.owner);

/** The customer's cart as a page shows it. */
export interface CartState {
  /** The last cart from the ERP; null: there is none, or none was ever read. */
  cart: Cart | null;
  /** That cart with every change that is still to be confirmed (CART-03). */
  lines: readonly LocalLine[];
  sync: SyncState;
  /** Seconds until a doubtful write can be looked at. */
  waitSeconds: number | null;
  /** When the ERP last showed the cart. */
  asOf: Date | null;
  notices: readonly CartNotice[];
  /** Lines whose write is being verified. */
  checking: ReadonlySet<LineKey>;
}

type Known = LedgerHead & { sale: SaleWire | null };

export function cartStateOf(
  known: Known,
  report: Pick<SyncReport, 'state' | 'retryAfterMs'>,
): CartState {
  const cart = known.sale ? toCart(known.sale) : null;
  return {
    cart,
    lines: localView(cart, unsentOf(known)),
    sync: report.state,
    waitSeconds: report.retryAfterMs === null ? null : Math.ceil(report.retryAfterMs / 1000),
    asOf: known.snapshot ? new Date(known.snapshot.at) : null,
    notices: known.notices,
    checking: new Set((known.doubt?.transactions ?? []).map(keyOf)),
  };
}

/**
 * The present cart: changes that wait are sent, a doubt that is due is looked at, then the ERP is read. When
 * it is ill the last known cart comes back with its state; it never throws UpstreamFailure for the ERP.
 */
export async function readCart(
  page: Page,
  options: { maxAgeMs?: number } = {},
): Promise<CartState> {
  const report = await syncCart(depsOf(page.context), page.customer.owner, {
    batch: [],
    memory: null,
    patienceMs: 4_000,
    maxAgeMs: options.maxAgeMs ?? 2_000,
  });
  return cartStateOf(report.ledger, report);
}

export interface Edit {
  /** The same edit of the same form gives the same uuid (`formUuid`). */
  uuid: string;
  productId: number;
  quantity: number;
  options?: Options | undefined;
}

export type EditFate = SettledState | 'waiting' | 'checking';

export interface EditReport {
  sync: SyncState;
  /** New edits and what became of them, in order. */
  done: readonly (Edit & { fate: EditFate; reason: RejectReason | null })[];
  /** Edits that this form had asked for before: nothing was done again. `at`: when it was settled. */
  repeated: readonly (Edit & { at: Date | null })[];
  /** So many edits wait already that no more are taken. */
  full: boolean;
  state: CartState;
}

/**
 * Takes the edits of a form and sends them, once. `edits` is asked with the quantities as the customer sees
 * them; an edit whose quantity comes to 0 changes nothing and is left out.
 */
export async function editCart(
  page: Page,
  edits: (current: Quantities) => readonly Edit[],
): Promise<EditReport> {
  const store = ledgerOf(page);
  let wanted: Held[] = [];
  let taken: ReturnType<typeof enqueue> = { queued: [], repeated: [], full: false };
  await store.update((ledger) => {
    const cart = ledger.snapshot?.uuid ?? null;
    wanted = edits(currentQuantities(ledger)).map((edit) => ({ ...edit, from: 'form', cart }));
    taken = enqueue(ledger, wanted);
  });
  const report = await syncCart(depsOf(page.context), page.customer.owner, {
    batch: [],
    memory: null,
    patienceMs: 8_000,
    maxAgeMs: null,
  });
  const { ledger } = report;
  const doubted = new Set(ledger.doubt?.transactions.map(({ uuid }) => uuid) ?? []);
  const fateOf = (uuid: string): EditFate =>
    ledger.settled.get(uuid)?.state ?? (doubted.has(uuid) ? 'checking' : 'waiting');
  const done = taken.queued.map((edit) => ({
    ...edit,
    fate: fateOf(edit.uuid),
    reason: ledger.notices.find(({ id }) => id === `rejected-${edit.uuid}`)?.reason ?? null,
  }));
  const repeated = taken.repeated.map((edit) => {
    const at = ledger.settled.get(edit.uuid)?.at;
    return { ...edit, at: at === undefined ? null : new Date(at) };
  });
  const state = cartStateOf(ledger, report);
  return { sync: report.state, done, repeated, full: taken.full, state };
}

/** Another cart call (address, carrier, coupon …) has answered with the cart: it replaces the one we know. */
export async function recordCart(page: Page, sale: SaleWire | null): Promise<Cart | null> {
  await ledgerOf(page).update((ledger) => {
    takeSale(ledger, sale, page.context.clock.now().getTime());
  });
  return sale ? toCart(sale) : null;
}

/** The cart has become an order: no cart, no uuid; a change that was still waiting for it is told. */
export async function recordOrdered(page: Page): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    const now = page.context.clock.now().getTime();
    settle(ledger, [...ledger.queue], 'dropped', now);
    takeSale(ledger, null, now);
  });
}

export async function dismissNotice(page: Page, id: string): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    ledger.notices = ledger.notices.filter((notice) => notice.id !== id);
  });
}

/** Changes that the ERP has not got yet; sign-out asks before it forgets them (CART-08). */
export async function countUnsent(page: PageRequest): Promise<number> {
  const { session } = page.context;
  if (session.kind === 'guest') return 0;
  return unsentOf(await ledgerOf({ ...page, customer: session.customer }).head()).length;
}

/** Forgets what waits to be sent. What may already be on its way stays under watch. */
export async function discardUnsent(page: PageRequest): Promise<void> {
  const { session } = page.context;
  if (session.kind === 'guest') return;
  await ledgerOf({ ...page, customer: session.customer }).update((ledger) => {
    ledger.queue = [];
  });
}
