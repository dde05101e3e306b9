/** `POST carts/sync` and its other paths (contract/erp.md 9.1 and section 10), with every variant of the quirks. */
import type { CustomerCall, ErpState } from '../call';
import { empty, json, missing, type ErpResponse } from '../protocol/exchange';
import { signedIn, type Route } from '../protocol/router';
import { withoutDelivery } from '../delivery/choose';
import { saleShape } from '../sale/sale-shape';
import type { SaleRecord } from '../store/records';
import { applyChanges } from './lines';
import { newCart, newestOpenCart, openCartByUuid } from './open-carts';
import { withRewards } from './rewards';
import { notYetApplied, readTransactions, sentUuid, type Transaction } from './transactions';

export function cartAnswer(call: CustomerCall, cart: SaleRecord, status = 200): ErpResponse {
  return json(status, saleShape(call.erp, cart, call.lang));
}

function noCart(erp: ErpState): ErpResponse {
  return erp.cartVariants.empty === 'object' ? json(200, {}) : empty(204);
}

function checkProducts(erp: ErpState, transactions: readonly Transaction[]): void {
  const unknown = transactions.some(({ product_id }) => !erp.variants.get(product_id));
  if (unknown) throw missing();
}

interface Found {
  cart: SaleRecord;
  /** True if the request names this cart; false for another open cart or a new one (10.3). */
  meant: boolean;
}

/**
 * The cart that a sync changes (10.2, 10.3). A first sync that found no cart on arrival creates one, even if another
 * sync has created one since.
 */
function findCart(call: CustomerCall, uuid: string | null, hasWork: boolean): Found | null {
  const { erp, customer } = call;
  const named = uuid === null ? null : openCartByUuid(erp, customer.id, uuid);
  if (named) return { cart: named, meant: true };
  const newest = call.sawNoCart ? null : newestOpenCart(erp, customer.id);
  if (newest) return { cart: newest, meant: uuid === null };
  return hasWork ? { cart: newCart(erp, customer), meant: uuid === null } : null;
}

function isVoid(transactions: readonly Transaction[]): boolean {
  return transactions.every(({ qty }) => qty === 0);
}

function applyTransactions(
  call: CustomerCall,
  cart: SaleRecord,
  transactions: readonly Transaction[],
): SaleRecord {
  const { erp, customer, lang } = call;
  const changes = transactions.map(({ product_id, qty, options }) => ({
    productId: product_id,
    qty,
    options: options ?? null,
  }));
  const changed = applyChanges(erp, customer, lang, cart, changes);
  const uuids = transactions.flatMap(({ uuid }) => (uuid ? [uuid] : []));
  erp.store.rememberTransactions(customer.id, uuids, erp.clock.now());
  return changed;
}

function sync(call: CustomerCall): ErpResponse {
  const { erp, customer } = call;
  const uuid = sentUuid(call);
  const sent = readTransactions(call);
  checkProducts(erp, sent);
  const found = findCart(call, uuid, sent.length > 0);
  if (!found) return noCart(erp);
  const toApply = found.meant ? notYetApplied(erp, customer.id, sent) : [];
  let { cart } = found;
  if (toApply.length > 0) cart = applyTransactions(call, cart, toApply);
  const touchesDelivery = erp.quirks.has('void-sync-clears-delivery')
    ? sent.length > 0
    : !isVoid(toApply);
  if (touchesDelivery) cart = withRewards(erp, withoutDelivery(erp, customer, cart), call.lang);
  if (sent.length > 0) erp.store.sales.put(cart);
  return cartAnswer(call, cart, erp.cartVariants.success);
}

/** Creates an additional open cart, like the route of the published modules. */
function another(call: CustomerCall): ErpResponse {
  const sent = readTransactions(call);
  checkProducts(call.erp, sent);
  if (sent.length === 0) return noCart(call.erp);
  const cart = applyTransactions(call, newCart(call.erp, call.customer), sent);
  call.erp.store.sales.put(cart);
  return cartAnswer(call, cart, 201);
}

function current(call: CustomerCall): ErpResponse {
  const cart = newestOpenCart(call.erp, call.customer.id);
  return cart ? cartAnswer(call, cart) : empty(204);
}

const row = 'sync';

export const syncRoutes: Route[] = [
  signedIn('POST', 'carts/sync', sync, { row }),
  signedIn('POST', 'carts/current/sync', sync, { row }),
  signedIn('POST', 'carts/{uuid:uuid}/sync', sync, { row }),
  signedIn('POST', 'carts/sync/{uuid:uuid}', sync, { row }),
  signedIn('POST', 'carts/new', another, {
    row: 'write',
    when: (quirks) => quirks.has('many-open-carts'),
  }),
  signedIn('GET', 'carts', current, { slash: 'trailing' }),
  signedIn('GET', 'carts/current', current),
];
