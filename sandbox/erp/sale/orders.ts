/** The customer's orders by channel (contract/erp.md 6.8 and 14.5), a smaller model than Sale. */
import { z } from 'zod';
import { lastValues, type CustomerCall } from '../call';
import { zoned } from '../clock';
import type { ErpResponse } from '../protocol/exchange';
import { day, oneOf, read } from '../protocol/fields';
import { readSlice, sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { Channel, type SaleRecord } from '../store/records';
import { money } from './amount-shapes';
import { isGoods, totalOf } from './amounts';
import { NEWEST_FIRST } from './sales';
import { stateLabel } from './sale-state';

const Query = z.object({
  sale_channel: oneOf(Channel.options).optional(),
  from_date: day().optional(),
});

function shape(call: CustomerCall, sale: SaleRecord) {
  const { erp, lang } = call;
  return {
    id: sale.id,
    name: sale.name,
    state: sale.raw,
    state_label: stateLabel(sale, erp.quirks, lang),
    suite_name: sale.suiteName,
    customer_ref: sale.clientOrderRef,
    sale_channel: sale.channel,
    date_order: zoned(sale.dateOrder),
    amount_total: money(Math.round(totalOf(sale) * 100), erp.quirks),
    lines: sale.lines.filter(isGoods).map((line) => ({
      line_id: line.id,
      reference: erp.variants.get(line.productId)?.sku ?? null,
      price: line.net,
      qty_ordered: line.qty,
      qty_delivered: line.qtyDelivered,
      qty_canceled: line.qtyCanceled,
    })),
  };
}

function list(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const query = read(Query, values, 'query');
  const slice = readSlice({ values }, 10);
  const filter = {
    customer: call.customer.id,
    typology: 'sale',
    ...(query.sale_channel ? { channel: query.sale_channel } : {}),
    ...(query.from_date ? { date_order: { from: query.from_date } } : {}),
  };
  const { sales } = call.erp.store;
  const page = sales.find(filter, { order: NEWEST_FIRST, ...slice });
  return sizeData(
    sales.count(filter),
    page.map((sale) => shape(call, sale)),
  );
}

export const orderRoutes: Route[] = [signedIn('GET', 'orders', list, { released: false })];
