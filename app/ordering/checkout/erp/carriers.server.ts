/**
 * Lists delivery carriers and sets one (contract/erp.md 9.2, 9.4, 9.14, 11.2). ERPs with only the published modules
 * support `set_carrier`, newer ones only `carrier`. If the cart's carrier calls are not installed, the shop uses the
 * older calls (`delivery_carriers?cart_uuid=` with `set_delivery_method`). The ERP returns a list as an array, or as
 * `data` in an envelope. Without any of these calls the page hides the carriers, and requires none.
 */
import { z } from 'zod';
import { readPart } from '~/base/erp/calls.server';
import { euros, readable } from '~/base/erp/wire-fields.server';
import type { Cart } from '~/ordering/cart/cart';
import { isMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { toCents } from '~/base/kernel/money';
import type { Outcome } from '~/base/kernel/outcome';
import { writeCart, type CartCallRefusal, type CartWrite } from './cart-call.server';
import type { Carrier } from '../checkout';
import { present, loadRequiredPart, type Part } from '~/base/page/optional';

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const CarrierWire = z.object({
  id: z.number(),
  name: z.string().catch(''),
  code: text,
  description: text,
  price_applied_to_cart: euros.nullish().catch(null),
  with_dropoff_site: z.boolean().nullish().catch(null),
});
const Items = readable(CarrierWire);
const CarriersWire = z.union([Items, z.object({ data: Items }).transform(({ data }) => data)]);

export interface CarrierChoice {
  /** Which pair of calls this ERP supports; it decides how a choice is written. */
  source: 'carriers' | 'methods';
  carriers: readonly Carrier[];
}

const toCarrier = (wire: z.output<typeof CarrierWire>): Carrier => ({
  id: wire.id,
  name: wire.name,
  code: wire.code,
  description: wire.description,
  price:
    typeof wire.price_applied_to_cart === 'number' ? toCents(wire.price_applied_to_cart) : null,
  needsPoint: wire.with_dropoff_site === true,
});

const choiceOf = (
  source: CarrierChoice['source'],
  part: Part<z.output<typeof CarriersWire>>,
): Part<CarrierChoice> =>
  part.kind === 'ok' ? present({ source, carriers: part.value.map(toCarrier) }) : part;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** Carriers available for this cart, in the ERP's order (cheapest first). */
export const listCarriers = (page: Page, cart: Cart): Promise<Part<CarrierChoice>> =>
  loadRequiredPart<CarrierChoice>(page, 'carriers', async () => {
    const ofCart = { path: 'carts/current/delivery_carriers' };
    const offered = await readPart(page.context, ofCart, CarriersWire, []);
    if (offered.kind !== 'absent') return choiceOf('carriers', offered);
    const older = { path: 'delivery_carriers', query: { cart_uuid: cart.uuid ?? undefined } };
    return choiceOf('methods', await readPart(page.context, older, CarriersWire, []));
  });

/** Variants of the ERP call that sets a carrier, in the order of attempts. */
function writesFor(source: CarrierChoice['source'], carrierId: number): CartWrite[] {
  const method = { path: 'carts/set_delivery_method', body: { method_id: carrierId } };
  if (source === 'methods') return [method];
  const body = { carrier_id: carrierId };
  return [
    { path: 'carts/current/set_carrier', body },
    { path: 'carts/current/carrier', body },
    method,
  ];
}

export async function chooseCarrier(
  page: Page,
  cart: Cart,
  choice: { source: CarrierChoice['source']; carrierId: number },
): Promise<Outcome<Cart, CartCallRefusal>> {
  for (const write of writesFor(choice.source, choice.carrierId)) {
    if (await isMissing(page.context, `POST ${write.path}`)) continue;
    const outcome = await writeCart(page, cart, write);
    if (outcome.ok || outcome.refusal.kind !== 'not-installed') return outcome;
  }
  return { ok: false, refusal: { kind: 'not-installed' } };
}
