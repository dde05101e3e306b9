/** Statistics of the customer's orders (contract/erp.md 19.4 to 19.6), computed from the orders. */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall } from '../call';
import { zoned } from '../clock';
import { json, type ErpResponse } from '../protocol/exchange';
import { flag, oneOf, read } from '../protocol/fields';
import { cut, readSlice, sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { isGoods, lineCents } from './amounts';
import type { LineRecord } from '../store/records';
import { wordsOf } from './on-order';

interface Ordered {
  line: LineRecord;
  date: string;
}

function orderedLines(call: CustomerCall, from: string): Ordered[] {
  return call.erp.store.sales
    .find({
      customer: call.customer.id,
      typology: 'sale',
      raw: { in: ['sale', 'done'] },
      date_order: { from },
    })
    .flatMap((sale) => sale.lines.map((line) => ({ line, date: sale.dateOrder })))
    .filter(({ line }) => isGoods(line));
}

/** The first day of the month that is `back` months before the current one. */
function monthStart(today: string, back: number): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - back);
  return date.toISOString().slice(0, 10);
}

const MONTHS = 12;

function monthly(call: CustomerCall): ErpResponse {
  const productId = idParam(call, 'product_id');
  const today = call.erp.clock.today();
  const starts = Array.from({ length: MONTHS }, (_, index) => monthStart(today, MONTHS - index));
  const months = Object.fromEntries(starts.map((start) => [start, 0]));
  for (const { line, date } of orderedLines(call, starts[0] ?? today)) {
    const month = `${date.slice(0, 7)}-01`;
    const known = months[month];
    if (line.productId === productId && known !== undefined) months[month] = known + line.qty;
  }
  const total = Object.values(months).reduce((sum, qty) => sum + qty, 0);
  return json(200, { average: Math.round((total / MONTHS) * 100) / 100, months });
}

const FAMILIES = ['meds', 'food', 'equipment'] as const;
const Top = z.object({
  supplier_discount_only: flag().optional(),
  product_families: z.array(oneOf(FAMILIES)),
});

interface Count {
  product_id: number;
  ordered_count: number;
  last: string;
}

function counted(call: CustomerCall): Count[] {
  const counts = new Map<number, Count>();
  for (const { line, date } of orderedLines(call, '')) {
    const known = counts.get(line.productId);
    counts.set(line.productId, {
      product_id: line.productId,
      ordered_count: (known?.ordered_count ?? 0) + 1,
      last: known && known.last > date ? known.last : date,
    });
  }
  return [...counts.values()].sort(
    (a, b) => b.ordered_count - a.ordered_count || b.last.localeCompare(a.last),
  );
}

function top(call: CustomerCall): ErpResponse {
  const { erp } = call;
  const values = lastValues(call.query);
  const query = read(
    Top,
    { ...values, product_families: wordsOf(call, 'product_families') },
    'query',
  );
  const today = erp.clock.today();
  const found = counted(call).filter(({ product_id }) => {
    const variant = erp.variants.get(product_id);
    if (!variant) return false;
    const offers = [...variant.supplierDiscounts, ...variant.supplierDiscountsVet].some(
      (offer) => (offer.dateStart ?? '') <= today && today <= (offer.dateEnd ?? '9999'),
    );
    const families = query.product_families;
    return (
      (families.length === 0 || families.includes(variant.family)) &&
      (query.supplier_discount_only !== true || offers)
    );
  });
  const page = cut(found, readSlice({ values }, 10)).map(({ last, ...count }) => ({
    ...count,
    date_last_ordered: zoned(last),
    product_family: erp.variants.get(count.product_id)?.family ?? null,
  }));
  return sizeData(found.length, page);
}

const YEARS = 5;

/** Totals per year, oldest first, in whole euros without VAT. */
function fiveYears(call: CustomerCall): ErpResponse {
  const current = Number(call.erp.clock.today().slice(0, 4));
  const first = current - YEARS + 1;
  const years = Array.from({ length: YEARS }, () => ({ food: 0, meds: 0, equipment: 0 }));
  for (const { line, date } of orderedLines(call, `${first}-01-01`)) {
    const year = years[Number(date.slice(0, 4)) - first];
    const family = call.erp.variants.get(line.productId)?.family;
    if (year && family) year[family] += lineCents(line).untaxed;
  }
  const data = years.map(({ food, meds, equipment }) => ({
    food: Math.round(food / 100),
    meds: Math.round(meds / 100),
    equipment: Math.round(equipment / 100),
  }));
  return sizeData(YEARS, data);
}

const released = false;

export const statisticsRoutes: Route[] = [
  signedIn('GET', 'sale_statistics/monthly_ordered/{product_id:int}', monthly, { released }),
  signedIn('GET', 'sale_statistics/top_ordered', top, { released }),
  signedIn('GET', 'sale_statistics/five_years', fiveYears, { released }),
];
