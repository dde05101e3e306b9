/**
 * Converts the ERP's Sale and OrderSummary to orders (contract/erp.md 6.7, 6.8, 20.2). The Sale schema is shared with
 * the cart and covers ERPs with and without the customer's own modules.
 * Datetimes of a Sale have no zone and are UTC; those of an OrderSummary end in Z. An ERP with only the published
 * modules reports no deliveries, so a missing `qty_delivered` differs from zero. `state` is Odoo's own value in
 * summaries, and wherever the state module is missing.
 */
import { z } from 'zod';
import { splitNote } from '~/ordering/cart/serial-in-note.server';
import { count, euros, pieces, readable } from '~/base/erp/wire-fields.server';
import {
  goodsLines,
  SaleWire,
  toAddress,
  toAmount,
  toRebate,
  isDiscounted,
  deliveryFeesOf,
  deliveryMethodOf,
  type SaleLineWire,
} from '~/ordering/cart/wire/cart-wire.server';
import { leadsTo } from '~/catalogue/pricing/reduction';
import { dayFrom, instantFrom } from '~/base/kernel/wire-date';
import {
  sumCents,
  toCents,
  toTenThousandths,
  toUnitPrice,
  cents,
  perPiece,
} from '~/base/kernel/money';
import {
  isChannel,
  isConfirmed,
  orderState,
  type Order,
  type OrderLine,
  type OrderSummary,
  type Parcel,
} from './order';

const DeliveredLines = z.object({
  lines: z.array(z.object({ qty_delivered: pieces })).min(1),
});

/**
 * Whether the Sale has the key for the state of its quotation, whatever its value: an ERP with only the published
 * modules does not send it.
 */
const hasQuotationState = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'quotation_state' in value;

/** A Sale, with two flags: whether the ERP reports deliveries, and whether it reports states of quotations. */
export const OrderWire = z.unknown().transform((value, fault) => {
  const sale = SaleWire.safeParse(value);
  if (!sale.success) {
    for (const { path } of sale.error.issues)
      fault.addIssue({ code: 'custom', message: 'not a sale', path });
    return z.NEVER;
  }
  return {
    sale: sale.data,
    tellsDelivered: DeliveredLines.safeParse(value).success,
    tellsQuotations: hasQuotationState(value),
  };
});
export type OrderWire = z.output<typeof OrderWire>;

function toLine(wire: SaleLineWire, tellsDelivered: boolean): OrderLine {
  const isReward = wire.is_reward_line || wire.type === 'reward';
  const delivered = tellsDelivered && !isReward ? wire.qty_delivered : null;
  const open = delivered === null ? null : Math.max(0, wire.qty - delivered - wire.qty_canceled);
  const gross = wire.unit_price?.untaxed ?? wire.amount?.price ?? null;
  const price = wire.unit_price?.untaxed_with_discount ?? null;
  const rate = wire.discount?.rate ?? 0;
  const netPrice =
    price !== null
      ? toUnitPrice(price)
      : wire.amount
        ? perPiece(wire.amount.untaxed, wire.qty)
        : null;
  // A price that staff set by hand may leave an outdated discount rate, so the rate must lead to the price.
  const isTold =
    gross !== null && netPrice !== null && leadsTo(toTenThousandths(gross), rate, netPrice);
  return {
    id: wire.id,
    productId: wire.product_id,
    name: wire.product?.name ?? wire.name,
    sku: wire.product?.sku ?? null,
    quantity: wire.qty,
    delivered,
    cancelled: wire.qty_canceled,
    unavailable: Math.max(0, wire.qty_unavailable ?? 0),
    open,
    unitPrice: gross === null ? null : toUnitPrice(gross),
    netPrice,
    isDiscounted: isDiscounted(wire),
    percent: isTold ? rate : null,
    amount: wire.amount ? toCents(wire.amount.untaxed) : null,
    isReward,
  };
}

function toParcels(sale: SaleWire): Parcel[] {
  return (sale.delivery?.pickings ?? []).map((picking) => ({
    id: picking.delivery_id,
    name: picking.name,
    carrier: picking.carrier?.name ?? null,
    tracking: picking.tracking_reference,
    trackingUrl: picking.tracking_url,
    date: instantFrom(picking.delivery_date),
    state: picking.state,
  }));
}

export function toOrder({ sale, tellsDelivered, tellsQuotations }: OrderWire): Order {
  const goods = goodsLines(sale).map((line) => toLine(line, tellsDelivered));
  const state = orderState(
    sale.state,
    goods.filter(({ isReward }) => !isReward),
  );
  // Nothing is due before an order is confirmed. This covers quotations and orders that wait for payment.
  const lines = isConfirmed(state) ? goods : goods.map((line) => ({ ...line, open: null }));
  const amount = toAmount(sale.amount);
  const shipping = deliveryFeesOf(sale)?.untaxed ?? null;
  const without = sale.amount_without_delivery;
  const { note, serial } = splitNote(sale.note);
  return {
    id: sale.id,
    uuid: sale.uuid,
    name: sale.name,
    typology: sale.typology,
    tellsQuotations,
    state,
    stateLabel: sale.state_label,
    reference: sale.client_order_ref ?? sale.customer_ref,
    suiteName: sale.suite_name ?? serial,
    placedAt: instantFrom(sale.date_order ?? sale.date),
    promisedOn: dayFrom(sale.date_commitment),
    channel: isChannel(sale.channel) ? sale.channel : null,
    lines,
    amount,
    goodsUntaxed: without
      ? toCents(without.untaxed)
      : amount
        ? cents(amount.untaxed - (shipping ?? 0))
        : sumCents(lines.flatMap((line) => (line.amount === null ? [] : [line.amount]))),
    shipping,
    carrier: deliveryMethodOf(sale)?.name ?? null,
    deliveryAddress: toAddress(sale.delivery?.address ?? null),
    invoicingAddress: toAddress(sale.invoicing?.address ?? null),
    parcels: toParcels(sale),
    note,
    paymentMode: sale.payment?.mode?.name ?? null,
    importWarning: sale.import_warning_msg,
    yearEndRebate: toRebate(sale.year_end_rebate),
    invoices: sale.invoices.map(({ id, name, date }) => ({ id, name, date: dayFrom(date) })),
  };
}

export function saleSummary(wire: OrderWire): OrderSummary {
  const { id, name, state, stateLabel, reference, suiteName, placedAt, channel, amount } =
    toOrder(wire);
  return {
    id,
    name,
    state,
    stateLabel,
    reference,
    suiteName,
    placedAt,
    channel,
    total: amount?.total ?? null,
  };
}

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const quantity = pieces.catch(0);

const SummaryWire = z
  .object({
    id: z.number(),
    name: z.string().catch(''),
    state: z.string().catch(''),
    state_label: text,
    suite_name: text,
    customer_ref: text,
    sale_channel: text,
    date_order: text,
    amount_total: euros.nullish().catch(null),
    lines: z
      .array(z.object({ qty_ordered: quantity, qty_delivered: quantity, qty_canceled: quantity }))
      .nullish()
      .catch(null),
  })
  .transform((wire): OrderSummary => ({
    id: wire.id,
    name: wire.name,
    state: orderState(
      wire.state,
      (wire.lines ?? []).map((line) => ({
        quantity: line.qty_ordered,
        delivered: line.qty_delivered,
        cancelled: line.qty_canceled,
      })),
    ),
    stateLabel: wire.state_label,
    reference: wire.customer_ref,
    suiteName: wire.suite_name,
    placedAt: instantFrom(wire.date_order),
    channel: isChannel(wire.sale_channel) ? wire.sale_channel : null,
    total: typeof wire.amount_total === 'number' ? toCents(wire.amount_total) : null,
  }));

/** A page of sales, in envelope A (contract/erp.md, section 4). */
export const SalesPage = z.object({ count, items: readable(OrderWire) });
/** A page of orders, in envelope B (contract/erp.md, section 4). */
export const OrdersPage = z.object({ size: count, data: readable(SummaryWire) });
