/** Reads quotations and executes their actions (contract/erp.md 17.1, 17.3). */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall, type ErpState } from '../call';
import { placeOrder } from '../cart/checkout';
import { Refusal, file, json, missing, type ErpResponse } from '../protocol/exchange';
import { oneOf, read, text } from '../protocol/fields';
import { countItems, cut, readSlice } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { QuotationState, type SaleRecord } from '../store/records';
import { isGoods } from './amounts';
import { salePdf } from './sale-pdf';
import { saleShape } from './sale-shape';
import { NEWEST_FIRST, foreign } from './sales';

const Filter = z.object({
  quotation_state: oneOf(QuotationState.options).optional(),
  client_order_ref: text().optional(),
  name: text().optional(),
});

const holds = (value: string | null, part: string | undefined) =>
  (value ?? '').toLowerCase().includes((part ?? '').toLowerCase());

/** The published modules also list an order that waits for its payment, because Odoo stores both as `sent`. */
const isListedQuotation = (sale: SaleRecord, { quirks }: Pick<ErpState, 'quirks'>): boolean =>
  sale.typology === 'quote' || (quirks.has('quotations-list-unpaid') && isUnpaid(sale));

export const isUnpaid = (sale: SaleRecord): boolean =>
  sale.typology === 'sale' && sale.raw === 'sent' && sale.quotationState === null;

function list(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  const values = lastValues(call.query);
  const small = erp.quirks.has('small-quotations');
  const filter = read(small ? Filter.omit({ quotation_state: true }) : Filter, values, 'query');
  const state = 'quotation_state' in filter ? filter.quotation_state : undefined;
  const typology = { in: ['quote', 'sale'] } as const;
  const found = erp.store.sales
    .find({ customer: customer.id, typology }, { order: NEWEST_FIRST })
    .filter(
      (sale) =>
        isListedQuotation(sale, erp) &&
        (state === undefined || sale.quotationState === state) &&
        holds(sale.clientOrderRef, filter.client_order_ref) &&
        holds(sale.name, filter.name),
    );
  const released = erp.quirks.has('released-shapes');
  const slice = readSlice({ values, pageSizeOnly: released }, 80);
  const items = cut(found, slice).map((sale) => saleShape(erp, sale, lang));
  return countItems(found.length, items, !released);
}

/** The customer's quotation; one that has become an order is not found. */
export function ownQuotation(call: CustomerCall): SaleRecord {
  const found = call.erp.store.sales.get(idParam(call, 'quotation_id'));
  if (!found) throw missing();
  if (found.customerId !== call.customer.id) throw foreign(call.erp);
  if (!isListedQuotation(found, call.erp)) throw missing();
  return found;
}

export function quotationAnswer(call: CustomerCall, sale: SaleRecord, status = 200): ErpResponse {
  return json(status, saleShape(call.erp, call.erp.store.sales.put(sale), call.lang));
}

/**
 * Throws unless the quotation is in one of the states that the action requires: 409, or 400 with the published modules.
 */
export function refuseState(
  call: CustomerCall,
  sale: SaleRecord,
  action: string,
  states: readonly QuotationState[],
): void {
  if (sale.quotationState !== null && states.includes(sale.quotationState)) return;
  const needed = states.map((state) => `'${state}'`).join(', ');
  const status = call.erp.quirks.has('state-400') ? 400 : 409;
  throw new Refusal(
    status,
    `Action '${action}' needs a quotation in state ${needed}, not '${sale.quotationState ?? ''}'.`,
  );
}

function download(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  refuseState(call, sale, 'download', ['waiting_acceptation', 'accepted', 'cancel']);
  const body = salePdf(call.erp, sale, sale.name, call.lang);
  return file(`${sale.name}.pdf`, 'application/pdf', body);
}

function request(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  refuseState(call, sale, 'request_quotation', ['draft']);
  if (!sale.lines.some(isGoods)) throw refusal(call, 'emptyQuotation');
  return quotationAnswer(call, { ...sale, quotationState: 'customer_request' });
}

function accept(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  refuseState(call, sale, 'accept', ['waiting_acceptation']);
  const order = placeOrder(
    call.erp,
    call.customer,
    { ...sale, quotationState: 'accepted' },
    'sale',
  );
  return quotationAnswer(call, order);
}

function cancel(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  refuseState(call, sale, 'cancel', ['customer_request', 'waiting_acceptation']);
  return quotationAnswer(call, { ...sale, raw: 'cancel', quotationState: 'cancel' });
}

function resetToDraft(call: CustomerCall): ErpResponse {
  const sale = ownQuotation(call);
  refuseState(call, sale, 'reset_to_draft', ['customer_request', 'waiting_acceptation', 'cancel']);
  return quotationAnswer(call, { ...sale, raw: 'draft', quotationState: 'draft' });
}

const full = {
  released: false,
  when: (quirks: { has(name: 'small-quotations'): boolean }) => !quirks.has('small-quotations'),
  body: 'none',
} as const;

export const quotationRoutes: Route[] = [
  signedIn('GET', 'quotations', list),
  signedIn('GET', 'quotations/{quotation_id:int}', (call) =>
    json(200, saleShape(call.erp, ownQuotation(call), call.lang)),
  ),
  signedIn('GET', 'quotations/{quotation_id:int}/download', download, { download: true }),
  signedIn('POST', 'quotations/{quotation_id:int}/request_quotation', request, full),
  signedIn('POST', 'quotations/{quotation_id:int}/accept', accept, full),
  signedIn('POST', 'quotations/{quotation_id:int}/cancel', cancel, full),
  signedIn('POST', 'quotations/{quotation_id:int}/reset_to_draft', resetToDraft, full),
];
