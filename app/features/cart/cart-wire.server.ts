/**
 * The ERP's Sale shape (contract/erp.md 6.2 … 6.7), one schema for cart, order and quotation, and for both
 * generations of servers. Everything but the id may be missing: released servers send neither `discount`,
 * `unit_price`, `product`, `method` nor `fees`, name the delivery `selected_carrier` and `amount`, and leave
 * the delivery line unmarked. A shape that is too strict here would turn an applied write into a doubtful
 * one, so a value of the wrong type reads as null.
 */
import { z } from 'zod';
import { cents, sumCents, toCents, type Cents } from '~/kernel/money';
import { lineKey } from './transaction';
import type { Address, Amount, Cart, CartLine, YearEndRebate } from './cart';

/** Missing, null or of another type: null. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
/** A list whose unreadable entries are left out. */
const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(maybe(schema))
    .catch([])
    .transform((items) => items.filter((item) => item !== null));
const number = maybe(z.number());
const text = maybe(z.string());
const flag = z.boolean().catch(false);
const amount = z.number().catch(0);

export const NamedRefWire = z.object({ id: z.number(), name: z.string().catch('') });

export const AmountWire = z.object({
  untaxed: amount,
  tax: amount,
  total: amount,
  discount_total: amount,
  total_without_discount: number,
  untaxed_without_shipping: number,
  price: number,
});

export const AddressWire = z.object({
  id: z.number(),
  name: text,
  display_name: text,
  ref: text,
  street: text,
  street2: text,
  zip: text,
  city: text,
  phone: text,
  mobile: text,
  email: text,
  vat: text,
  state_id: number,
  country_id: number,
  country: maybe(z.object({ id: z.number(), name: z.string(), code: text })),
  is_dropoff_site: flag,
});

export const SaleLineWire = z.object({
  id: z.number().catch(0),
  product_id: z.number().catch(0),
  name: z.string().catch(''),
  qty: z.number().catch(0),
  type: text,
  amount: maybe(AmountWire),
  discount: maybe(z.object({ rate: amount, value: amount })),
  unit_price: maybe(z.object({ untaxed: number, untaxed_with_discount: number })),
  product: maybe(z.object({ name: text, sku: text })),
  qty_delivered: amount,
  qty_canceled: amount,
  qty_unavailable: amount,
  qty_unavailable_diff: number,
  options: maybe(z.record(z.string(), z.unknown())),
  is_delivery: flag,
  is_reward_line: flag,
});
export type SaleLineWire = z.output<typeof SaleLineWire>;

const MethodWire = z.object({
  id: z.number(),
  name: z.string().catch(''),
  code: text,
  description: text,
});

export const PickingWire = z.object({
  delivery_id: z.number().catch(0),
  name: z.string().catch(''),
  state: z.string().catch(''),
  tracking_reference: text,
  tracking_url: text,
  delivery_date: text,
  carrier: maybe(z.object({ id: z.number(), name: z.string().catch('') })),
  lines: listOf(
    z.object({
      product_id: z.number(),
      product_name: z.string().catch(''),
      state: z.string().catch(''),
      qty: amount,
      qty_done: amount,
    }),
  ),
});

const DeliveryWire = z.object({
  address: maybe(AddressWire),
  method: maybe(MethodWire),
  selected_carrier: maybe(MethodWire),
  fees: maybe(AmountWire),
  amount: maybe(AmountWire),
  pickings: listOf(PickingWire),
});

const RebateWire = z.object({
  rebate_accrued_amount: amount,
  rebate_accrued_max_amount: amount,
  rebate_potential_amount: amount,
  rebate_potential_max_amount: amount,
  rebate_accrued_total_amount: number,
  rebate_accrued_total_max_amount: number,
});

export const SaleWire = z.object({
  id: z.number(),
  uuid: text,
  name: z.string().catch(''),
  typology: z.string().catch(''),
  state: z.string().catch(''),
  state_label: text,
  client_order_ref: text,
  customer_ref: text,
  date_order: text,
  date: text,
  date_commitment: text,
  lines: listOf(SaleLineWire),
  amount: maybe(AmountWire),
  amount_without_delivery: maybe(AmountWire),
  delivery: maybe(DeliveryWire),
  invoicing: maybe(z.object({ address: maybe(AddressWire) })),
  note: text,
  channel: text,
  payment: maybe(z.object({ mode: maybe(NamedRefWire) })),
  suite_name: text,
  import_warning_msg: text,
  promo_codes: listOf(z.string()),
  reward_amount: amount,
  reward_amount_tax_incl: amount,
  year_end_rebate: maybe(RebateWire),
  shop_only_quotation: flag,
  quotation_state: text,
  available_for_quotation: flag,
  invoices: listOf(z.object({ id: z.number(), name: z.string().catch(''), date: text })),
});
export type SaleWire = z.output<typeof SaleWire>;

export function toAmount(wire: z.output<typeof AmountWire> | null): Amount | null {
  if (!wire) return null;
  const total = toCents(wire.total);
  const discount = toCents(wire.discount_total);
  return {
    untaxed: toCents(wire.untaxed),
    tax: toCents(wire.tax),
    total,
    discount,
    totalWithoutDiscount:
      wire.total_without_discount === null
        ? cents(total + discount)
        : toCents(wire.total_without_discount),
  };
}

export function toAddress(wire: z.output<typeof AddressWire> | null): Address | null {
  if (!wire) return null;
  const { country_id: countryId, is_dropoff_site: isDropoffSite, country } = wire;
  const { id, name, street, street2, zip, city, phone, mobile, email, vat } = wire;
  return {
    ...{ id, name, street, street2, zip, city, phone, mobile, email, vat, country },
    countryId: countryId ?? country?.id ?? null,
    isDropoffSite,
  };
}

export const deliveryMethodOf = (sale: SaleWire) =>
  sale.delivery ? (sale.delivery.method ?? sale.delivery.selected_carrier) : null;
export const deliveryFeesOf = (sale: SaleWire): Amount | null =>
  sale.delivery && deliveryMethodOf(sale)
    ? toAmount(sale.delivery.fees ?? sale.delivery.amount)
    : null;

/** The fee line of a released server, which marks none: one piece, the carrier's name and the fee (6.5). */
function unmarkedDeliveryLine(sale: SaleWire): SaleLineWire | null {
  const method = deliveryMethodOf(sale);
  const fees = deliveryFeesOf(sale);
  if (!method || !fees) return null;
  if (sale.lines.some((line) => line.is_delivery || line.type === 'delivery')) return null;
  const isFee = (line: SaleLineWire): boolean =>
    line.qty === 1 &&
    line.amount !== null &&
    toCents(line.amount.untaxed) === fees.untaxed &&
    line.name.trim() === method.name.trim();
  return sale.lines.find(isFee) ?? null;
}

/** Lines that are goods or promotions; delivery, section and note lines are left out (6.5). */
export function goodsLines(sale: SaleWire): SaleLineWire[] {
  const fee = unmarkedDeliveryLine(sale);
  return sale.lines.filter(
    (line) =>
      line !== fee &&
      line.product_id > 0 &&
      !line.is_delivery &&
      (line.type === null || line.type === 'product' || line.type === 'reward'),
  );
}

export function toCartLine(wire: SaleLineWire): CartLine {
  const price = wire.unit_price?.untaxed ?? wire.amount?.price ?? null;
  const netPrice = wire.unit_price?.untaxed_with_discount ?? null;
  return {
    key: lineKey(wire.product_id, wire.options),
    id: wire.id,
    productId: wire.product_id,
    name: wire.product?.name ?? wire.name,
    sku: wire.product?.sku ?? null,
    quantity: wire.qty,
    options: wire.options && Object.keys(wire.options).length > 0 ? wire.options : null,
    amount: toAmount(wire.amount),
    unitPrice: price === null ? null : toCents(price),
    netUnitPrice: netPrice === null ? null : toCents(netPrice),
    discountPercent: wire.discount?.rate || null,
    unavailable: Math.max(0, wire.qty_unavailable),
    unavailableChange: wire.qty_unavailable_diff,
    isReward: wire.is_reward_line || wire.type === 'reward',
  };
}

function goodsUntaxed(sale: SaleWire, lines: readonly CartLine[]): Cents {
  if (sale.amount_without_delivery) return toCents(sale.amount_without_delivery.untaxed);
  const shipped = sale.amount?.untaxed_without_shipping ?? null;
  if (shipped !== null) return toCents(shipped);
  return sumCents(lines.map((line) => line.amount?.untaxed ?? cents(0)));
}

function toRebate(wire: z.output<typeof RebateWire> | null): YearEndRebate | null {
  if (!wire) return null;
  const optional = (value: number | null) => (value === null ? null : toCents(value));
  return {
    accrued: toCents(wire.rebate_accrued_amount),
    accruedMax: toCents(wire.rebate_accrued_max_amount),
    potential: toCents(wire.rebate_potential_amount),
    potentialMax: toCents(wire.rebate_potential_max_amount),
    accruedTotal: optional(wire.rebate_accrued_total_amount),
    accruedTotalMax: optional(wire.rebate_accrued_total_max_amount),
  };
}

export function toCart(sale: SaleWire): Cart {
  const lines = goodsLines(sale).map(toCartLine);
  return {
    id: sale.id,
    uuid: sale.uuid,
    name: sale.name,
    typology: sale.typology,
    state: sale.state,
    reference: sale.client_order_ref ?? sale.customer_ref,
    note: sale.note,
    suiteName: sale.suite_name,
    lines,
    amount: toAmount(sale.amount),
    goods: { untaxed: goodsUntaxed(sale, lines) },
    delivery: {
      address: toAddress(sale.delivery?.address ?? null),
      method: deliveryMethodOf(sale),
      fees: deliveryFeesOf(sale)?.untaxed ?? null,
    },
    invoicing: { address: toAddress(sale.invoicing?.address ?? null) },
    promoCodes: sale.promo_codes,
    rewardAmount: toCents(sale.reward_amount_tax_incl),
    yearEndRebate: toRebate(sale.year_end_rebate),
    importWarning: sale.import_warning_msg,
    shopOnlyQuotation: sale.shop_only_quotation,
  };
}
