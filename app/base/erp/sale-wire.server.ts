/**
 * The ERP's Sale shape (contract/erp.md 6.2 … 6.7), one schema for cart, order and quotation, and for both generations
 * of ERP servers. Every property except the id may be missing. Servers with only the published modules send neither
 * `discount`, `unit_price`, `product`, `method` nor `fees`, name the delivery `selected_carrier` and `amount`, and
 * leave the delivery line unmarked. A value of the wrong type is parsed as null: a stricter schema would reject the
 * response to a write that the ERP has applied, and the shop would not know its result.
 */
import { z } from 'zod';
import { euros, pieces, readable } from './wire-fields.server';

/** Schema of an optional property: null when the value is missing, null or of the wrong type. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
/** Schema of a list that drops the entries that it cannot parse. */
const listOf = <T extends z.ZodType>(schema: T) => readable(schema).catch([]);
const number = maybe(euros);
const text = maybe(z.string());
const flag = z.boolean().catch(false);
const amount = euros.catch(0);
/**
 * Schema of one part of an amount: a missing part counts as 0, and a number out of range makes the whole amount
 * invalid.
 */
const partOfAmount = euros.catch(({ input }) => (typeof input === 'number' ? Number.NaN : 0));

const NamedRefWire = z.object({ id: z.number(), name: z.string().catch('') });

export const AmountWire = z
  .object({
    untaxed: partOfAmount,
    tax: partOfAmount,
    total: partOfAmount,
    discount_total: partOfAmount,
    total_without_discount: number,
    untaxed_without_shipping: number,
    price: number,
  })
  .refine((parts) => !Object.values(parts).some(Number.isNaN));

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
  state: maybe(z.object({ name: text })),
  country_id: number,
  country: maybe(z.object({ id: z.number(), name: z.string(), code: text })),
  is_dropoff_site: flag,
});

export const SaleLineWire = z.object({
  id: z.number().catch(0),
  product_id: z.number().catch(0),
  name: z.string().catch(''),
  qty: pieces.catch(0),
  type: text,
  amount: maybe(AmountWire),
  unit_price: maybe(z.object({ untaxed: number, untaxed_with_discount: number })),
  discount: maybe(z.object({ rate: number })),
  product: maybe(z.object({ name: text, sku: text })),
  qty_delivered: amount,
  qty_canceled: amount,
  qty_unavailable: number,
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

const PickingWire = z.object({
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

export const RebateWire = z.object({
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
