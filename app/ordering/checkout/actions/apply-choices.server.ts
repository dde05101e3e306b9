/**
 * Writes the form's choices to the cart where they differ, in an order that survives the ERP's side effects
 * (contract/erp.md 9.2, 9.3, 9.8). The address comes before the carrier, because the offered carriers depend on it.
 * After the carrier the address may be written again, because leaving a pickup point restores the default address. A
 * pickup point replaces the address. Only fields that differ from the cart are sent. Requires the cart lock.
 */
import type { Address, Cart } from '~/ordering/cart/cart';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { writeCart, type CartCallRefusal } from '../erp/cart-call.server';
import { chooseCarrier, type CarrierChoice } from '../erp/carriers.server';
import { goesToPoint, type Carrier, type PickupPoint } from '../checkout';
import { noteText } from '~/base/page/untrusted/note-text.server';
import { choosePoint } from '../erp/pickups.server';

export interface Wanted {
  /** Id of the delivery address; undefined: leave the cart's address. */
  ship?: number | undefined;
  bill?: number | undefined;
  carrier?: Carrier | undefined;
  /** Pickup point to deliver to; `current` is the one that the cart already has. */
  point?: PickupPoint | 'current' | undefined;
  reference?: string | undefined;
  note?: string | undefined;
}

interface Choices {
  source: CarrierChoice['source'];
  /** The customer's own delivery addresses. */
  addresses: readonly Address[];
}

export type ApplyRefusal = CartCallRefusal & { step: 'address' | 'carrier' | 'point' | 'texts' };

type Page = Pick<CustomerRequest, 'context' | 'customer' | 'locale'>;
type Applied = Outcome<Cart, ApplyRefusal>;

function at(step: ApplyRefusal['step'], outcome: Outcome<Cart, CartCallRefusal>): Applied {
  return outcome.ok ? outcome : refused({ ...outcome.refusal, step });
}

/** The fields of `update` that differ from the cart, or null when none differ. */
function changes(cart: Cart, wanted: Wanted, toAddress: number | undefined) {
  const { reference, note, bill } = wanted;
  const body = {
    ...(reference !== undefined && reference !== (cart.reference ?? '')
      ? { client_order_ref: reference }
      : {}),
    ...(note !== undefined && note !== noteText(cart.note) ? { note } : {}),
    ...(bill !== undefined && bill !== cart.invoicing.address?.id
      ? { invoicing: { address_id: bill } }
      : {}),
    ...(toAddress !== undefined && toAddress !== cart.delivery.address?.id
      ? { delivery: { address_id: toAddress } }
      : {}),
  };
  return Object.keys(body).length === 0 ? null : body;
}

async function update(
  page: Page,
  cart: Cart,
  body: Record<string, unknown> | null,
): Promise<Applied> {
  if (!body) return done(cart);
  const path = 'carts/current/update';
  const step = 'delivery' in body || 'invoicing' in body ? 'address' : 'texts';
  return at(step, await writeCart(page, cart, { path, body }));
}

async function toPoint(
  page: Page,
  cart: Cart,
  wanted: { carrier: Carrier; point: Wanted['point'] },
  choices: Choices,
): Promise<Applied> {
  const { carrier, point } = wanted;
  const choice = { source: choices.source, carrierId: carrier.id };
  const present = cart.delivery.method?.id === carrier.id;
  if (point === 'current' && present && goesToPoint(cart, choices.addresses)) return done(cart);
  if (point === undefined || point === 'current')
    return present ? done(cart) : at('carrier', await chooseCarrier(page, cart, choice));
  return at('point', await choosePoint(page, cart, { ...choice, point }));
}

async function toAddress(
  page: Page,
  cart: Cart,
  wanted: { carrier: Carrier | undefined; ship: number | undefined },
  choices: Choices,
): Promise<Applied> {
  const { carrier, ship } = wanted;
  let current = cart;
  if (carrier && current.delivery.method?.id !== carrier.id) {
    const choice = { source: choices.source, carrierId: carrier.id };
    const carried = at('carrier', await chooseCarrier(page, current, choice));
    if (!carried.ok) return carried;
    current = carried.value;
  }
  if (ship === undefined || current.delivery.address?.id === ship) return done(current);
  return update(page, current, { delivery: { address_id: ship } });
}

export async function applyChoices(
  page: Page,
  cart: Cart,
  wanted: Wanted,
  choices: Choices,
): Promise<Applied> {
  const { carrier, ship } = wanted;
  const updated = await update(
    page,
    cart,
    changes(cart, wanted, carrier?.needsPoint ? undefined : ship),
  );
  if (!updated.ok) return updated;
  return carrier?.needsPoint
    ? toPoint(page, updated.value, { carrier, point: wanted.point }, choices)
    : toAddress(page, updated.value, { carrier, ship }, choices);
}
