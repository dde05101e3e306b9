/** What pages around the cart ask of it, from the ledger alone: no ERP call, never a reason to fail. */
import { errorText } from './error-text';
import type { CartBadge } from '~/features/frame/frame';
import type { PageRequest } from '~/http/page';
import { ledgerOf } from './cart.server';
import { currentQuantities } from './sync/ledger-rules.server';
import { unsentOf, type LedgerHead } from './sync/ledger.server';
import { ownerHash } from './sync/ledger-store.server';

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

/** Quantity in the cart by product: `in cart: 2`. Empty for visitors. */
export async function cartQuantities(
  page: Pick<PageRequest, 'context'>,
): Promise<ReadonlyMap<number, number>> {
  const head = await knownHead(page);
  const byProduct = new Map<number, number>();
  if (!head) return byProduct;
  for (const [key, quantity] of currentQuantities(head)) {
    const productId = Number(key.split('|', 1)[0]);
    byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
  }
  return byProduct;
}

/** The badge, and what the island needs to know on every page of a customer. */
export interface CustomerBadge extends CartBadge {
  island: { owner: string; epoch: string };
}

/** For the header; null for visitors, and when the ledger cannot be read. */
export async function loadCartBadge(
  page: Pick<PageRequest, 'context'>,
): Promise<CustomerBadge | null> {
  const { session, records } = page.context;
  if (session.kind === 'guest') return null;
  const head = await knownHead(page);
  if (!head) return null;
  const unsent = unsentOf(head).length;
  let count = 0;
  for (const quantity of currentQuantities(head).values()) if (quantity > 0) count += quantity;
  const state =
    head.trouble === 'unavailable' ? 'down' : unsent > 0 || head.trouble ? 'pending' : 'synced';
  const { id: epoch } = await records.epoch();
  return { count, state, island: { owner: ownerHash(session.customer.owner), epoch } };
}
