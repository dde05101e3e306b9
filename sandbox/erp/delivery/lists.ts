/** Lists of carriers, delivery methods and pickup points (contract/erp.md 9.4, 11.1, 11.2, 11.3). */
import { z } from 'zod';
import { lastValues, type CustomerCall } from '../call';
import { cartForAction, newestOpenCart, openCartByUuid } from '../cart/open-carts';
import { json, notFound, type ErpResponse } from '../protocol/exchange';
import { int, read, text, uuid } from '../protocol/fields';
import { signedIn, type Route } from '../protocol/router';
import { isPorted } from '../quirks';
import { CARRIERS, carrierShape, destinationOf, methodShape, offeredCarriers } from './carriers';
import { PICKUP_SITES, pickupShape } from './pickups';

const Estimate = z.object({ country_id: int().optional(), zipcode: text().optional() });

/** Carriers for this cart, to the requested country or else to the cart's own address. */
function ofCart(call: CustomerCall): ErpResponse {
  const { erp, lang } = call;
  const query = read(Estimate, lastValues(call.query), 'query');
  const cart = cartForAction(call);
  if (!cart) throw notFound();
  const asked = erp.world.countries.find((country) => country.id === query.country_id);
  const destination = asked ? { country: asked.code } : destinationOf(erp, cart);
  return json(
    200,
    offeredCarriers(erp, cart, destination).map(({ carrier, price }) => ({
      ...carrierShape(carrier, lang),
      price_applied_to_cart: price,
    })),
  );
}

function priceless(call: CustomerCall) {
  const absent = call.erp.quirks.has('released-shapes');
  return CARRIERS.map((carrier) => ({
    ...carrierShape(carrier, call.lang),
    ...(absent ? {} : { price_applied_to_cart: null }),
  }));
}

const CartUuid = z.object({ cart_uuid: uuid() });

/**
 * With `cart_uuid` in the query, the response has another envelope and only the cart's carriers, unless the ERP ignores
 * the parameter (quirk `plain-carriers`).
 */
function all(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  if (!call.query.has('cart_uuid') || erp.quirks.has('plain-carriers'))
    return json(200, priceless(call));
  const query = read(CartUuid, lastValues(call.query), 'query');
  const cart = openCartByUuid(erp, customer.id, query.cart_uuid);
  if (!cart) throw notFound('No cart found');
  const data = offeredCarriers(erp, cart).map(({ carrier }) => methodShape(carrier, lang));
  return json(200, { size: data.length, data });
}

const Search = z.object({ carrier_id: int(), name: text().optional() });
const AddressSearch = Search.extend({
  country: text(),
  zip: text(),
  city: text(),
  street: text(),
});

const NEAREST = 10;

/** Difference between two postcodes, which in Belgium approximates the distance well enough. */
function distance(zip: string, asked: string): number {
  return Math.abs(Number.parseInt(zip, 10) - (Number.parseInt(asked, 10) || 0));
}

function pickups(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  if (call.erp.quirks.has('pickup-by-code')) {
    const query = read(AddressSearch, values, 'query');
    if (!/^be(lg.*)?$/i.test(query.country)) return json(200, []);
    const near = PICKUP_SITES.filter((site) => site.carrierId === query.carrier_id)
      .sort((a, b) => distance(a.zip, query.zip) - distance(b.zip, query.zip))
      .slice(0, NEAREST);
    return json(200, near.map(pickupShape));
  }
  const query = read(Search, values, 'query');
  const words = (query.name ?? '').toLowerCase();
  const found = PICKUP_SITES.filter(
    (site) =>
      site.carrierId === query.carrier_id &&
      [site.name, site.city, site.zip].some((part) => part.toLowerCase().includes(words)),
  );
  return json(200, found.map(pickupShape));
}

/** Handles a root path in which `{any}` is `current` or a uuid. */
function atRoot(call: CustomerCall): ErpResponse {
  const isCurrent = call.params['any'] === 'current';
  if (!isCurrent) return ofCart(call);
  if (!newestOpenCart(call.erp, call.customer.id)) throw notFound();
  return ofCart({ ...call, params: {} });
}

export const deliveryListRoutes: Route[] = [
  signedIn('GET', 'delivery_carriers', all),
  signedIn('GET', 'carts/delivery_carriers', ofCart),
  signedIn('GET', 'carts/current/delivery_carriers', ofCart),
  signedIn('GET', 'carts/{uuid:uuid}/delivery_carriers', ofCart),
  signedIn('GET', '{any:text}/delivery_carriers', atRoot, { when: isPorted }),
  signedIn('GET', 'delivery_pickups', pickups, { when: isPorted }),
  signedIn('GET', 'carts/current/delivery_pickups', pickups, { when: isPorted }),
];
