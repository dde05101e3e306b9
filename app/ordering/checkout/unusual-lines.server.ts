/**
 * Quantities of the cart that are far above the usual and that the customer has not confirmed. Another device or the
 * ERP may have filled the cart, so the order itself requires the customer's tick. The tick's value names the
 * quantities: it does not apply to others.
 */
import { createHash } from 'node:crypto';
import { summedLines } from '~/ordering/cart/add-lines.server';
import type { Cart } from '~/ordering/cart/cart';
import { findConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import { limitOf } from '~/ordering/cart/unusual-quantity.server';
import type { Products } from '~/catalogue/products/order-block';
import type { CustomerRequest } from '~/base/page/page';
import type { UnusualQuantities } from './checkout-view';

/** The products ordered in unusual quantities, over all lines of a product; null when there are none. */
export async function findUnusualLines(
  page: CustomerRequest,
  { lines, uuid }: Cart,
  products: Products | null,
): Promise<UnusualQuantities | null> {
  const limit = await limitOf(page);
  const large = summedLines(lines.filter(({ isReward }) => !isReward)).filter(
    (line) => line.quantity > limit(products?.cards.get(line.productId) ?? line),
  );
  if (large.length === 0) return null;
  const sure = await findConfirmed(page, uuid);
  const unusual = large
    .filter(({ productId, quantity }) => quantity > (sure.get(productId) ?? 0))
    .map(({ productId, quantity, name }) => ({
      productId,
      quantity,
      name: products?.cards.get(productId)?.name ?? name,
    }))
    .sort((one, other) => one.productId - other.productId);
  if (unusual.length === 0) return null;
  const pairs = unusual.map(({ productId, quantity }) => [productId, quantity]);
  const value = createHash('sha256').update(JSON.stringify(pairs)).digest('base64url').slice(0, 16);
  return { lines: unusual.map(({ name, quantity }) => ({ name, quantity })), value };
}
