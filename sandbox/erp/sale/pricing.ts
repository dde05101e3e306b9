/**
 * Unit price of a line by the customer's own price lists (contract/search.md 4.2 and 4.3), with the tiers that the
 * line's quantity reaches. Exact: prices in 1/10000 euro, percentages in 1/10000 percent.
 */
import type { DiscountTier, GrossTier, SupplierDiscount, Window, WorldVariant } from '../../world';

interface PriceClaims {
  role: string;
  functionType: string;
  pricelistGross: string | null;
  pricelistDiscounts: readonly string[];
  supplierPromotion: string | null;
}

interface UnitPrice {
  gross: number;
  /** Percentage of all discounts of the line together. */
  rate: number;
  net: number;
}

const PRICE_SCALE = 10_000;
const FULL = 1_000_000n; // 100 %, in units of 1/10000 percent

function isValid(window: Window, today: string): boolean {
  return (
    (window.dateStart === null || window.dateStart.slice(0, 10) <= today) &&
    (window.dateEnd === null || window.dateEnd.slice(0, 10) >= today)
  );
}

/** Rounds half up, and negative values away from zero; `divisor` must be positive. */
export function divideRounding(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor;
}

function later(a: string | null, b: string | null): number {
  return (b ?? '').localeCompare(a ?? '');
}

function grossTier(tiers: readonly GrossTier[], list: string | null, qty: number, today: string) {
  const [best] = tiers
    .filter((tier) => tier.pricelist === list && tier.minQuantity <= Math.max(qty, 1))
    .filter((tier) => isValid(tier, today))
    .sort(
      (a, b) =>
        b.minQuantity - a.minQuantity || later(a.dateStart, b.dateStart) || a.price - b.price,
    );
  return best ?? null;
}

/** The highest tier that the quantity reaches in each list; of several lists, the one with the largest discount. */
function discountTier(
  tiers: readonly DiscountTier[],
  lists: readonly string[],
  qty: number,
  today: string,
): DiscountTier | null {
  const reached = lists.flatMap((list) => {
    const own = tiers.filter(
      (tier) => tier.pricelist === list && tier.minQuantity <= qty && isValid(tier, today),
    );
    const step = Math.max(...own.map((tier) => Math.max(tier.minQuantity, 0)));
    return own.filter((tier) => Math.max(tier.minQuantity, 0) === step);
  });
  const [best] = reached.sort(
    (a, b) => b.discount - a.discount || Number(a.exclusive) - Number(b.exclusive),
  );
  return best ?? null;
}

function highest(discounts: readonly SupplierDiscount[], today: string): number | null {
  const valid = discounts.filter((discount) => isValid(discount, today));
  return valid.length === 0 ? null : Math.max(...valid.map((discount) => discount.discountSale));
}

/**
 * The supplier discount in percent. `vet` prefers the discount for practices even if it is smaller. Without a claim,
 * practices get `vet`.
 */
function supplierDiscount(variant: WorldVariant, claims: PriceClaims, today: string): number {
  const practice = /veterinary$/.test(claims.functionType);
  const wish = claims.supplierPromotion ?? (practice ? 'vet' : 'plain');
  if (wish === '' || wish === 'none') return 0;
  const plain = highest(variant.supplierDiscounts, today) ?? 0;
  return wish === 'vet' ? (highest(variant.supplierDiscountsVet, today) ?? plain) : plain;
}

function remaining(percent: number): bigint {
  const clamped = Math.min(Math.max(percent, 0), 100);
  return FULL - BigInt(Math.round(clamped * PRICE_SCALE));
}

/** Net price after two discounts, rounded half up once: to cents, or to four decimals like the gross price. */
function netPrice(gross: number, first: bigint, second: bigint): number {
  const price = BigInt(Math.round(gross * PRICE_SCALE));
  const unit = price % 100n === 0n ? 100n : 1n;
  const rounded = divideRounding(price * first * second, unit * FULL * FULL);
  return Number(rounded * unit) / PRICE_SCALE;
}

function plainPrice(price: number): UnitPrice {
  return { gross: price, rate: 0, net: netPrice(price, FULL, FULL) };
}

export function unitPrice(
  variant: WorldVariant,
  claims: PriceClaims,
  qty: number,
  today: string,
): UnitPrice {
  if (variant.explicitPrice !== null) return plainPrice(variant.explicitPrice);
  const tier = grossTier(variant.gross, claims.pricelistGross, qty, today);
  if (!tier) return plainPrice(variant.priceByRole[claims.role] ?? 0);
  const discount = discountTier(variant.discounts, claims.pricelistDiscounts, qty, today);
  const first = remaining(discount?.discount ?? 0);
  const second = remaining(discount?.exclusive ? 0 : supplierDiscount(variant, claims, today));
  const rate = Number(FULL * FULL - first * second) / Number(FULL * FULL);
  return {
    gross: tier.price,
    rate: Math.round(rate * 1_000_000) / 10_000,
    net: netPrice(tier.price, first, second),
  };
}
