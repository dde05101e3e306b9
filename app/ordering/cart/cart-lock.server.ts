/**
 * Holds the cart still: nothing is confirmed or paid while a change waits or may still land (contract/erp.md
 * 9.0), and no other request changes the cart meanwhile. Checkout runs confirm and payment in here.
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

export type CartLocked =
  /** A write is being verified, or another device is writing: `seconds` until it makes sense to come back. */
  | { kind: 'checking'; seconds: number; state: CartState }
  /** The ERP is away or unavailable; changes may be waiting. */
  | { kind: 'unavailable'; state: CartState }
  | { kind: 'no-cart'; state: CartState };

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
type Unsettled = Exclude<CartLocked, { kind: 'no-cart' }>;

/**
 * Sends what waits, reads the cart, and runs `act` while no other request can write to it (at most two minutes);
 * with null when there is no cart. `act` reports a new cart with `recordCart` or `recordOrdered`.
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

/** The same for a cart that is there. */
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

export interface CartWriteLock {
  /** Of this write alone, the same in every request that asks what became of it. */
  id: string;
  sentAt: number;
  /** For how long from now the write may land; by default ERP_MAX_SECONDS. */
  ms?: number;
}

/**
 * The cart is not written for so long: a write that is on its way may land. The store keeps the time too, for an instance
 * whose clock is another.
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
  // Of a store that fails now, the time in the ledger is what there is.
  await store.hold(ms).catch(() => undefined);
}

/** The write of this id has turned out to be done, or never to have been sent. The lock of another write stays. */
export async function unlockCart(page: Page, id: string): Promise<void> {
  const store = ledgerOf(page);
  const { doubt } = await store.update((ledger) => {
    const lock = ledger.doubt?.transactions.length === 0 ? ledger.doubt.id : null;
    // Locks of an earlier release have no id.
    if (lock === id || lock === '') ledger.doubt = null;
  });
  if (!doubt) await store.letGo();
}

/** For so long a call that begins now may land, whoever looks: the instance that sends it may end before it says more. */
export const holdCart = (page: Page, ms: number): Promise<void> => ledgerOf(page).hold(ms);
export const letGoOfCart = (page: Page): Promise<void> => ledgerOf(page).letGo();

/** Whether a call that may land until `until` still may; clocks of instances may be apart, or be set. */
export async function mayStillLand(page: Page, until: number): Promise<boolean> {
  const left = until - page.context.clock.now().getTime();
  return (left >= 0 && left <= leaseMs + maxMsOf(page.context)) || ledgerOf(page).isHeld();
}
