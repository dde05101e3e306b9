/** Cart data for other pages, read from the ledger without an ERP call. A failure never breaks the page. */
import { errorText } from './error-text';
import type { CartBadge } from '~/storefront/layout/layout';
import { links } from '~/base/i18n/links';
import type { PageRequest } from '~/base/page/page';
import { isSessionEnded } from '~/base/kernel/failure';
import { ledgerOf, readCart, readShownCart, type CartState } from './cart.server';
import type { PageCart } from './queue/island-wire';
import { readAtSignIn } from './sign-in-read.server';
import { currentQuantities, pageCartOf } from './sync/ledger-rules.server';
import type { LedgerHead } from './sync/ledger.server';
import { shortened, withBase } from './sync/short-cart.server';
import { piecesOf, quantityByProduct } from './transaction';
import { ledgerKey } from './sync/ledger-store.server';
import { ownerHash } from '~/base/page/owner-hash.server';

async function knownHead(page: Pick<PageRequest, 'context'>): Promise<LedgerHead | null> {
  const { context } = page;
  const { session } = context;
  if (session.kind === 'guest') return null;
  try {
    return await ledgerOf({ context, customer: session.customer }).head();
  } catch (error) {
    context.log.warn(
      { event: 'cart.ledger_unreadable', error: errorText(error) },
      'the cart ledger could not be read; the page goes without',
    );
    return null;
  }
}

/** Quantity in the cart by product (`in cart: 2`). Empty for guests. */
export async function cartQuantities(
  page: Pick<PageRequest, 'context'>,
): Promise<ReadonlyMap<number, number>> {
  const head = await knownHead(page);
  return quantityByProduct(head ? currentQuantities(head) : new Map());
}

/** The cart badge, and the data that the cart island needs on every customer page. */
export interface CustomerBadge extends CartBadge {
  island: {
    owner: string;
    known: PageCart;
    /** The client script must refresh the cart as soon as the page is loaded. */ asks: boolean;
  };
}

const badgeStates = {
  busy: 'checking',
  checking: 'checking',
  unavailable: 'down',
  error: 'pending',
} as const;

const stateOf = (head: LedgerHead, shown: CartState | null): CartBadge['state'] => {
  // Use the sync state that the page body displays.
  if (shown && shown.sync !== 'synced') return badgeStates[shown.sync];
  if (head.trouble === 'unavailable') return 'down';
  if (head.doubt) return 'checking';
  return head.queue.length > 0 || head.trouble ? 'pending' : 'synced';
};

/** Cart badge for the header; null for guests, and when the ledger cannot be read. */
export async function loadCartBadge(
  page: Pick<PageRequest, 'context' | 'locale' | 'request' | 'url'>,
): Promise<CustomerBadge | null> {
  const { context } = page;
  const { session, keyValueStore } = context;
  if (session.kind === 'guest') return null;
  const customer = { context, customer: session.customer };
  const wasRead = await readOrNot(customer);
  const { pathname, searchParams } = page.url;
  const isCartPage = pathname === links.cart(page.locale);
  // Pages that read the cart from the ERP: the header must agree with them. After a payment the paid cart no longer
  // exists.
  let shown: CartState | null = null;
  if (page.request.method === 'GET') {
    if (isCartPage) shown = await readShownCart(customer);
    else if (pathname === links.checkout(page.locale))
      shown = await readShownCart(customer, { maxAgeMs: 0 });
    else if (pathname === links.orderPlaced(page.locale) && searchParams.has('attempt'))
      await readCart(customer, { maxAgeMs: 0 });
  }
  const at = context.clock.now();
  const head = await knownHead(page);
  if (!head) return null;
  const state = stateOf(head, shown);
  const { id: epoch } = await keyValueStore.epoch(ledgerKey(session.customer.owner));
  const own = pageCartOf(head, at);
  const known = {
    epoch,
    ...own,
    ...(isCartPage ? withBase(own.cart) : { cart: shortened(own.cart) }),
  };
  const owner = ownerHash(session.customer.owner);
  const asks = !wasRead || state !== 'synced';
  return {
    count: piecesOf(currentQuantities(head)),
    state,
    unsent: head.queue.length > 0 || head.doubt !== null,
    island: { owner, known, asks },
  };
}

/** When the store fails, the page renders without a badge. */
async function readOrNot(page: Parameters<typeof readAtSignIn>[0]): Promise<boolean> {
  try {
    return await readAtSignIn(page);
  } catch (error) {
    if (isSessionEnded(error)) throw error;
    page.context.log.warn(
      { event: 'cart.sign_in_read_failed', error: errorText(error) },
      'the cart could not be read with the first page of a session',
    );
    return false;
  }
}
