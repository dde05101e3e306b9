/**
 * The cart as the shop sees it: goods only (delivery, section and note lines of the ERP are left out,
 * contract/erp.md 6.5), amounts in cents, and the pure rules over it. Runs anywhere.
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
  /** Discount given, tax included. */
  discount: Cents;
  totalWithoutDiscount: Cents;
}

export interface CartLine {
  /** Product and options: what a change of this line is addressed to. */
  key: LineKey;
  id: number;
  /** The variant in the product index. */
  productId: number;
  /** As the ERP wrote it, in the language that created the line: show the index's name where there is one. */
  name: string;
  sku: string | null;
  quantity: number;
  options: Options | null;
  amount: Amount | null;
  /** Before and after discount, without tax; null where the ERP does not send it. */
  unitPrice: UnitPrice | null;
  netUnitPrice: UnitPrice | null;
  /** The ERP states a discount: the price before it may be shown. */
  isDiscounted: boolean;
  /** Shortage foreseen by the ERP; null where it foresees none for anybody. */
  unavailable: number | null;
  /** Only after the availability has been refreshed: how much the shortage has changed. */
  unavailableChange: number | null;
  /** Made by a promotion; follows the goods, cannot be changed. */
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
  /** Of the customer's lists: the day on which a change was asked for that is still to come. */
  changeAsked?: Day | null;
}

export interface DeliveryMethod {
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
  /** Only for customers who may see totals. */
  accruedTotal: Cents | null;
  accruedTotalMax: Cents | null;
}

export interface Cart {
  id: number;
  /** Given by the ERP; null on orders that did not start as a cart. */
  uuid: string | null;
  name: string;
  typology: string;
  state: string;
  reference: string | null;
  /** HTML; to be sanitised before it is shown. */
  note: string | null;
  suiteName: string | null;
  lines: readonly CartLine[];
  amount: Amount | null;
  /** Goods alone, before delivery; what the low-amount fee looks at. */
  goods: { untaxed: Cents };
  delivery: {
    address: Address | null;
    /** Null means that none is chosen; a free carrier has no fees either. */
    method: DeliveryMethod | null;
    fees: Cents | null;
    /** On the fees. */
    tax: Cents | null;
  };
  invoicing: { address: Address | null };
  promoCodes: readonly string[];
  rewardAmount: Cents;
  yearEndRebate: YearEndRebate | null;
  importWarning: string | null;
  shopOnlyQuotation: boolean;
}

/** Quantities of the goods, for comparison before and after a write. Reward lines are the ERP's own. */
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
  /** The ERP's line, or null when only a change that is still to be sent knows it. */
  line: CartLine | null;
  /** Touched by a change that the ERP has not confirmed yet. */
  pending: boolean;
}

/**
 * The cart with changes applied that the ERP has not got yet (CART-03): same product and options adds up,
 * otherwise a new line; a line that ends at 0 vanishes. A change without a usable number is ignored.
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

/** A discount of the ERP is a line of the order with one piece of a negative price: it gives no piece away. */
export const isDeduction = ({
  isReward,
  amount,
}: {
  isReward: boolean;
  amount: Cents | null;
}): boolean => isReward && (amount ?? 0) < 0;

/** Pieces in the cart: positive quantities only (CART-03), promotions' own lines left out. */
export const countPieces = (
  lines: readonly { quantity: number; line?: CartLine | null }[],
): number =>
  lines.reduce(
    (sum, { quantity, line }) => (quantity > 0 && !line?.isReward ? sum + quantity : sum),
    0,
  );

/** Quantity in the cart by product, options added up: for 'in cart: 2' marks in lists. */
export function quantitiesByProduct(lines: readonly LocalLine[]): Map<number, number> {
  const byProduct = new Map<number, number>();
  for (const { productId, quantity, line } of lines) {
    if (!line?.isReward) byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
  }
  return byProduct;
}

/** Products of which the ERP itself has made lines of a promotion. */
export const rewardedProducts = (
  lines: readonly Pick<CartLine, 'productId' | 'isReward'>[],
): ReadonlySet<number> =>
  new Set(lines.flatMap(({ productId, isReward }) => (isReward ? [productId] : [])));

export const lowAmountLimit = cents(150_00);
export const lowAmountFee = cents(10_50);

/** Half a cent for each of at most four rates of tax. */
const roundings = 2;

export interface LowAmount {
  fee: Cents;
  limit: Cents;
  /** What is missing to avoid the fee, the orders still to come counted in; 0 where none is due. */
  missing: Cents;
  /** Goods without tax of other orders that are still to come, which count too; null: not known. */
  toCome: Cents | null;
  /** Promotions take something off. */
  isReduced: boolean;
  /** Goods that surely are enough, should a promotion take its share of them too; null: no goods are. */
  enough: Cents | null;
}

/**
 * Below 150 EUR without tax an order carries a participation of 10.50 EUR, unless the orders before its delivery
 * reach the limit together (PRICE-03); null where it reaches it alone.
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
  // The ERP says what a promotion takes off, not how: as if it took that share of all. Each rate of tax is rounded.
  const share = (missing * before) / goodsUntaxed;
  return {
    ...{ fee: lowAmountFee, limit: lowAmountLimit, missing, toCome },
    isReduced: (rewards ?? 0) < 0,
    enough: goodsUntaxed > 0 ? cents(Math.ceil(share) + roundings) : null,
  };
}
