/** Validates the choices of the form against the available ones; ids from a form are untrusted. */
import type { Cart } from '~/ordering/cart/cart';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Wanted } from './apply-choices.server';
import { missingParts, samePoint, type Carrier, type PickupPoint } from '../checkout';
import type { CheckoutInput } from '../checkout-form';
import { withOwn, type Offers } from '../checkout-view.server';
import type { ConfirmFault } from '../confirm-rules';
import { valueOf } from '~/base/page/optional';
import { searchPoints } from '../erp/pickups.server';

async function pointOf(
  page: CustomerRequest,
  cart: Cart,
  input: CheckoutInput,
  carrier: Carrier,
): Promise<PickupPoint | 'current' | undefined> {
  const { point, pp } = input;
  if (point === undefined || point === samePoint) return point;
  for (const typed of new Set([pp ?? '', ''])) {
    const search = { carrierId: carrier.id, typed, near: cart.delivery.address };
    const found = valueOf(await searchPoints(page, search))?.find(({ code }) => code === point);
    if (found) return found;
  }
  return undefined;
}

/** Returns the choices to apply. An address that is not the customer's, or is incomplete, is a fault. */
export async function readWanted(
  page: CustomerRequest,
  cart: Cart,
  input: CheckoutInput,
  offers: Offers,
): Promise<Outcome<Wanted, { kind: 'faults'; faults: readonly ConfirmFault[] }>> {
  const faults: ConfirmFault[] = [];
  const ships = withOwn(offers.delivery, cart.delivery.address);
  const bills = withOwn(offers.invoicing, cart.invoicing.address);
  const carriers = valueOf(offers.carriers)?.carriers ?? [];
  const carrier = carriers.find(({ id }) => id === input.how);
  const ship = ships.find(({ id }) => id === input.ship);
  const bill = bills.find(({ id }) => id === input.bill);
  if (input.how !== undefined && !carrier && offers.carriers.kind === 'ok')
    faults.push({ field: 'how', reason: 'carrier-missing' });
  if (input.ship !== undefined && !carrier?.needsPoint) {
    if (!ship) faults.push({ field: 'ship', reason: 'ship-missing' });
    else if (missingParts(ship).length > 0)
      faults.push({ field: 'ship', reason: 'ship-incomplete' });
  }
  if (input.bill !== undefined && !bill) faults.push({ field: 'bill', reason: 'bill-missing' });
  if (faults.length > 0) return refused({ kind: 'faults', faults });
  return done({
    ship: ship?.id,
    bill: bill?.id,
    carrier,
    point: carrier?.needsPoint ? await pointOf(page, cart, input, carrier) : undefined,
    reference: input.ref,
    note: input.note,
  });
}
