/** Sets the carrier and the pickup point of the cart (contract/erp.md 9.2, 9.8, 9.9, 9.14). */
import { z } from 'zod';
import type { CustomerCall, ErpState } from '../call';
import { countryIdOf, stateIdOf } from '../account/countries';
import { cartForAction, newestOpenCart } from '../cart/open-carts';
import { cartAction } from '../cart/spellings';
import { cartAnswer } from '../cart/sync';
import { notFound, type ErpResponse } from '../protocol/exchange';
import { int, read, text } from '../protocol/fields';
import { blankToNull } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import type { SaleRecord } from '../store/records';
import { carrierById, offeredCarriers, priceFor, weightOf, type Carrier } from './carriers';
import { withCarrier } from './choose';
import { isPorted } from '../quirks';
import { PICKUP_SITES, pickupAddress, type PickupSite } from './pickups';

function neededCart(call: CustomerCall): SaleRecord {
  const cart = cartForAction(call);
  if (!cart) throw refusal(call, 'thereIsNoCart');
  return cart;
}

function choose(
  call: CustomerCall,
  cart: SaleRecord,
  choice: { carrier: Carrier; price: number; pickupAddressId?: number },
): ErpResponse {
  const { erp, customer, lang } = call;
  const changed = withCarrier(erp, customer, cart, { ...choice, lang });
  erp.store.sales.put(changed);
  return cartAnswer(call, changed);
}

function offered(erp: ErpState, cart: SaleRecord, id: number) {
  return offeredCarriers(erp, cart).find(({ carrier }) => carrier.id === id) ?? null;
}

const CarrierChoice = z.strictObject({ carrier_id: int() });

function setCarrier(call: CustomerCall): ErpResponse {
  const input = read(CarrierChoice, call.body, 'body');
  const cart = neededCart(call);
  const found = offered(call.erp, cart, input.carrier_id);
  if (!found) throw refusal(call, 'carrierRefused');
  return choose(call, cart, found);
}

const MethodChoice = z.strictObject({ method_id: int(), uuid: z.unknown().optional() });

function setDeliveryMethod(call: CustomerCall): ErpResponse {
  const input = read(MethodChoice, call.body, 'body');
  const cart = newestOpenCart(call.erp, call.customer.id);
  if (!cart) throw notFound('No cart found');
  if (!carrierById(input.method_id)) throw notFound('No such delivery method');
  const found = offered(call.erp, cart, input.method_id);
  if (!found) throw refusal(call, 'carrierRefused');
  return choose(call, cart, found);
}

const SiteChoice = z.strictObject({ pickup_site_id: int() });
const CodeChoice = z.strictObject({ carrier_id: int(), code: text() });

function chosenSite(call: CustomerCall): PickupSite | null {
  if (call.erp.quirks.has('pickup-by-code')) {
    const input = read(CodeChoice, call.body, 'body');
    return (
      PICKUP_SITES.find(
        ({ carrierId, code }) => carrierId === input.carrier_id && code === input.code,
      ) ?? null
    );
  }
  const input = read(SiteChoice, call.body, 'body');
  return PICKUP_SITES.find(({ id }) => id === input.pickup_site_id) ?? null;
}

/** Creates an address record for a pickup point that only its carrier knows, when a customer first chooses it. */
function siteAddressId(erp: ErpState, site: PickupSite): number {
  if (site.id !== null) return site.id;
  const id = erp.store.next('address', 700_001);
  const place = { ...site, street2: null, country: 'BE' };
  return erp.store.addresses.put(pickupAddress(erp, id, place)).id;
}

function setPickup(call: CustomerCall): ErpResponse {
  const site = chosenSite(call);
  const cart = neededCart(call);
  const carrier = carrierById(site?.carrierId ?? null);
  if (!site || !carrier) throw refusal(call, 'pickupInvalid');
  const price = priceFor(carrier, weightOf(call.erp, cart));
  return choose(call, cart, { carrier, price, pickupAddressId: siteAddressId(call.erp, site) });
}

const PublicPoint = z.strictObject({
  code: text(),
  name: text(),
  zip: text(),
  city: text(),
  country_code: text(),
  street: text().nullish(),
  street2: text().nullish(),
  phone: text().nullish(),
  state_code: text().nullish(),
});

function setPublicPickup(call: CustomerCall): ErpResponse {
  const { erp } = call;
  const input = read(PublicPoint, call.body, 'body');
  const cart = neededCart(call);
  const carrier = carrierById(cart.carrierId);
  if (!carrier) throw refusal(call, 'noCarrierYet');
  if (!carrier.takesPublicPoints) throw refusal(call, 'noPublicPoints');
  if (countryIdOf(erp.world, input.country_code) === null) throw refusal(call, 'unknownCountry');
  const state = input.state_code ?? null;
  if (state !== null && stateIdOf(erp.world, state) === null) throw refusal(call, 'unknownState');
  const id = erp.store.next('address', 700_001);
  const address = pickupAddress(erp, id, {
    name: input.name,
    street: blankToNull(input.street ?? null),
    street2: blankToNull(input.street2 ?? null),
    zip: input.zip,
    city: input.city,
    phone: blankToNull(input.phone ?? null),
    state,
    country: input.country_code,
  });
  erp.store.addresses.put(address);
  const price = priceFor(carrier, weightOf(erp, cart));
  return choose(call, cart, { carrier, price, pickupAddressId: id });
}

const anyUuid = true;

export const deliveryChoiceRoutes: Route[] = [
  ...cartAction('POST', 'carrier', setCarrier, { anyUuid }),
  ...cartAction('POST', 'set_carrier', setCarrier, {
    anyUuid,
    when: (quirks) => !quirks.has('carrier-path-only'),
  }),
  ...cartAction('POST', 'set_pickup', setPickup, { anyUuid, when: isPorted }),
  ...cartAction('POST', 'set_public_delivery_pickup', setPublicPickup, {
    released: false,
    when: isPorted,
  }),
  signedIn('POST', 'carts/set_delivery_method', setDeliveryMethod, {
    released: false,
    row: 'write',
  }),
];
