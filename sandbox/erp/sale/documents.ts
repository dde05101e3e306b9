/**
 * Documents of the customer (contract/erp.md 6.16, 14.6, 14.7): those of each order, and one file for each of the
 * customer's price and discount lists. All are generated from the records on request.
 */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall } from '../call';
import { zoned } from '../clock';
import { file, notFound, type ErpResponse } from '../protocol/exchange';
import { day, oneOf, read } from '../protocol/fields';
import { cut, readSlice, sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { Channel, type SaleRecord } from '../store/records';
import { isGoods } from './amounts';
import { listFile } from './price-files';
import { salePdf } from './sale-pdf';

const TYPES = [
  'order',
  'delivery_note',
  'invoice',
  'credit_note',
  'pricelist',
  'discount',
] as const;
type DocumentType = (typeof TYPES)[number];

interface Document {
  id: number;
  name: string;
  format: string;
  res_model: string | null;
  sale_channel: SaleRecord['channel'] | null;
  type: DocumentType;
  document_date: string | null;
  make: (call: CustomerCall) => { type: string; bytes: Uint8Array };
}

const PDF = 'application/pdf';

/** Documents of one order. Their ids are the order's id followed by a digit for the kind. */
function ofSale(sale: SaleRecord): Document[] {
  const paper = (
    digit: number,
    name: string,
    type: DocumentType,
    model: string,
    date = sale.dateOrder,
  ): Document => ({
    id: sale.id * 10 + digit,
    name,
    format: 'pdf',
    res_model: model,
    sale_channel: sale.channel,
    type,
    document_date: zoned(date),
    make: (call) => ({ type: PDF, bytes: salePdf(call.erp, sale, name, call.lang) }),
  });
  const papers = [paper(1, sale.name, 'order', 'sale.order')];
  if (sale.lines.some((line) => isGoods(line) && line.qtyDelivered > 0))
    papers.push(paper(2, `BL-${sale.name}`, 'delivery_note', 'stock.picking'));
  const [invoice] = sale.invoices;
  if (!invoice) return papers;
  const invoiced = invoice.date ? `${invoice.date}T12:00:00` : sale.dateOrder;
  papers.push(paper(3, invoice.name, 'invoice', 'account.move', invoiced));
  if (sale.raw === 'cancel')
    papers.push(paper(4, `R${invoice.name}`, 'credit_note', 'account.move', invoiced));
  return papers;
}

const LIST_BASE = 1_000_000_000;

function ofLists(call: CustomerCall): Document[] {
  const { customer, erp } = call;
  const date = `${erp.world.today.slice(0, 7)}-01T06:00:00Z`;
  const entry = (index: number, list: string, type: 'pricelist' | 'discount'): Document => ({
    id: LIST_BASE + customer.id * 10 + index,
    name: list,
    format: 'csv',
    res_model: null,
    sale_channel: null,
    type,
    document_date: date,
    make: (asked) => ({ type: 'text/csv; charset=utf-8', bytes: listFile(asked, list, type) }),
  });
  const gross = customer.pricelistGross;
  return [
    ...(gross === null ? [] : [entry(0, gross, 'pricelist')]),
    ...customer.pricelistDiscounts.map((list, index) => entry(index + 1, list, 'discount')),
  ];
}

function allOf(call: CustomerCall): Document[] {
  const sales = call.erp.store.sales.find({ customer: call.customer.id, typology: 'sale' });
  return [...sales.flatMap(ofSale), ...ofLists(call)].sort(
    (a, b) => (b.document_date ?? '').localeCompare(a.document_date ?? '') || b.id - a.id,
  );
}

function shape(document: Document) {
  const { id, name, format, res_model, sale_channel, type, document_date } = document;
  return { id, name, format, res_model, sale_channel, type, document_date };
}

const Query = z.object({
  type: oneOf(TYPES).optional(),
  sale_channel: oneOf(Channel.options).optional(),
  from_date: day().optional(),
  to_date: day().optional(),
});

function list(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const query = read(Query, values, 'query');
  const found = allOf(call).filter((document) => {
    const date = document.document_date?.slice(0, 10) ?? '';
    return (
      (query.type === undefined || document.type === query.type) &&
      (query.sale_channel === undefined || document.sale_channel === query.sale_channel) &&
      date >= (query.from_date ?? '') &&
      date <= (query.to_date ?? '9999')
    );
  });
  const page = cut(found, readSlice({ values }, 10));
  return sizeData(found.length, page.map(shape));
}

function download(call: CustomerCall): ErpResponse {
  const id = idParam(call, 'document_id');
  const found = allOf(call).find((document) => document.id === id);
  if (!found) throw notFound('No such document');
  const made = found.make(call);
  return file(`${found.name.replaceAll('/', '-')}.${found.format}`, made.type, made.bytes);
}

export const documentRoutes: Route[] = [
  signedIn('GET', 'documents', list, { released: false }),
  signedIn('GET', 'documents/{document_id:int}/download', download, {
    released: false,
    download: true,
  }),
];
