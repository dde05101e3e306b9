/**
 * Remembers, for the current cart, the unusual quantities that the customer confirmed where they were entered. Checkout
 * then asks only about other quantities: from other devices or the ERP, or above the confirmed ones. If the store
 * fails, or two confirmations are stored at once, one is lost and checkout asks again.
 */
import { z } from 'zod';
import { timesUsual } from '~/catalogue/products/usual-quantity';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import { ledgerOf } from './cart.server';
import { currentQuantities } from './sync/ledger-rules.server';
import { quantityByProduct } from './transaction';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Stored = z.object({
  /** uuid of the cart that the confirmations apply to; null: none existed yet, and they apply to the next cart. */
  cart: z.string().nullable(),
  /** Confirmed pieces by product id, oldest first. */
  pieces: z.array(z.tuple([z.number(), z.number()])),
});
const ttlSeconds = 7 * 24 * 60 * 60;
/** How long confirmations without a cart wait for the first line to create one. */
const ttlWithoutCartSeconds = 10 * 60;
const maxProducts = 500;

const keyOf = ({ customer }: Page): string => `sure:${ownerHash(customer.owner)}`;

async function readStored(page: Page, cart: string | null) {
  const found = await page.context.keyValueStore.read(keyOf(page));
  const stored = found && Stored.parse(JSON.parse(found.value));
  const isWaiting = stored?.cart === null;
  return {
    version: found?.version ?? null,
    isWaiting,
    pieces: new Map(stored && (isWaiting || stored.cart === cart) ? stored.pieces : []),
  };
}

async function write(
  page: Page,
  cart: string | null,
  { version, pieces }: { version: number | null; pieces: ReadonlyMap<number, number> },
): Promise<void> {
  const value = JSON.stringify({ cart, pieces: [...pieces].slice(-maxProducts) });
  await page.context.keyValueStore.write(keyOf(page), value, {
    version,
    ttlSeconds: cart === null ? ttlWithoutCartSeconds : ttlSeconds,
  });
}

/**
 * Stores as confirmed what the cart holds of these products, over all their lines. `more`: pieces by product id that
 * the browser adds to them next.
 */
export async function rememberConfirmed(
  page: Page,
  productIds: Iterable<number>,
  more: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const ids = new Set(productIds);
  if (ids.size === 0) return;
  await loadOptionalBlock(page, 'confirmed quantities', async () => {
    const head = await ledgerOf(page).head();
    const held = quantityByProduct(currentQuantities(head));
    const large = [...ids]
      .map((id) => [id, (held.get(id) ?? 0) + (more.get(id) ?? 0)] as const)
      .filter(([, quantity]) => quantity > timesUsual);
    if (large.length === 0) return;
    const cart = head.snapshot?.uuid ?? null;
    const { version, pieces } = await readStored(page, cart);
    for (const [id, quantity] of large) {
      // The newest confirmation applies, also when an earlier one was about more pieces.
      pieces.delete(id);
      pieces.set(id, quantity);
    }
    await write(page, cart, { version, pieces });
  });
}

/** Confirmed pieces by product id in this cart. Confirmations that waited for a cart apply to this one from now on. */
export async function findConfirmed(
  page: Page,
  cart: string | null,
): Promise<ReadonlyMap<number, number>> {
  const none = new Map<number, number>();
  if (cart === null) return none;
  const load = async () => {
    const stored = await readStored(page, cart);
    if (stored.isWaiting) await write(page, cart, stored);
    return stored.pieces;
  };
  return valueOr(await loadOptionalBlock(page, 'confirmed quantities', load), none);
}

/** Forgets the confirmations of a cart that has become an order or a quotation. */
export async function forgetConfirmed(page: Page): Promise<void> {
  const forget = () => page.context.keyValueStore.delete(keyOf(page));
  await loadOptionalBlock(page, 'confirmed quantities', forget);
}
