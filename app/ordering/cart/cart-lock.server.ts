/**
 * Locks the cart for checkout: the shop neither confirms nor pays a cart while an edit waits or may still reach the ERP
 * (contract/erp.md 9.0). While the lock is held, no other request can change the cart. Checkout runs confirmation and
 * payment under this lock.
 */
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { CustomerRequest } from '~/base/page/page';
import { cartStateOf, depsOf, ledgerOf, type CartState } from './cart.server';
import type { Cart } from './cart';
import { toCart } from './wire/cart-wire.server';
import { maxMsOf } from './sync/deps';
import { beginWrite } from './sync/ledger-rules.server';
import { leaseMs } from './sync/ledger-store.server';
import { syncCart } from './sync/sync.server';

type CartLocked =
  /** The shop is verifying a write whose response was lost, or another device is writing. Retry after `seconds`. */
  | { kind: 'checking'; seconds: number; state: CartState }
  /** The ERP is unavailable, so that edits may still wait to be sent. */
  | { kind: 'unavailable'; state: CartState }
  | { kind: 'no-cart'; state: CartState };

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
type Unsettled = Exclude<CartLocked, { kind: 'no-cart' }>;

/**
 * Sends waiting edits, reads the cart, and runs `act` under the lease, so that no other request can write (at most two
 * minutes). `act` receives null when there is no cart. `act` stores a new cart with `recordCart`, or an order with
 * `recordOrdered`.
 */
export async function withLedgerLock<T>(
  page: Page,
  act: (cart: Cart | null, state: CartState) => Promise<T>,
): Promise<Outcome<T, Unsettled>> {
  const deps = depsOf(page.context);
  const store = ledgerOf(page);
  const report = await syncCart(deps, store, {
    batch: [],
    memory: null,
    patienceMs: 8_000,
    maxAgeMs: 0,
  });
  const state = cartStateOf(report.ledger, report, page.context.clock.now());
  const soon = Math.max(2, state.waitSeconds ?? 2);
  if (report.state === 'checking' || report.state === 'busy')
    return refused({ kind: 'checking', seconds: soon, state });
  if (report.state !== 'synced') return refused({ kind: 'unavailable', state });
  const lease = await store.lease();
  if (!lease) return refused({ kind: 'checking', seconds: soon, state });
  try {
    const ledger = await store.read();
    if (ledger.doubt || ledger.queue.length > 0 || (await store.isHeld()))
      return refused({ kind: 'checking', seconds: soon, state });
    return done(await act(ledger.sale && toCart(ledger.sale), state));
  } finally {
    await lease.release();
  }
}

/** Like `withLedgerLock`, but does not run `act` when the customer has no cart. */
export async function withCartLock<T>(
  page: Page,
  act: (cart: Cart) => Promise<T>,
): Promise<Outcome<T, CartLocked>> {
  const outcome = await withLedgerLock<Outcome<T, CartLocked>>(page, async (cart, state) =>
    cart && cart.uuid === state.cart?.uuid
      ? done(await act(cart))
      : refused({ kind: 'no-cart', state }),
  );
  return outcome.ok ? outcome.value : outcome;
}

interface CartWriteLock {
  /** Identifies this write in every request that checks its outcome. */
  id: string;
  sentAt: number;
  /** Milliseconds from now during which the ERP may still apply the write. Default: ERP_MAX_SECONDS. */
  ms?: number;
}

/**
 * Blocks writes to the cart until this write can no longer take effect. The key-value store holds the deadline too, for
 * instances whose clock differs.
 */
export async function lockCart(
  page: Page,
  { id, sentAt, ms = maxMsOf(page.context) }: CartWriteLock,
): Promise<void> {
  const store = ledgerOf(page);
  const until = page.context.clock.now().getTime() + ms;
  await store.update((ledger) => {
    const { doubt } = ledger;
    if (!doubt) beginWrite(ledger, [], { id, sentAt, until });
    else if (doubt.id === id) doubt.until = until;
    else if (doubt.transactions.length === 0) doubt.until = Math.max(until, doubt.until);
  });
  // If the store fails here, the deadline in the ledger still applies.
  await store.hold(ms).catch(() => undefined);
}

/** Releases the lock of the write `id`, which is known to be done or never sent. The locks of other writes stay. */
export async function unlockCart(page: Page, id: string): Promise<void> {
  const store = ledgerOf(page);
  const { doubt } = await store.update((ledger) => {
    const lock = ledger.doubt?.transactions.length === 0 ? ledger.doubt.id : null;
    // Locks of an earlier release have an empty id.
    if (lock === id || lock === '') ledger.doubt = null;
  });
  if (!doubt) await store.letGo();
}

/**
 * Blocks writes on all instances while a call that starts now may take effect. The lock survives a crash of the sending
 * instance.
 */
export const holdCart = (page: Page, ms: number): Promise<void> => ledgerOf(page).hold(ms);
export const releaseCart = (page: Page): Promise<void> => ledgerOf(page).letGo();

/**
 * Whether the ERP may still apply a call whose deadline is `until`. Instance clocks may differ or be adjusted, so an
 * implausible deadline defers to the store.
 */
export async function mayStillLand(page: Page, until: number): Promise<boolean> {
  const left = until - page.context.clock.now().getTime();
  return (left >= 0 && left <= leaseMs + maxMsOf(page.context)) || ledgerOf(page).isHeld();
}
