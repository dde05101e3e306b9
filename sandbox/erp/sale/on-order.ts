/** Products on order, and the cancellation of back orders (contract/erp.md 6.19, 19.1 to 19.3). */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall, type ErpState } from '../call';
import { zoned } from '../clock';
import { json, missing, type ErpResponse } from '../protocol/exchange';
import { day, float, oneOf, read, text } from '../protocol/fields';
import { cut, readSlice, sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { sentence } from '../protocol/texts';
import { sendMail } from '../store/mails';
import type { LineRecord, SaleRecord } from '../store/records';
import { isGoods } from './amounts';
import { NEWEST_FIRST } from './sales';

const FAMILIES = ['meds', 'food', 'equipment'] as const;
const RESTRICTS = ['has_backorder', 'is_mto'] as const;

interface OnOrder {
  sale: SaleRecord;
  line: LineRecord;
}

function left(line: LineRecord): number {
  return line.qty - line.qtyDelivered - line.qtyCanceled;
}

function openLines(call: CustomerCall): OnOrder[] {
  return call.erp.store.sales
    .find(
      { customer: call.customer.id, typology: 'sale', raw: { in: ['sale', 'sent'] } },
      { order: NEWEST_FIRST },
    )
    .flatMap((sale) => sale.lines.map((line) => ({ sale, line })))
    .filter(({ line }) => isGoods(line) && left(line) > 0);
}

function shape(call: CustomerCall, { sale, line }: OnOrder) {
  const variant = call.erp.variants.get(line.productId);
  return {
    order_line_id: line.id,
    product_id: line.productId,
    description: variant?.name[call.lang] ?? line.name,
    order_ref: sale.name,
    customer_ref: sale.clientOrderRef,
    order_date: zoned(sale.dateOrder),
    qty_ordered: line.qty,
    qty_to_deliver: left(line),
    qty_in_backorder: line.qtyBackorder,
    has_backorder: line.qtyBackorder > 0,
    is_mto: variant?.isMadeToOrder ?? false,
    product_family: variant?.family ?? null,
  };
}

/** Values of an array parameter, repeated with or without brackets. */
export function wordsOf(call: CustomerCall, ...names: string[]): string[] {
  return names.flatMap((name) => [...call.query.getAll(`${name}[]`), ...call.query.getAll(name)]);
}

const Query = z.object({
  families: z.array(oneOf(FAMILIES)),
  restricts: z.array(oneOf(RESTRICTS)),
  order_ref: text().optional(),
  customer_ref: text().optional(),
  order_date_min: day().optional(),
  order_date_max: day().optional(),
});

type Shape = ReturnType<typeof shape>;

function fits(entry: Shape, query: z.infer<typeof Query>): boolean {
  const { families, restricts } = query;
  const family = entry.product_family;
  const ordered = entry.order_date.slice(0, 10);
  return (
    (families.length === 0 || (family !== null && families.includes(family))) &&
    (restricts.length === 0 || restricts.some((restrict) => entry[restrict])) &&
    entry.order_ref.includes(query.order_ref ?? '') &&
    (entry.customer_ref ?? '').includes(query.customer_ref ?? '') &&
    ordered >= (query.order_date_min ?? '') &&
    ordered <= (query.order_date_max ?? '9999')
  );
}

function list(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const query = read(
    Query,
    {
      ...values,
      families: wordsOf(call, 'families', 'product_families'),
      restricts: wordsOf(call, 'restricts'),
    },
    'query',
  );
  const found = openLines(call)
    .map((entry) => shape(call, entry))
    .filter((entry) => fits(entry, query));
  return sizeData(found.length, cut(found, readSlice({ values }, 10)));
}

function openLine(call: CustomerCall): OnOrder {
  const id = idParam(call, 'order_line_id');
  const found = openLines(call).find(({ line }) => line.id === id);
  if (!found) throw missing();
  return found;
}

function takeAway(erp: ErpState, saleId: number, lineId: number, quantity: number): void {
  const sale = erp.store.sales.get(saleId);
  if (!sale) return;
  const lines = sale.lines.map((line) => {
    if (line.id !== lineId) return line;
    const taken = Math.min(quantity, line.qtyBackorder);
    return {
      ...line,
      qtyCanceled: line.qtyCanceled + taken,
      qtyBackorder: line.qtyBackorder - taken,
      qtyUnavailable: Math.max(0, line.qtyUnavailable - taken),
    };
  });
  erp.store.sales.put({ ...sale, lines });
}

/** A real ERP only notifies the sales team. Here the quantity is cancelled at once, or after a delay. */
function accept(call: CustomerCall, { sale, line }: OnOrder, quantity: number): void {
  const { erp, customer } = call;
  sendMail(erp, {
    to: 'sales@erp.example',
    kind: 'cancel_backorder',
    subject: sale.name,
    data: { customer_ref: customer.ref, order_line_id: line.id, quantity },
  });
  if (erp.cancelDelayMs === 0) {
    takeAway(erp, sale.id, line.id, quantity);
    return;
  }
  void erp.scheduler.sleep(erp.cancelDelayMs).then(() => {
    if (!erp.store.isOpen()) return;
    erp.store.atomically(() => {
      takeAway(erp, sale.id, line.id, quantity);
    });
  });
}

const Cancel = z.object({ quantity: float() });

/** A rejected cancellation is a 200 with a reason (19.3). */
function cancel(call: CustomerCall): ErpResponse {
  const { quantity } = read(Cancel, call.body, 'body');
  const found = openLine(call);
  const refuse = (error_msg: string) => json(200, { status: false, error_msg });
  if (call.erp.variants.get(found.line.productId)?.isMadeToOrder)
    return refuse(sentence(call, 'cancelMto'));
  const max = found.line.qtyBackorder;
  if (!(quantity >= 1 && quantity <= max))
    return refuse(sentence(call, 'cancelRange', { max: String(max) }));
  accept(call, found, quantity);
  return json(200, { status: true, error_msg: null });
}

const released = false;

export const onOrderRoutes: Route[] = [
  signedIn('GET', 'products_on_order', list, { released }),
  signedIn(
    'GET',
    'products_on_order/{order_line_id:int}',
    (call) => json(200, shape(call, openLine(call))),
    { released },
  ),
  signedIn('POST', 'products_on_order/cancel/{order_line_id:int}', cancel, { released }),
];
