/** Sales and their downloads (contract/erp.md 14.1 to 14.3). */
import { idParam, lastValues, type CustomerCall, type ErpState } from '../call';
import { accessError, file, json, missing, type ErpResponse } from '../protocol/exchange';
import { countItems, cut, readSlice } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import type { SaleRecord } from '../store/records';
import { salePdf } from './sale-pdf';
import { saleShape } from './sale-shape';

export const NEWEST_FIRST = 'date_order DESC, id DESC';

/**
 * Returns a filter by name. With `isPattern`, `%` and `_` are wildcards as in SQL; otherwise the name must contain the
 * text.
 */
function nameFilter(pattern: string | null, isPattern: boolean): (name: string) => boolean {
  if (!pattern) return () => true;
  if (!isPattern) return (name) => name.toLowerCase().includes(pattern.toLowerCase());
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const regex = new RegExp(source, 'is');
  return (name) => regex.test(name);
}

/** The published modules list cancelled orders and sent quotations among the sales. */
function isListed(sale: SaleRecord, wide: boolean): boolean {
  if (sale.typology === 'sale') return wide || sale.raw !== 'cancel';
  return wide && sale.typology === 'quote' && sale.quotationState !== 'draft';
}

function list(call: CustomerCall): ErpResponse {
  const { erp, customer, lang, query } = call;
  const released = erp.quirks.has('released-shapes');
  const wide = erp.quirks.has('sales-list-quotations');
  const slice = readSlice({ values: lastValues(query), pageSizeOnly: released }, 80);
  const named = nameFilter(query.get('name'), wide);
  const found = erp.store.sales
    .find({ customer: customer.id, typology: { in: ['sale', 'quote'] } }, { order: NEWEST_FIRST })
    .filter((sale) => isListed(sale, wide) && named(sale.name));
  const items = cut(found, slice).map((sale) => saleShape(erp, sale, lang));
  return countItems(found.length, items, !released);
}

/** Error for another customer's record: 404, or 403 with the quirk `foreign-403`. */
export function foreign(erp: ErpState): Error {
  return erp.quirks.has('foreign-403') ? accessError() : missing();
}

function ownSale(call: CustomerCall, id: number): SaleRecord {
  const { erp, customer } = call;
  const sale = erp.store.sales.get(id);
  if (!sale) throw missing();
  if (sale.customerId !== customer.id) throw foreign(erp);
  if (!isListed(sale, erp.quirks.has('sales-list-quotations')) && sale.typology !== 'sale')
    throw missing();
  return sale;
}

function one(call: CustomerCall): ErpResponse {
  const sale = ownSale(call, idParam(call, 'sale_id'));
  return json(200, saleShape(call.erp, sale, call.lang));
}

function download(call: CustomerCall): ErpResponse {
  const sale = ownSale(call, idParam(call, 'sale_id'));
  const body = salePdf(call.erp, sale, sale.name, call.lang);
  return file(`${sale.name}.pdf`, 'application/pdf', body);
}

export const saleRoutes: Route[] = [
  signedIn('GET', 'sales', list),
  signedIn('GET', 'sales/{sale_id:int}', one),
  signedIn('GET', 'sales/{sale_id:int}/download', download, { download: true }),
];
