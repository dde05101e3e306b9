/**
 * The cart's verbs for loaders and actions: read it, edit it from a form, hand a new state over after
 * another cart call, lock it while it is confirmed or paid. All go through the ledger (sync/); the
 * calls are those of contract/erp.md 9 and 10.
 */
import type { CustomerRequest } from '~/base/page/page';
import { failureFacts, isUpstreamFailure } from '~/base/kernel/failure';
import type { AppContext } from '../../../server/context';
import { localView, type Cart, type LocalLine } from './cart';
import { toCart, type SaleWire } from './wire/cart-wire.server';
import {
  applied,
  keyOf,
  takenOutBy,
  undoUuid,
  type LineKey,
  type Transaction,
} from './transaction';
import type { SyncDeps } from './sync/deps';
import { submitEdits, type FormReport } from './sync/form-sync.server';
import { currentQuantities, settle, snapshotOf, takeSale } from './sync/ledger-rules.server';
import { takenBackMs, unsentOf, type CartNotice, type LedgerHead } from './sync/ledger.server';
import { withGone } from './sync/line-places';
import { ledgerKey, openLedger, type LedgerStore } from './sync/ledger-store.server';
import { readUnrecorded, syncCart, type SyncReport, type SyncState } from './sync/sync.server';
import { markWaiting } from './waiting-mark.server';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const depsOf = (context: AppContext): SyncDeps => {
  const { erp, keyValueStore, clock, log, site, cartMetrics: metrics } = context;
  return { erp, keyValueStore, clock, log, site, metrics, sleep, random: Math.random };
};

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
const ledgers = new WeakMap<AppContext, LedgerStore>();

/** One for each request, so that what a part of the page has read of it is not read again for another. */
export function ledgerOf({ context, customer }: Page): LedgerStore {
  const known = ledgers.get(context);
  if (known?.key === ledgerKey(customer.owner)) return known;
  const ledger = openLedger(depsOf(context), customer.owner);
  ledgers.set(context, ledger);
  return ledger;
}

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
  /** Lines that the customer has just taken out, in the order in which they went. */
  takenOut: readonly TakenOutLine[];
  /** All of the lines where they stand, or stood; empty where none was taken out. */
  places: readonly LineKey[];
}

export interface TakenOutLine {
  key: LineKey;
  productId: number;
  /** Of the change that brings it back. */
  undo: string;
  /** Pieces that come back with it. */
  quantity: number;
  /** The ERP's name. */
  name: string | null;
}

type Known = LedgerHead & { sale: SaleWire | null };

/** Lines that are not there, nor on their way back. `waiting`: changes that only the browser holds. */
function takenOutLines(
  known: LedgerHead,
  cart: Cart | null,
  { waiting, now }: { waiting: readonly Transaction[]; now: Date },
): TakenOutLine[] {
  if (known.takenOut.length === 0 && waiting.length === 0) return [];
  const before = currentQuantities(known);
  const there = applied(before, waiting);
  const asked = new Set(waiting.map(({ uuid }) => uuid));
  const open = known.snapshot?.uuid ?? null;
  const recent = known.takenOut.filter(
    ({ at, cart: of }) => (of === null || of === open) && now.getTime() - at < takenBackMs,
  );
  const names = new Map(cart?.lines.map(({ key, name }) => [key, name]));
  const here = takenOutBy(before, waiting).map((change) => ({ ...change, name: null }));
  const lines = [...recent, ...here].map((change) => ({
    key: keyOf(change),
    productId: change.productId,
    undo: undoUuid(change.uuid),
    quantity: -change.quantity,
    name: names.get(keyOf(change)) ?? change.name,
  }));
  const last = new Map(lines.map((line) => [line.key, line]));
  return [...last.values()].filter(({ key, undo }) => !there.has(key) && !asked.has(undo));
}

export function cartStateOf(
  known: Known,
  report: Pick<SyncReport, 'state' | 'retryAfterMs'>,
  now: Date,
  waiting: readonly Transaction[] = [],
): CartState {
  const cart = known.sale ? toCart(known.sale) : null;
  const takenOut = takenOutLines(known, cart, { waiting, now });
  return {
    cart,
    lines: localView(cart, [...unsentOf(known), ...waiting]),
    takenOut,
    places:
      takenOut.length > 0 ? withGone([...snapshotOf(known).quantities.keys()], known.gone) : [],
    sync: report.state,
    waitSeconds: report.retryAfterMs === null ? null : Math.ceil(report.retryAfterMs / 1000),
    asOf: known.snapshot ? new Date(known.snapshot.at) : null,
    notices: known.notices,
    checking: new Set((known.doubt?.transactions ?? []).map(keyOf)),
  };
}

/**
 * The present cart: changes that wait are sent, a write in doubt that is due is verified, then the ERP is read. When
 * it is unavailable the last known cart comes back with its state; it never throws UpstreamFailure for the ERP.
 */
export async function readCart(
  page: Page,
  options: { maxAgeMs?: number } = {},
): Promise<CartState> {
  const deps = depsOf(page.context);
  const ledger = ledgerOf(page);
  const request = {
    ...{ batch: [], memory: null, patienceMs: 4_000 },
    maxAgeMs: options.maxAgeMs ?? 2_000,
  };
  try {
    const report = await syncCart(deps, ledger, request);
    return cartStateOf(report.ledger, report, deps.clock.now());
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'store') throw error;
    deps.log.warn(
      { event: 'cart.read_failed', trouble: 'store', ...failureFacts(error) },
      'the cart is shown as the ERP has it, and not recorded',
    );
    const report = await readUnrecorded(deps, ledger, request);
    return cartStateOf(report.ledger, report, deps.clock.now());
  }
}

const shownCarts = new WeakMap<AppContext, Promise<CartState>>();

/**
 * The same for a page that shows it, once a request. Header and lines each had it synchronised before, at the same
 * time: the second found the lease taken, waited for it, and then had nothing to do but to give it back.
 */
export function readShownCart(page: Page, options: { maxAgeMs?: number } = {}): Promise<CartState> {
  const known = shownCarts.get(page.context) ?? readCart(page, options);
  shownCarts.set(page.context, known);
  return known;
}

export interface EditReport extends Omit<FormReport, 'report'> {
  sync: SyncState;
  state: CartState;
}

/** Takes the edits of a form and sends them, once (`submitEdits`). */
export async function editCart(
  page: Page,
  edits: Parameters<typeof submitEdits>[2],
): Promise<EditReport> {
  const deps = depsOf(page.context);
  const { report, ...rest } = await submitEdits(deps, ledgerOf(page), edits);
  await markWaiting(page, report.ledger);
  const state = cartStateOf(report.ledger, report, deps.clock.now());
  return { ...rest, sync: report.state, state };
}

/** Another cart call (address, carrier, coupon …) has answered with the cart: it replaces the one we know. */
export async function recordCart(page: Page, sale: SaleWire | null): Promise<Cart | null> {
  await ledgerOf(page).update((ledger) => {
    takeSale(ledger, sale, page.context.clock.now().getTime());
  });
  return sale ? toCart(sale) : null;
}

/** The cart has become an order: no cart, no uuid; the customer sees a notice for each edit that was still waiting. */
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

/** Signing out for good: what waits to be sent is forgotten (CART-08). What may land stays under watch. */
export async function discardUnsent(page: Page): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    ledger.queue = [];
  });
}
