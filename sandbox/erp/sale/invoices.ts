/**
 * Invoices and their downloads (contract/erp.md 14.4). The specification uses a singular path, the published modules a
 * plural one.
 */
import { idParam, lastValues, type CustomerCall } from '../call';
import { file, json, missing, type ErpResponse } from '../protocol/exchange';
import { countItems, cut, readSlice } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import type { SaleRecord } from '../store/records';
import { money } from './amount-shapes';
import { sumCents } from './amounts';
import { salePdf } from './sale-pdf';
import { NEWEST_FIRST, foreign } from './sales';

interface Found {
  sale: SaleRecord;
  invoice: SaleRecord['invoices'][number];
}

function invoicesOf(sale: SaleRecord): Found[] {
  return sale.invoices.map((invoice) => ({ sale, invoice }));
}

function ownInvoices(call: CustomerCall): Found[] {
  return call.erp.store.sales
    .find({ customer: call.customer.id, typology: 'sale' }, { order: NEWEST_FIRST })
    .flatMap(invoicesOf);
}

function ownInvoice(call: CustomerCall): Found {
  const id = idParam(call, 'invoice_id');
  const own = ownInvoices(call).find(({ invoice }) => invoice.id === id);
  if (own) return own;
  const others = call.erp.store.sales.find({ invoice: id });
  throw others.length > 0 ? foreign(call.erp) : missing();
}

function shape(call: CustomerCall, { sale, invoice }: Found) {
  const { quirks } = call.erp;
  const sum = sumCents(sale.lines);
  const total = money(sum.untaxed + sum.tax, quirks);
  return {
    id: invoice.id,
    name: invoice.name,
    date_invoice: invoice.date,
    date_due: invoice.date,
    state: 'posted',
    payment_state: sale.raw === 'done' ? 'paid' : 'not_paid',
    ref: sale.clientOrderRef,
    payment_reference: invoice.name,
    amount: {
      amount_tax: money(sum.tax, quirks),
      amount_untaxed: money(sum.untaxed, quirks),
      amount_total: total,
      amount_due: sale.raw === 'done' ? 0 : total,
    },
  };
}

function list(call: CustomerCall): ErpResponse {
  const released = call.erp.quirks.has('released-shapes');
  const slice = readSlice({ values: lastValues(call.query), pageSizeOnly: released }, 80);
  const found = ownInvoices(call);
  const items = cut(found, slice).map((entry) => shape(call, entry));
  return countItems(found.length, items, !released);
}

function download(call: CustomerCall): ErpResponse {
  const { sale, invoice } = ownInvoice(call);
  const body = salePdf(call.erp, sale, invoice.name, call.lang);
  return file(`${invoice.name.replaceAll('/', '-')}.pdf`, 'application/pdf', body);
}

export const invoiceRoutes: Route[] = [
  signedIn('GET', 'invoice/{invoice_id:int}/download', download, {
    download: true,
    released: false,
    when: (quirks) => !quirks.has('invoices-plural'),
  }),
  signedIn('GET', 'invoices/{invoice_id:int}/download', download, { download: true }),
  signedIn('GET', 'invoices', list),
  signedIn('GET', 'invoices/{invoice_id:int}', (call) => json(200, shape(call, ownInvoice(call)))),
];
