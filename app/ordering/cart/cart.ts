/**
 * The shop's model of the cart, and pure rules over it. It holds goods only, without the ERP's delivery, section and
 * note lines (contract/erp.md 6.5). Amounts are in cents. Runs on server and in the browser.
 */
import type { Day } from '~/base/kernel/day';
import { cents, type Cents, type UnitPrice } from '~/base/kernel/money';
import {
  applied,
  keyOf,
  type LineKey,
  type Options,
  type Quantities,
  type Transaction,
} from './transaction';

export interface Amount {
  untaxed: Cents;
  tax: Cents;
  total: Cents;
  /** Sum of the discounts, tax included. */
  discount: Cents;
  totalWithoutDiscount: Cents;
}

export interface CartLine {
  /** Product and options; edits address the line by this key. */
  key: LineKey;
  id: number;
  /** Id of the variant in the product index. */
  productId: number;
  /**
   * The ERP's name, in the language in which the line was created. Prefer the name from the product index where it
   * exists.
   */
  name: string;
  sku: string | null;
  quantity: number;
  options: Options | null;
  amount: Amount | null;
  /** Unit price before and after discount, without tax; null where the ERP does not send it. */
  unitPrice: UnitPrice | null;
  netUnitPrice: UnitPrice | null;
  /** The ERP reports a discount, so the page may show the price before it. */
  isDiscounted: boolean;
  /** Pieces that the ERP expects to be out of stock at delivery; null: it expects no shortage for any customer. */
  unavailable: number | null;
  /** Change of the shortage since the last check. Set only after the shop asked the ERP to refresh the availability. */
  unavailableChange: number | null;
  /** Created by a promotion. The ERP adjusts it to the goods; the customer cannot change it. */
  isReward: boolean;
}

export interface Address {
  id: number;
  name: string | null;
  street: string | null;
  street2: string | null;
  zip: string | null;
  city: string | null;
  /** Province or region. */
  state: string | null;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  vat: string | null;
  countryId: number | null;
  country: { id: number; name: string; code: string | null } | null;
  isDropoffSite: boolean;
  /** Only for addresses in the customer's list: the day on which a change was requested that is still pending. */
  changeAsked?: Day | null;
}

interface DeliveryMethod {
  id: number;
  name: string;
  code: string | null;
  description: string | null;
}

export interface YearEndRebate {
  accrued: Cents;
  accruedMax: Cents;
  potential: Cents;
  potentialMax: Cents;
  /** Rebate earned so far in this year; null for customers who may not see totals. */
  accruedTotal: Cents | null;
  accruedTotalMax: Cents | null;
}

export interface Cart {
  id: number;
  /** Assigned by the ERP; null on orders that did not start as a cart. */
  uuid: string | null;
  name: string;
  typology: string;
  state: string;
  reference: string | null;
  /** Note of the customer as HTML; sanitise it before display. */
  note: string | null;
  suiteName: string | null;
  lines: readonly CartLine[];
  amount: Amount | null;
  /** Sum of the goods without delivery: the small-order fee depends on it. */
  goods: { untaxed: Cents };
  delivery: {
    address: Address | null;
    /** null: no carrier is chosen. If the carrier is free, only `fees` is null. */
    method: DeliveryMethod | null;
    fees: Cents | null;
    /** Tax on the delivery fee. */
    tax: Cents | null;
  };
  invoicing: { address: Address | null };
  promoCodes: readonly string[];
  rewardAmount: Cents;
  yearEndRebate: YearEndRebate | null;
  importWarning: string | null;
  shopOnlyQuotation: boolean;
}

/**
 * Quantities of the goods, to compare the cart before and after a write. Excludes reward lines, which the ERP manages.
 */
export function quantitiesOf(cart: Cart | null): Quantities {
  const quantities = new Map<LineKey, number>();
  for (const line of cart?.lines ?? []) {
    if (line.isReward) continue;
    quantities.set(line.key, (quantities.get(line.key) ?? 0) + line.quantity);
  }
  return quantities;
}

export interface LocalLine {
  key: LineKey;
  productId: number;
  options: Options | null;
  quantity: number;
  /** The line in the ERP's cart; null when only an unsent edit created it. */
  line: CartLine | null;
  /** True when an edit that the ERP has not confirmed affects this line. */
  pending: boolean;
}

/**
 * The cart with all edits applied that the ERP has not confirmed (CART-03). Edits with the same product and options are
 * added up; others become a new line. A line with 0 pieces disappears. Edits without a usable number are ignored.
 */
export function localView(cart: Cart | null, unsent: readonly Transaction[]): LocalLine[] {
  const usable = unsent.filter(
    ({ productId, quantity }) => productId > 0 && Number.isFinite(quantity) && quantity !== 0,
  );
  const after = applied(quantitiesOf(cart), usable);
  const touched = new Map(usable.map((transaction) => [keyOf(transaction), transaction]));
  const lines: LocalLine[] = [];
  const seen = new Set<LineKey>();
  for (const line of cart?.lines ?? []) {
    const { key, productId, options } = line;
    if (line.isReward) {
      lines.push({ key, productId, options, quantity: line.quantity, line, pending: false });
      continue;
    }
    const quantity = after.get(key) ?? 0;
    if (quantity <= 0 || seen.has(key)) continue;
    seen.add(key);
    lines.push({ key, productId, options, quantity, line, pending: touched.has(key) });
  }
  for (const [key, { productId, options }] of touched) {
    const quantity = after.get(key) ?? 0;
    if (seen.has(key) || quantity <= 0) continue;
    lines.push({ key, productId, options: options ?? null, quantity, line: null, pending: true });
  }
  return lines;
}

/**
 * Whether the line is a discount that the ERP lists as a line: one piece with a negative price, and no free product.
 */
export const isDeduction = ({
  isReward,
  amount,
}: {
  isReward: boolean;
  amount: Cents | null;
}): boolean => isReward && (amount ?? 0) < 0;

/** Number of pieces in the cart. Counts positive quantities only (CART-03) and skips promotion lines. */
export const countPieces = (
  lines: readonly { quantity: number; line?: CartLine | null }[],
): number =>
  lines.reduce(
    (sum, { quantity, line }) => (quantity > 0 && !line?.isReward ? sum + quantity : sum),
    0,
  );

/** Quantity in the cart by product, over all options; for the 'in cart: 2' marks in lists. */
export function quantitiesByProduct(lines: readonly LocalLine[]): Map<number, number> {
  const byProduct = new Map<number, number>();
  for (const { productId, quantity, line } of lines) {
    if (!line?.isReward) byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
  }
  return byProduct;
}

/** Products for which the ERP created promotion lines. */
export const rewardedProducts = (
  lines: readonly Pick<CartLine, 'productId' | 'isReward'>[],
): ReadonlySet<number> =>
  new Set(lines.flatMap(({ productId, isReward }) => (isReward ? [productId] : [])));

export const lowAmountLimit = cents(150_00);
const lowAmountFee = cents(10_50);

/** Rounding allowance in cents: half a cent for each of at most four tax rates. */
const roundings = 2;

export interface LowAmount {
  fee: Cents;
  limit: Cents;
  /** Amount missing to avoid the fee, with open orders counted in. 0: no fee is due. */
  missing: Cents;
  /** Untaxed goods of the customer's other open orders, which count towards the limit. null: unknown. */
  toCome: Cents | null;
  /** When the ERP returned these orders; absent when the sum is up to date. */
  asOf?: Date | null;
  /** True when promotions reduce the amount of the goods. */
  isReduced: boolean;
  /**
   * Goods to add so that no fee is due, even if promotions reduce them in proportion; null: no amount of goods would
   * suffice.
   */
  enough: Cents | null;
}

/**
 * Fee for small orders (PRICE-03): an order below 150 EUR without tax pays 10.50 EUR, unless it reaches the limit
 * together with other orders before its delivery. null: the goods alone reach the limit.
 */
export function lowAmount(
  goodsUntaxed: Cents,
  toCome: Cents | null,
  rewards: Cents | null = null,
): LowAmount | null {
  if (goodsUntaxed >= lowAmountLimit) return null;
  const counted = Math.max(0, goodsUntaxed) + (toCome ?? 0);
  const missing = cents(Math.max(0, lowAmountLimit - counted));
  const before = goodsUntaxed - (rewards ?? 0);
  // The ERP reports the sum that promotions take off, not the rule. Assume the same share of any further goods. Each
  // tax rate is rounded separately.
  const share = (missing * before) / goodsUntaxed;
  return {
    fee: lowAmountFee,
    limit: lowAmountLimit,
    missing,
    toCome,
    isReduced: (rewards ?? 0) < 0,
    enough: goodsUntaxed > 0 ? cents(Math.ceil(share) + roundings) : null,
  };
}
