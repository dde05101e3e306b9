/** Changes quotations (contract/erp.md 17.2), and the few quotation calls of the published modules (17.4). */
import { z } from 'zod';
import type { CustomerCall } from '../call';
import { goodsLine, nextLineId } from '../cart/lines';
import { newSale, newestOpenCart } from '../cart/open-carts';
import { cartAction } from '../cart/spellings';
import {
  Refusal,
  badRequest,
  internalError,
  json,
  missing,
  type ErpResponse,
} from '../protocol/exchange';
import { float, int, read, text } from '../protocol/fields';
import { blankToNull, noteHtml } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import type { Quirks } from '../quirks';
import type { LineRecord, SaleRecord } from '../store/records';
import { isUnpaid, ownQuotation, quotationAnswer, refuseState } from './quotations';
import { saleShape } from './sale-shape';

/** Accepts `qty` as an alias of `quantity`. */
const LineIn = z.object({
  line_id: int().nullish(),
  product_id: int(),
  quantity: float().optional(),
  qty: float().optional(),
  sequence: int().nullish(),
});
type LineIn = z.infer<typeof LineIn>;

const Head = z.object({
  client_order_ref: text().nullish(),
  note: text().nullish(),
  lines: z.array(LineIn).nullish(),
});

function quantityOf(input: LineIn): number {
  const quantity = input.quantity ?? input.qty;
  if (quantity !== undefined && Number.isFinite(quantity)) return quantity;
  const msg = quantity === undefined ? 'Field required' : 'Input should be a finite number';
  const type = quantity === undefined ? 'missing' : 'finite_number';
  throw new Refusal(422, [{ type, loc: ['body', 'quantity'], msg, input: quantity ?? null }]);
}

function positive(input: LineIn): number {
  const quantity = quantityOf(input);
  if (quantity > 0) return quantity;
  const msg = 'Input should be greater than 0';
  const loc = ['body', 'quantity'];
  throw new Refusal(422, [{ type: 'greater_than', loc, msg, input: quantity, ctx: { gt: 0 } }]);
}

function priced(call: CustomerCall, input: LineIn, id: number): LineRecord {
  if (!call.erp.variants.get(input.product_id)) throw missing();
  const wanted = { id, productId: input.product_id, qty: positive(input), options: null };
  return goodsLine(call.erp, call.customer, call.lang, wanted);
}

function known(sale: SaleRecord, lineId: number): LineRecord {
  const found = sale.lines.find((line) => line.id === lineId);
  if (!found) throw missing();
  return found;
}

/** Replaces all lines: lines that the request does not contain are deleted. */
function wholeList(call: CustomerCall, sale: SaleRecord, lines: readonly LineIn[]): LineRecord[] {
  return [...lines]
    .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    .map((input) => {
      const id = input.line_id ? known(sale, input.line_id).id : nextLineId(call.erp);
      return priced(call, input, id);
    });
}

function described(sale: SaleRecord, input: z.infer<typeof Head>): SaleRecord {
  const changed = { ...sale };
  if (input.client_order_ref !== undefined)
    changed.clientOrderRef = blankToNull(input.client_order_ref);
  if (input.note !== undefined) changed.note = noteHtml(input.note);
  return changed;
}

function create(call: CustomerCall): ErpResponse {
  const input = read(Head, call.body ?? {}, 'body');
  const kind = { typology: 'quote', quotationState: 'draft' } as const;
  const sale = described(newSale(call.erp, call.customer, kind), input);
  return quotationAnswer(call, { ...sale, lines: wholeList(call, sale, input.lines ?? []) }, 201);
}

function editable(call: CustomerCall, action: string): SaleRecord {
  const sale = ownQuotation(call);
  refuseState(call, sale, action, ['draft']);
  return sale;
}

function update(call: CustomerCall): ErpResponse {
  const input = read(Head, call.body, 'body');
  const found = editable(call, 'update');
  const sale = described(found, input);
  const lines = input.lines ? wholeList(call, found, input.lines) : found.lines;
  return quotationAnswer(call, { ...sale, lines });
}

function addLine(call: CustomerCall): ErpResponse {
  const input = read(LineIn, call.body, 'body');
  const sale = editable(call, 'add_line');
  const line = priced(call, input, nextLineId(call.erp));
  return quotationAnswer(call, { ...sale, lines: [...sale.lines, line] }, 201);
}

const LineUpdate = LineIn.extend({ line_id: int() });

/** A quantity of zero deletes the line. */
function updateLine(call: CustomerCall): ErpResponse {
  const input = read(LineUpdate, call.body, 'body');
  const sale = editable(call, 'update_line');
  const { id } = known(sale, input.line_id);
  const lines =
    quantityOf(input) === 0
      ? sale.lines.filter((line) => line.id !== id)
      : sale.lines.map((line) => (line.id === id ? priced(call, input, id) : line));
  return quotationAnswer(call, { ...sale, lines });
}

const LineDelete = z.object({ line_id: int() });

function deleteLine(call: CustomerCall): ErpResponse {
  const input = read(LineDelete, call.body, 'body');
  const sale = editable(call, 'delete_line');
  const { id } = known(sale, input.line_id);
  return quotationAnswer(call, { ...sale, lines: sale.lines.filter((line) => line.id !== id) });
}

function remove(call: CustomerCall): ErpResponse {
  call.erp.store.sales.remove(editable(call, 'delete').id);
  return json(200, null);
}

/** Published modules: updates only the reference, clears it when absent, and ignores note and lines. */
function smallUpdate(call: CustomerCall): ErpResponse {
  const input = read(Head.pick({ client_order_ref: true }), call.body, 'body');
  const clientOrderRef = blankToNull(input.client_order_ref ?? null);
  return quotationAnswer(call, { ...ownQuotation(call), clientOrderRef });
}

/** Published modules: accepts the quotation, but its raw state remains `sent`. */
function smallConfirm(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  // An order that waits for its payment gets a 200 without any change.
  if (isUnpaid(sale)) return quotationAnswer(call, sale);
  if (sale.quotationState !== 'waiting_acceptation')
    throw badRequest("Only quotation with the state 'waiting_acceptation' can be Confirmed.");
  return quotationAnswer(call, {
    ...sale,
    typology: 'sale',
    raw: 'sent',
    quotationState: 'accepted',
  });
}

/** Published modules: turns the whole cart into a quotation request. Without a cart the ERP returns a 500. */
function fromCart(call: CustomerCall): ErpResponse {
  const cart = newestOpenCart(call.erp, call.customer.id);
  if (!cart) throw internalError();
  const sale = call.erp.store.sales.put({
    ...cart,
    typology: 'quote',
    quotationState: 'customer_request',
  });
  return json(200, saleShape(call.erp, sale, call.lang));
}

const small = { when: (quirks: Quirks) => quirks.has('small-quotations') };
const full = { when: (quirks: Quirks) => !quirks.has('small-quotations'), released: false };
const ONE = 'quotations/{quotation_id:int}';

export const quotationEditingRoutes: Route[] = [
  signedIn('POST', 'quotations/create', create, full),
  signedIn('POST', ONE, update, { when: full.when }),
  signedIn('POST', `${ONE}/update`, update, full),
  signedIn('POST', `${ONE}/add_line`, addLine, full),
  signedIn('PUT', `${ONE}/update_line`, updateLine, full),
  signedIn('POST', `${ONE}/delete_line`, deleteLine, full),
  signedIn('DELETE', ONE, remove, full),
  signedIn('POST', ONE, smallUpdate, small),
  signedIn('POST', `${ONE}/confirm`, smallConfirm, { ...small, body: 'none' }),
  ...cartAction('POST', 'request_quotation', fromCart, { ...small, body: 'none' }),
];
