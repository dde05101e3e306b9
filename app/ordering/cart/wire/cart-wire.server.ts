/**
 * Converts the ERP's Sale (sale-wire.server.ts) to the shop's cart (contract/erp.md 6.4 … 6.6). Field names of the
 * specification (`seed` in contract/erp.md) take precedence over other names. Amounts become cents. Lines that are not
 * goods are left out, even unmarked delivery lines.
 */
import type { z } from 'zod';
import { cents, perPiece, sumCents, toCents, toUnitPrice, type Cents } from '~/base/kernel/money';
import type { Address, Amount, Cart, CartLine, YearEndRebate } from '../cart';
import {
  type AddressWire,
  type AmountWire,
  type RebateWire,
  type SaleLineWire,
  type SaleWire,
} from '~/base/erp/sale-wire.server';
import { lineKey } from '../transaction';

export { AddressWire, AmountWire, SaleLineWire, SaleWire } from '~/base/erp/sale-wire.server';

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
    id,
    name,
    street,
    street2,
    zip,
    city,
    phone,
    mobile,
    email,
    vat,
    country,
    state: wire.state?.name ?? null,
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

/** Whether the lines include the fee. The sum of rounded lines may differ by cents, but not by half of the fee. */
const holdsFee = (sale: SaleWire, fee: Cents): boolean => {
  const total = toAmount(sale.amount)?.untaxed;
  if (total === undefined || fee <= 0) return false;
  const lines = sumCents(sale.lines.map(({ amount }) => toCents(amount?.untaxed ?? 0)));
  return Math.abs(lines - total) < fee / 2;
};

/** Whether the name identifies an article: Odoo puts the code in brackets before it. A delivery line has no code. */
const hasCode = ({ name, product }: SaleLineWire): boolean =>
  name.trimStart().startsWith('[') || Boolean(product?.sku);

/** Odoo appends the sales description, 'Free Shipping' or '(Estimated Cost: …)' to the carrier's name. */
const isNamedAfter = ({ name }: SaleLineWire, method: string): boolean => {
  const line = name.trim();
  const rest = line.startsWith(method) ? line.slice(method.length) : null;
  return rest === '' || (rest !== null && [':', '\n', ' ('].some((mark) => rest.startsWith(mark)));
};

/** Whether the line may be a delivery without charge: free from the start, neither reduced to 0 nor a promotion. */
const isFree = ({ amount, discount, type, is_reward_line: isReward }: SaleLineWire): boolean =>
  !isReward &&
  type !== 'reward' &&
  toCents(amount?.price ?? 0) === 0 &&
  toCents(amount?.discount_total ?? 0) === 0 &&
  (discount?.rate ?? 0) === 0;

/**
 * Finds the delivery line of an ERP with only the published Shopinvader modules, which does not mark it. It is one
 * piece with the price of the fee (contract/erp.md 6.5). Its name may be in any language: the customer's, or the one in
 * which the carrier was chosen. So the carrier's name and a missing article code only decide between lines of equal
 * price. Odoo writes this line for a free carrier too. Any change of the goods removes it, so the newest one is right.
 */
function unmarkedDeliveryLine(sale: SaleWire): SaleLineWire | null {
  const method = deliveryMethodOf(sale);
  if (!method) return null;
  if (sale.lines.some((line) => line.is_delivery || line.type === 'delivery')) return null;
  const fee = deliveryFeesOf(sale)?.untaxed ?? cents(0);
  const alike = sale.lines.filter(
    (line) =>
      line.product_id > 0 &&
      line.qty === 1 &&
      line.amount !== null &&
      toCents(line.amount.untaxed) === fee &&
      (fee !== 0 || isFree(line)),
  );
  const named = alike.findLast((line) => isNamedAfter(line, method.name.trim()));
  if (named) return named;
  const withoutCode = alike.findLast((line) => !hasCode(line)) ?? null;
  if (fee === 0) return withoutCode;
  return holdsFee(sale, fee) ? (withoutCode ?? alike.at(-1) ?? null) : null;
}

/** Lines that are goods or promotions; excludes delivery, section and note lines (contract/erp.md 6.5). */
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

/**
 * Whether the ERP states a discount: as a rate, as an amount, or by two unit prices. Rounding alone may leave half a
 * cent between the two prices, which is no discount.
 */
export const isDiscounted = ({ discount, amount, unit_price: price }: SaleLineWire): boolean => {
  const { untaxed = null, untaxed_with_discount: net = null } = price ?? {};
  const isReduced = untaxed !== null && net !== null && untaxed - net > 0.006;
  return isReduced || (discount?.rate ?? 0) > 0 || toCents(amount?.discount_total ?? 0) > 0;
};

function toCartLine(wire: SaleLineWire): CartLine {
  const price = wire.unit_price?.untaxed ?? wire.amount?.price ?? null;
  // An ERP with only the published modules sends no net unit price: compute it from the amount, as on the order.
  const ofAmount = wire.amount ? perPiece(wire.amount.untaxed, wire.qty) : null;
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
    unitPrice: price === null ? null : toUnitPrice(price),
    netUnitPrice: netPrice === null ? ofAmount : toUnitPrice(netPrice),
    isDiscounted: isDiscounted(wire),
    unavailable: wire.qty_unavailable === null ? null : Math.max(0, wire.qty_unavailable),
    unavailableChange: wire.qty_unavailable_diff,
    isReward: wire.is_reward_line || wire.type === 'reward',
  };
}

function goodsUntaxed(sale: SaleWire, lines: readonly CartLine[]): Cents {
  if (sale.amount_without_delivery) return toCents(sale.amount_without_delivery.untaxed);
  const shipped = sale.amount?.untaxed_without_shipping ?? null;
  if (shipped !== null) return toCents(shipped);
  // The ERP may round the total instead of each line, so only its own untaxed sum matches its total with tax.
  const total = toAmount(sale.amount)?.untaxed;
  if (total !== undefined) return cents(total - (deliveryFeesOf(sale)?.untaxed ?? 0));
  return sumCents(lines.map((line) => line.amount?.untaxed ?? cents(0)));
}

export function toRebate(wire: z.output<typeof RebateWire> | null): YearEndRebate | null {
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

const carts = new WeakMap<SaleWire, Cart>();

/** Computes the cart of each sale once: ledger, sums and page of one view all use it. */
export function toCart(sale: SaleWire): Cart {
  const known = carts.get(sale);
  if (known) return known;
  const cart = readCart(sale);
  carts.set(sale, cart);
  return cart;
}

function readCart(sale: SaleWire): Cart {
  const lines = goodsLines(sale).map(toCartLine);
  const fees = deliveryFeesOf(sale);
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
      fees: fees?.untaxed ?? null,
      tax: fees?.tax ?? null,
    },
    invoicing: { address: toAddress(sale.invoicing?.address ?? null) },
    promoCodes: sale.promo_codes,
    rewardAmount: toCents(sale.reward_amount_tax_incl),
    yearEndRebate: toRebate(sale.year_end_rebate),
    importWarning: sale.import_warning_msg,
    shopOnlyQuotation: sale.shop_only_quotation,
  };
}
