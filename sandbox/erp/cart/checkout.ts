/** Steps before the order: reference, shortage, confirmation (contract/erp.md 9.11, 9.12, 9.13). */
import { z } from 'zod';
import type { CustomerCall, ErpState } from '../call';
import { json, notFound, type ErpResponse } from '../protocol/exchange';
import { read, text, uuid } from '../protocol/fields';
import { blankToNull, noteHtml } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { isGoods } from '../sale/amounts';
import { saleShape } from '../sale/sale-shape';
import type { CustomerRecord, SaleRecord } from '../store/records';
import { sendMail } from '../store/mails';
import { shortage } from './lines';
import { newestOpenCart, openCartByUuid } from './open-carts';

function holdsMedicine(erp: ErpState, sale: SaleRecord): boolean {
  return sale.lines
    .filter(isGoods)
    .some((line) => erp.variants.get(line.productId)?.isMedicine === true);
}

/** Next name of a series: `sn12345` gives `sn12346`, `sn009` gives `sn010`, `sn` gives `sn1`. */
function nextInSeries(name: string): string {
  const [digits = ''] = /(?<!\d)\d+$/.exec(name) ?? [];
  const stem = name.slice(0, name.length - digits.length);
  return stem + String(BigInt(digits || '0') + 1n).padStart(digits.length, '0');
}

function nextSuiteName(call: CustomerCall): ErpResponse {
  const cart = newestOpenCart(call.erp, call.customer.id);
  if (!cart || !holdsMedicine(call.erp, cart)) return json(200, { value: null });
  const last = call.customer.lastSuiteName;
  return json(200, { value: cart.suiteName ?? (last === null ? null : nextInSeries(last)) });
}

const Refresh = z.object({ uuid: uuid() });

function namedCart(call: CustomerCall, id: string): SaleRecord {
  const cart = openCartByUuid(call.erp, call.customer.id, id);
  if (!cart) throw notFound('No cart found');
  return cart;
}

/** Compares each shortage with the last stored one, so a second call right after the first shows no difference. */
function refreshUnavailable(call: CustomerCall): ErpResponse {
  const { erp } = call;
  const input = read(Refresh, call.body, 'body');
  const cart = namedCart(call, input.uuid);
  const diffs = new Map<number, number>();
  const lines = cart.lines.map((line) => {
    if (!isGoods(line)) return line;
    const qtyUnavailable = shortage(erp, line.productId, line.qty);
    diffs.set(line.id, qtyUnavailable - line.qtyUnavailable);
    return { ...line, qtyUnavailable };
  });
  const fresh = erp.store.sales.put({ ...cart, lines });
  return json(200, saleShape(erp, fresh, call.lang, { diffs }));
}

/** Turns the cart into an order. Its goods leave the stock; missing quantities become a back order. */
export function placeOrder(
  erp: ErpState,
  customer: CustomerRecord,
  cart: SaleRecord,
  raw: 'sale' | 'sent',
): SaleRecord {
  const lines = cart.lines.map((line) => {
    if (!isGoods(line)) return line;
    const short = Math.min(line.qty, shortage(erp, line.productId, line.qty));
    const taken = erp.store.reservations.get(line.productId)?.qty ?? 0;
    erp.store.reservations.put({ id: line.productId, qty: taken + line.qty });
    return { ...line, qtyUnavailable: short, qtyBackorder: short };
  });
  if (cart.suiteName !== null)
    erp.store.customers.put({ ...customer, lastSuiteName: cart.suiteName });
  sendMail(erp, {
    to: customer.email,
    kind: 'order',
    subject: cart.name,
    data: { sale_id: cart.id },
  });
  return erp.store.sales.put({
    ...cart,
    lines,
    typology: 'sale',
    raw,
    dateOrder: erp.clock.naive(),
  });
}

const Confirm = z.object({
  uuid: uuid(),
  note: text().nullish(),
  customer_ref: text().nullish(),
  suite_name: text().nullish(),
});

function confirm(call: CustomerCall): ErpResponse {
  const input = read(Confirm, call.body, 'body');
  const cart = namedCart(call, input.uuid);
  if (!call.customer.canOrder) throw refusal(call, 'mayNotOrder');
  if (!cart.lines.some(isGoods)) throw refusal(call, 'emptyCart');
  const described: SaleRecord = { ...cart };
  if (input.note !== undefined) described.note = noteHtml(input.note);
  if (input.customer_ref !== undefined) described.clientOrderRef = blankToNull(input.customer_ref);
  if (input.suite_name !== undefined) described.suiteName = blankToNull(input.suite_name);
  const sale = placeOrder(call.erp, call.customer, described, 'sale');
  return json(200, saleShape(call.erp, sale, call.lang));
}

const released = false;

export const checkoutRoutes: Route[] = [
  signedIn('GET', 'carts/next_suite_name', nextSuiteName, { released }),
  signedIn('POST', 'carts/refresh_qty_unavailable', refreshUnavailable, { released, row: 'write' }),
  signedIn('POST', 'carts/confirm', confirm, { released, row: 'write' }),
];
