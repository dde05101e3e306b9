/** JSON shapes of SaleAmount, SaleLineAmount and similar, with the rounding noise and deviations of real servers. */
import type { LineRecord, SaleRecord } from '../store/records';
import type { Quirks } from '../quirks';
import { deliveryCents, goodsCents, lineCents, sumCents, type Cents } from './amounts';

/** The next larger floating-point number, which simulates the rounding noise of sums (2.6). */
function noisy(value: number): number {
  return Number.isInteger(value) ? value : value * (1 + Number.EPSILON);
}

export function money(cents: number, quirks: Quirks): number {
  const euros = cents / 100;
  return quirks.has('money-noise') ? noisy(euros) : euros;
}

function base(sum: Cents, quirks: Quirks) {
  return {
    untaxed: money(sum.untaxed, quirks),
    tax: money(sum.tax, quirks),
    total: money(sum.untaxed + sum.tax, quirks),
    discount_total: money(sum.discount, quirks),
    total_without_discount: money(sum.untaxed + sum.tax + sum.discount, quirks),
  };
}

export function threeAmounts(sum: Cents, quirks: Quirks) {
  const { tax, untaxed, total } = base(sum, quirks);
  return { tax, untaxed, total };
}

/**
 * With the quirk `released-faults` the total without discount is computed by subtracting the discount instead of adding
 * it (6.4).
 */
export function saleAmount(sale: SaleRecord, quirks: Quirks) {
  const goods = goodsCents(sale);
  const sign = quirks.has('released-faults') ? -1 : 1;
  return {
    ...base(sumCents(sale.lines), quirks),
    untaxed_without_shipping: money(goods.untaxed, quirks),
    tax_without_shipping: money(goods.tax, quirks),
    total_without_shipping: money(goods.untaxed + goods.tax, quirks),
    total_without_shipping_without_discount: money(
      goods.untaxed + goods.tax + sign * goods.discount,
      quirks,
    ),
  };
}

export function goodsAmount(sale: SaleRecord, quirks: Quirks) {
  return base(goodsCents(sale), quirks);
}

export function feesOf(sale: SaleRecord, quirks: Quirks) {
  return base(deliveryCents(sale), quirks);
}

const LINE_ZEROS = {
  tax_without_shipping: 0,
  untaxed_without_shipping: 0,
  total_without_shipping: 0,
  total_without_shipping_without_discount: 0,
};

export function lineAmount(line: LineRecord, quirks: Quirks) {
  const extra = quirks.has('released-faults') || quirks.has('released-shapes') ? LINE_ZEROS : {};
  return { ...base(lineCents(line), quirks), ...extra, price: unitPriceShown(line.gross, quirks) };
}

/** The published modules round unit prices to two decimals (2.6). */
export function unitPriceShown(price: number, quirks: Quirks): number {
  return quirks.has('released-shapes') ? Math.round(price * 100) / 100 : price;
}
