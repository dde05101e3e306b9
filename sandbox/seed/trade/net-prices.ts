/**
 * Net prices by contract search.md 4.3, and their timeline by 4.4 for the customers' combinations of lists. Computes
 * with integers: prices and percentages in ten-thousandths.
 */
import type { DiscountTier, GrossTier, SupplierDiscount, Window } from '../../world';
import { addDays } from './calendar';

interface NetInput {
  /** One price without tax for everyone; takes precedence over every list (search.md 4.2). */
  explicitPrice?: number | null;
  gross: readonly GrossTier[];
  discounts: readonly DiscountTier[];
  supplierDiscounts: readonly SupplierDiscount[];
  supplierDiscountsVet: readonly SupplierDiscount[];
}
/** `vet`: the veterinary offer if there is one, else the plain one; `plain`: the plain one; `none`: no offer. */
export type SupplierShare = 'vet' | 'plain' | 'none';
export interface PricePair {
  gross: string;
  discounts: readonly string[];
  /** Supplier offers of customers with these lists; applies to timeline entries with `offers: true`. */
  share: SupplierShare;
}
interface NetEntry {
  gross: string;
  discount: string;
  offers: boolean;
  value: number;
  date_start: string | null;
  date_end: string | null;
}

function valid(window: Window, day: string): boolean {
  return (
    (window.dateStart === null || window.dateStart <= day) &&
    (window.dateEnd === null || window.dateEnd >= day)
  );
}

const PERCENT = 100n;
const SCALE = 10_000n;

function scaled(amount: number): bigint {
  return BigInt(Math.round(amount * Number(SCALE)));
}

function factor(percent: number): bigint {
  return PERCENT * SCALE - scaled(Math.min(100, Math.max(0, percent)));
}

function bestGross(tiers: readonly GrossTier[], list: string, day: string): GrossTier | null {
  return tiers.reduce<GrossTier | null>((best, tier) => {
    if (tier.pricelist !== list || tier.minQuantity > 1 || !valid(tier, day)) return best;
    if (!best || tier.minQuantity !== best.minQuantity)
      return !best || tier.minQuantity > best.minQuantity ? tier : best;
    const [start, bestStart] = [tier.dateStart ?? '', best.dateStart ?? ''];
    if (start !== bestStart) return start > bestStart ? tier : best;
    return tier.price < best.price ? tier : best;
  }, null);
}

function bestTier(tiers: readonly DiscountTier[], lists: readonly string[], day: string) {
  return tiers.reduce<DiscountTier | null>((best, tier) => {
    if (!lists.includes(tier.pricelist) || tier.minQuantity > 0 || !valid(tier, day)) return best;
    if (!best || tier.discount > best.discount) return tier;
    return tier.discount === best.discount && best.exclusive && !tier.exclusive ? tier : best;
  }, null);
}

function highest(offers: readonly SupplierDiscount[], day: string): number | null {
  const open = offers.filter((offer) => valid(offer, day)).map((offer) => offer.discountSale);
  return open.length ? Math.max(...open) : null;
}

/** Net price for one piece on a day for a customer with these lists, or null. */
export function netPrice(
  input: NetInput,
  pair: { gross: string; discounts: readonly string[]; share: SupplierShare },
  day: string,
): number | null {
  if (typeof input.explicitPrice === 'number') return input.explicitPrice;
  const gross = bestGross(input.gross, pair.gross, day);
  if (!gross) return null;
  const tier = bestTier(input.discounts, pair.discounts, day);
  const vet = pair.share === 'vet' ? highest(input.supplierDiscountsVet, day) : null;
  const plain = pair.share === 'none' ? null : highest(input.supplierDiscounts, day);
  const supplier = tier?.exclusive ? 0 : (vet ?? plain ?? 0);
  const full = PERCENT * SCALE;
  const exact = scaled(gross.price) * factor(tier?.discount ?? 0) * factor(supplier);
  // Rounds half up to cents: `exact` has 4 decimals and twice the percent scale.
  const unit = (SCALE / 100n) * full * full;
  return Number((exact * 2n + unit) / (unit * 2n)) / 100;
}

/** Days on which the price may change: each start, and the day after each end. */
function turningDays(input: NetInput): string[] {
  const windows: readonly Window[] = [
    ...input.gross,
    ...input.discounts,
    ...input.supplierDiscounts,
    ...input.supplierDiscountsVet,
  ];
  const days = new Set<string>();
  for (const { dateStart, dateEnd } of windows) {
    if (dateStart) days.add(dateStart);
    if (dateEnd) days.add(addDays(dateEnd, 1));
  }
  return [...days].sort();
}

export function netPriceEntries(input: NetInput, pairs: readonly PricePair[]): NetEntry[] {
  if (!input.gross.length && typeof input.explicitPrice !== 'number') return [];
  const days = turningDays(input);
  const hasOffers = input.supplierDiscounts.length + input.supplierDiscountsVet.length > 0;
  return pairs.flatMap((pair) => {
    const discount = [...pair.discounts].sort().join('+');
    const withOffers = timeline(input, pair, days);
    const without = hasOffers ? timeline(input, { ...pair, share: 'none' }, days) : withOffers;
    const named = (offers: boolean, entries: typeof without) =>
      entries.map((entry) => ({ gross: pair.gross, discount, offers, ...entry }));
    return [...named(true, withOffers), ...named(false, without)];
  });
}

function timeline(input: NetInput, pair: PricePair, days: readonly string[]) {
  const starts = [null, ...days];
  const entries: { value: number; date_start: string | null; date_end: string | null }[] = [];
  starts.forEach((start, index) => {
    const next = starts[index + 1] ?? null;
    const day = start ?? (next ? addDays(next, -1) : '2000-01-01');
    const value = netPrice(input, pair, day);
    const end = next ? addDays(next, -1) : null;
    const last = entries.at(-1);
    if (value === null) return;
    const adjoins =
      last !== undefined &&
      last.date_end !== null &&
      last.date_end === (start && addDays(start, -1));
    if (adjoins && last.value === value) last.date_end = end;
    else entries.push({ value, date_start: start, date_end: end });
  });
  return entries;
}
