/** `POST carts/sync` and its other spellings: contract/erp.md 9.1 and section 10, with every variant. */
import type { CustomerCall, Office } from '../call';
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
  return json(status, saleShape(call.office, cart, call.lang));
}

function noCart(office: Office): ErpResponse {
  return office.cartVariants.empty === 'object' ? json(200, {}) : empty(204);
}

function checkProducts(office: Office, transactions: readonly Transaction[]): void {
  const unknown = transactions.some(({ product_id }) => !office.variants.get(product_id));
  if (unknown) throw missing();
}

interface Found {
  cart: SaleRecord;
  /** False: another cart than the one the sender means, or a new one (10.3). */
  meant: boolean;
}

/** 10.2 and 10.3. A first sync that saw no cart on arrival makes one, whatever happened since. */
function findCart(call: CustomerCall, uuid: string | null, hasWork: boolean): Found | null {
  const { office, customer } = call;
  const named = uuid === null ? null : openCartByUuid(office, customer.id, uuid);
  if (named) return { cart: named, meant: true };
  const newest = call.sawNoCart ? null : newestOpenCart(office, customer.id);
  if (newest) return { cart: newest, meant: uuid === null };
  return hasWork ? { cart: newCart(office, customer), meant: uuid === null } : null;
}

function isVoid(transactions: readonly Transaction[]): boolean {
  return transactions.every(({ qty }) => qty === 0);
}

function applyTransactions(
  call: CustomerCall,
  cart: SaleRecord,
  transactions: readonly Transaction[],
): SaleRecord {
  const { office, customer, lang } = call;
  const changes = transactions.map(({ product_id, qty, options }) => ({
    productId: product_id,
    qty,
    options: options ?? null,
  }));
  const changed = applyChanges(office, customer, lang, cart, changes);
  const uuids = transactions.flatMap(({ uuid }) => (uuid ? [uuid] : []));
  office.store.rememberTransactions(customer.id, uuids, office.clock.now());
  return changed;
}

function sync(call: CustomerCall): ErpResponse {
  const { office, customer } = call;
  const uuid = sentUuid(call);
  const sent = readTransactions(call);
  checkProducts(office, sent);
  const found = findCart(call, uuid, sent.length > 0);
  if (!found) return noCart(office);
  const toApply = found.meant ? notYetApplied(office, customer.id, sent) : [];
  let { cart } = found;
  if (toApply.length > 0) cart = applyTransactions(call, cart, toApply);
  const touchesDelivery = office.quirks.has('void-sync-clears-delivery')
    ? sent.length > 0
    : !isVoid(toApply);
  if (touchesDelivery)
    cart = withRewards(office, withoutDelivery(office, customer, cart), call.lang);
  if (sent.length > 0) office.store.sales.put(cart);
  return cartAnswer(call, cart, office.cartVariants.success);
}

/** One more open cart, as the released route does it. */
function another(call: CustomerCall): ErpResponse {
  const sent = readTransactions(call);
  checkProducts(call.office, sent);
  if (sent.length === 0) return noCart(call.office);
  const cart = applyTransactions(call, newCart(call.office, call.customer), sent);
  call.office.store.sales.put(cart);
  return cartAnswer(call, cart, 201);
}

function current(call: CustomerCall): ErpResponse {
  const cart = newestOpenCart(call.office, call.customer.id);
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
