/** Pickup points of the carrier chosen in the form, which the cart may not have yet. */
import { readCart } from '~/ordering/cart/cart.server';
import type { CustomerRequest } from '~/base/page/page';
import { listCarriers } from '../erp/carriers.server';
import type { PickupPoint } from '../checkout';
import type { CheckoutInput } from '../checkout-form';
import { valueOf, type Part } from '~/base/page/optional';
import { searchPoints } from '../erp/pickups.server';

export async function pointsTyped(
  page: CustomerRequest,
  { how, pp }: Pick<CheckoutInput, 'how' | 'pp'>,
): Promise<Part<readonly PickupPoint[]> | null> {
  if (how === undefined) return null;
  const { cart } = await readCart(page);
  if (!cart) return null;
  const carrier = valueOf(await listCarriers(page, cart))?.carriers.find(({ id }) => id === how);
  if (!carrier?.needsPoint) return null;
  return searchPoints(page, { carrierId: how, typed: pp ?? '', near: cart.delivery.address });
}
