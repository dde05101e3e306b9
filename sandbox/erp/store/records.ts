/** Records that the ERP stores. A schema and its type share a name; each record is stored as JSON. */
import { z } from 'zod';

const Id = z.number().int();
const Lang = z.enum(['fr', 'nl', 'en']);
const Text = z.string().nullable();

export const CustomerRecord = z.object({
  id: Id,
  ref: z.string(),
  login: z.string(),
  email: z.string(),
  name: z.string(),
  title: z.string(),
  lang: Lang,
  functionType: z.string(),
  role: z.string(),
  canOrder: z.boolean(),
  rebateVisible: z.boolean(),
  /** A fault in the data: another record has the same e-mail (5.2). */
  doubledEmail: z.boolean(),
  phone: Text,
  mobile: Text,
  vetDepotNumber: Text,
  vetSubscriptionNumber: Text,
  pricelistGross: Text,
  pricelistDiscounts: z.array(z.string()),
  supplierPromotion: Text,
  groups: z.array(Id),
  salesRep: z.object({ name: z.string(), phone: z.string() }).nullable(),
  optOut: z.boolean(),
  lastSuiteName: Text,
});
export type CustomerRecord = z.infer<typeof CustomerRecord>;

export const AccountRecord = z.object({
  id: Id,
  login: z.string(),
  customerId: Id,
  passwordHash: z.string(),
  mailVerified: z.boolean(),
});
export type AccountRecord = z.infer<typeof AccountRecord>;

export const AddressRecord = z.object({
  id: Id,
  /** Customer that owns the address; null for pickup sites, which belong to a carrier. */
  customerId: Id.nullable(),
  kind: z.enum(['customer', 'delivery', 'pickup']),
  /** A shared place that may lack a street; every pickup site is one. */
  dropoff: z.boolean(),
  archived: z.boolean(),
  name: Text,
  street: Text,
  street2: Text,
  zip: Text,
  city: Text,
  phone: Text,
  mobile: Text,
  email: Text,
  vat: Text,
  titleId: Id.nullable(),
  stateId: Id.nullable(),
  countryId: Id.nullable(),
});
export type AddressRecord = z.infer<typeof AddressRecord>;

export const LineRecord = z.object({
  id: Id,
  /** Id of the product; 0 for section and note lines. */
  productId: Id,
  type: z.enum(['product', 'section', 'note', 'reward', 'delivery']),
  name: z.string(),
  qty: z.number(),
  /**
   * `gross`: unit price before the discount; `rate`: discount in percent; `net`: unit price after it. Prices are
   * without VAT.
   */
  gross: z.number(),
  rate: z.number(),
  net: z.number(),
  taxRate: z.number(),
  qtyDelivered: z.number(),
  qtyCanceled: z.number(),
  qtyBackorder: z.number(),
  qtyUnavailable: z.number(),
  options: z.record(z.string(), z.unknown()).nullable(),
});
export type LineRecord = z.infer<typeof LineRecord>;

export const AppliedCode = z.object({
  code: z.string(),
  rewardId: Id,
  freeProductId: Id.nullable(),
});
export type AppliedCode = z.infer<typeof AppliedCode>;

export const QuotationState = z.enum([
  'draft',
  'customer_request',
  'waiting_acceptation',
  'accepted',
  'cancel',
]);
export type QuotationState = z.infer<typeof QuotationState>;

export const Channel = z.enum(['phone', 'mail', 'fax', 'web']);

export const SaleRecord = z.object({
  id: Id,
  uuid: Text,
  customerId: Id,
  name: z.string(),
  typology: z.enum(['cart', 'sale', 'quote']),
  raw: z.enum(['draft', 'sent', 'sale', 'done', 'cancel']),
  quotationState: QuotationState.nullable(),
  clientOrderRef: Text,
  /** Date of the order in UTC, without a zone. */
  dateOrder: z.string(),
  dateCommitment: Text,
  note: Text,
  channel: Channel,
  suiteName: Text,
  importWarning: Text,
  deliveryAddressId: Id,
  invoicingAddressId: Id,
  carrierId: Id.nullable(),
  codes: z.array(AppliedCode),
  paymentMode: z.object({ id: Id, name: z.string() }).nullable(),
  invoices: z.array(z.object({ id: Id, name: z.string(), date: Text })),
  lines: z.array(LineRecord),
});
export type SaleRecord = z.infer<typeof SaleRecord>;

export const TransactionRecord = z.object({
  id: Id,
  reference: z.string(),
  saleId: Id,
  customerId: Id,
  providerId: Id,
  amount: z.number(),
  state: z.enum(['draft', 'pending', 'authorized', 'done', 'cancel', 'error']),
  returnUrl: z.string(),
});
export type TransactionRecord = z.infer<typeof TransactionRecord>;

export const WishlistRecord = z.object({
  id: Id,
  customerId: Id,
  name: z.string(),
  ref: Text,
  typology: z.string(),
  lines: z.array(z.object({ id: Id, sequence: z.number(), productId: Id, quantity: z.number() })),
});
export type WishlistRecord = z.infer<typeof WishlistRecord>;

export const AdCategory = z.enum(['animals', 'clientele', 'equipment', 'employment', 'misc']);
export const AdState = z.enum(['draft', 'pending', 'published', 'cancel']);

export const AdRecord = z.object({
  id: Id,
  customerId: Id,
  name: z.string(),
  body: z.string(),
  category: AdCategory,
  dateStart: z.string(),
  dateEnd: z.string(),
  phone: z.string(),
  contact: z.string(),
  email: z.string(),
  region: z.string(),
  state: AdState,
  rejectionReason: Text,
  /** A PDF file, with its content in base64. */
  file: z.object({ name: z.string(), token: z.string(), base64: z.string() }).nullable(),
});
export type AdRecord = z.infer<typeof AdRecord>;

/** Registrations, leads and form answers, which an employee would read. */
export const InboxRecord = z.object({
  id: Id,
  kind: z.enum(['registration', 'lead', 'form']),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
  files: z.array(z.object({ name: z.string(), size: z.number() })),
});
export type InboxRecord = z.infer<typeof InboxRecord>;

export const MailRecord = z.object({
  id: Id,
  at: z.string(),
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type MailRecord = z.infer<typeof MailRecord>;

export const SubscriptionRecord = z.object({ id: Id, customerId: Id, productId: Id });
export type SubscriptionRecord = z.infer<typeof SubscriptionRecord>;

/** Quantity of a product that confirmed orders have taken from the stock. */
export const ReservationRecord = z.object({ id: Id, qty: z.number() });
export type ReservationRecord = z.infer<typeof ReservationRecord>;
