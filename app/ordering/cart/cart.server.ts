/**
 * Cart operations for loaders and actions: read the cart, edit it from a form, record the result of another cart call,
 * discard unsent edits. All of them use the ledger (sync/). The ERP calls are those of contract/erp.md 9 and 10.
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
import { currentQuantities, settleGone, snapshotOf, recordSale } from './sync/ledger-rules.server';
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

/** The ledger store of this request. All parts of a page share it, so that the ledger is read only once. */
export function ledgerOf({ context, customer }: Page): LedgerStore {
  const known = ledgers.get(context);
  if (known?.key === ledgerKey(customer.owner)) return known;
  const ledger = openLedger(depsOf(context), customer.owner);
  ledgers.set(context, ledger);
  return ledger;
}

/** The customer's cart as a page shows it. */
export interface CartState {
  /** The last cart that the ERP returned; null: the customer has no cart, or the shop has never read it. */
  cart: Cart | null;
  /** The cart with all unconfirmed edits applied (CART-03). */
  lines: readonly LocalLine[];
  sync: SyncState;
  /** Seconds until the shop can check the outcome of a write whose response was lost. */
  waitSeconds: number | null;
  /** When the ERP returned this cart. */
  asOf: Date | null;
  notices: readonly CartNotice[];
  /** Lines whose write the shop is verifying. */
  checking: ReadonlySet<LineKey>;
  /** Lines that the customer removed recently, in order of removal. */
  takenOut: readonly TakenOutLine[];
  /** Keys of all lines, present and removed, in their original order. Empty when no line was removed. */
  places: readonly LineKey[];
}

interface TakenOutLine {
  key: LineKey;
  productId: number;
  /** uuid of the transaction that restores the line. */
  undo: string;
  /** Pieces that the undo restores. */
  quantity: number;
  /** Product name from the ERP. */
  name: string | null;
}

type Known = LedgerHead & { sale: SaleWire | null };

/**
 * Recently removed lines that are neither back in the cart nor about to return. `waiting`: edits that are stored only
 * in the browser.
 */
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
 * Returns the current cart: sends waiting edits, verifies a write whose response was lost when it can no longer take
 * effect, then reads the ERP. When the ERP is unavailable, it returns the last known cart with its sync state. It never
 * throws UpstreamFailure for the ERP.
 */
export async function readCart(
  page: Page,
  options: { maxAgeMs?: number } = {},
): Promise<CartState> {
  const deps = depsOf(page.context);
  const ledger = ledgerOf(page);
  const request = {
    batch: [],
    memory: null,
    patienceMs: 4_000,
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
 * `readCart` for pages that display the cart, at most once per request. Header and lines share one result, because two
 * concurrent reads would compete for the lease.
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

/** Stores and sends the edits of a form, once per form (`submitEdits`). */
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

/** Replaces the known cart with the one that another cart call (address, carrier, coupon …) returned. */
export async function recordCart(page: Page, sale: SaleWire | null): Promise<Cart | null> {
  await ledgerOf(page).update((ledger) => {
    recordSale(ledger, sale, page.context.clock.now().getTime());
  });
  return sale ? toCart(sale) : null;
}

/**
 * Records that the cart has become an order: no cart and no uuid remain. The customer gets a notice for each edit that
 * was still waiting.
 */
export async function recordOrdered(page: Page): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    const now = page.context.clock.now().getTime();
    settleGone(ledger, [...ledger.queue], now);
    recordSale(ledger, null, now);
  });
}

export async function dismissNotice(page: Page, id: string): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    ledger.notices = ledger.notices.filter((notice) => notice.id !== id);
  });
}

/**
 * Discards unsent edits when the customer signs out for good (CART-08). The ledger still tracks a write that may take
 * effect.
 */
export async function discardUnsent(page: Page): Promise<void> {
  await ledgerOf(page).update((ledger) => {
    ledger.queue = [];
  });
}
