/**
 * Computes the price that a customer sees (search.md 4.2 and 4.3). The first of these applies: the product's fixed
 * price; a gross tier of the customer's list, reduced by their discount tier and the supplier's discount; the price of
 * their role; no price. A price of 0 counts as no price. Computed exactly: factors multiply as integers and are rounded
 * once. Promotions never change the unit price.
 */
import { isWithin, type Day, type DayWindow } from '~/base/kernel/day';
import { discountedPrice, toCents, toTenThousandths, type UnitPrice } from '~/base/kernel/money';
import type { CustomerPricing, OfferShare } from './customer-pricing';
import { compoundReductions, leadsTo, reductionPercent } from './reduction';
import { statedCents } from './stated-amount';
import type {
  DiscountTier,
  GrossTier,
  PriceSource,
  StatedPrice,
  SupplierDiscount,
  SupplierPromotion,
} from './price-source';

/** One row of the table 'from 6: …': a quantity, and the price of a piece from that quantity on. */
interface PriceTier {
  fromQuantity: number;
  net: UnitPrice;
  /** Percent below the gross price of one piece. */
  percent: number;
}

export interface FreePieces {
  main: number;
  free: number;
  until: Day | null;
}

/** Number of free pieces that a promotion adds to an ordered quantity. */
export const freeWith = ({ main, free }: FreePieces, quantity: number): number =>
  Math.floor(quantity / main) * free;

/** Pieces to add to the order to get the next free pieces, if these are at most a fifth of `main`; otherwise 0. */
export function moreForFree({ main }: FreePieces, quantity: number): number {
  const missing = main - (quantity % main);
  return missing * 5 <= main ? missing : 0;
}

export interface Offer {
  percent: number;
  /** First quantity at which the offer applies. For fewer pieces, an exclusive discount may suppress it. */
  fromQuantity: number;
  /** Last day of the offer; null: it has no end. */
  until: Day | null;
}

/** Everything that a page may know of a product's price: only the caller's own prices (contract/search.md 4.6). */
export interface Price {
  /** Price of one piece, without tax. */
  net: UnitPrice;
  /** Price of one piece before reductions; equal to `net` when there are none. */
  gross: UnitPrice;
  /** Percent from gross to net: the agreed percentage when known; 0 without reductions. */
  percent: number;
  /** Quantities from which a piece costs less (or has another price), ascending. */
  tiers: readonly PriceTier[];
  /** Free pieces such as `10 + 1`, displayed as text only. */
  freePieces: FreePieces | null;
  /**
   * The supplier's discount included in this price, or in the price of a higher quantity. Its percentage is that of
   * this discount alone, not of the whole reduction.
   */
  offer: Offer | null;
  /** The price is not the caller's own, because their price lists are unknown; the cart shows the charged price. */
  indicative: boolean;
}

/** Price of one piece at an ordered quantity. A tier replaces the ones before it, even when it is dearer. */
export const netAt = ({ tiers, net }: Pick<Price, 'tiers' | 'net'>, quantity: number): UnitPrice =>
  tiers.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.net ?? net;

const open = <T extends DayWindow>(entries: readonly T[], today: Day): T[] =>
  entries.filter((entry) => isWithin(entry, today));

/** The valid gross tier for a quantity: highest minimum, then latest start, then lowest price. */
function grossFor(tiers: readonly GrossTier[], quantity: number): GrossTier | null {
  let best: GrossTier | null = null;
  for (const tier of tiers) {
    if (tier.minQuantity > quantity) continue;
    const order =
      best === null
        ? 1
        : tier.minQuantity - best.minQuantity ||
          (tier.start ?? '').localeCompare(best.start ?? '') ||
          best.price - tier.price;
    if (order > 0) best = tier;
  }
  return best;
}

/** The highest discount for a quantity; of equally high ones, one that is not exclusive. */
function discountFor(tiers: readonly DiscountTier[], quantity: number): DiscountTier | null {
  let best: DiscountTier | null = null;
  for (const tier of tiers) {
    if (tier.minQuantity > quantity) continue;
    const better =
      best === null ||
      tier.discount > best.discount ||
      (tier.discount === best.discount && best.exclusive && !tier.exclusive);
    if (better) best = tier;
  }
  return best;
}

const highest = (discounts: readonly SupplierDiscount[]): SupplierDiscount | null =>
  discounts.reduce<SupplierDiscount | null>(
    (best, one) => (best === null || one.discount > best.discount ? one : best),
    null,
  );

/** Prefers the veterinary variant when it is valid and the customer may have it, even when it is smaller. */
function preferVariant<T extends DayWindow>(
  share: OfferShare,
  vet: readonly T[],
  plain: readonly T[],
  today: Day,
): T[] {
  if (share === 'none') return [];
  const own = share === 'vet' ? open(vet, today) : [];
  return own.length > 0 ? own : open(plain, today);
}

function freePieces(promotions: readonly SupplierPromotion[]): FreePieces | null {
  let best: SupplierPromotion | null = null;
  for (const one of promotions) {
    if (one.main <= 0 || one.free <= 0) continue;
    if (best === null || one.free * best.main > best.free * one.main) best = one;
  }
  return best && { main: best.main, free: best.free, until: best.end };
}

interface Parts {
  gross: readonly GrossTier[];
  discounts: readonly DiscountTier[];
  supplier: SupplierDiscount | null;
}

/** The price of a piece from a quantity onwards. */
interface Step extends PriceTier {
  /** Gross price in euros. */
  price: number;
  /** The supplier's discount, unless an exclusive discount suppresses it. */
  supplier: SupplierDiscount | null;
}

/** The lowest minimum quantity is one piece for gross tiers and zero for discount tiers (PRICE-01). */
function netFor(parts: Parts, grossQuantity: number, discountQuantity: number): Step | null {
  const gross = grossFor(parts.gross, grossQuantity);
  if (!gross) return null;
  const tier = discountFor(parts.discounts, discountQuantity);
  const supplier = tier?.exclusive ? null : parts.supplier;
  const factors = [tier?.discount ?? 0, supplier?.discount ?? 0];
  return {
    fromQuantity: grossQuantity,
    price: gross.price,
    net: discountedPrice(toTenThousandths(gross.price), factors),
    percent: compoundReductions(factors),
    supplier,
  };
}

/** The price of one piece, then of each quantity at which a tier begins; null when one piece has no price. */
function stepsOf(parts: Parts): [Step, ...Step[]] | null {
  const one = netFor(parts, 1, 0);
  if (!one) return null;
  const quantities = new Set<number>();
  for (const tier of [...parts.gross, ...parts.discounts]) {
    const quantity = Math.ceil(tier.minQuantity);
    if (quantity > 0) quantities.add(quantity);
  }
  const more = [...quantities]
    .sort((a, b) => a - b)
    .flatMap((quantity) => netFor(parts, quantity, quantity) ?? []);
  return [one, ...more];
}

function tierTable([one, ...more]: readonly [Step, ...Step[]]): PriceTier[] {
  const table: PriceTier[] = [];
  const gross = discountedPrice(toTenThousandths(one.price), []);
  let last = one.net;
  for (const found of more) {
    if (found.net === last) continue;
    // If the tier has another gross price, its discounts do not give the reduction from the gross price of one piece.
    const percent = found.price === one.price ? found.percent : reductionPercent(gross, found.net);
    table.push({ fromQuantity: found.fromQuantity, net: found.net, percent });
    last = found.net;
  }
  return table;
}

const customerPart = (
  source: PriceSource,
  pricing: Extract<CustomerPricing, { kind: 'customer' }>,
  today: Day,
): Parts => ({
  gross: source.gross.filter((tier) => tier.pricelist === pricing.gross && isWithin(tier, today)),
  discounts: source.discounts.filter(
    (tier) => pricing.discounts.includes(tier.pricelist) && isWithin(tier, today),
  ),
  supplier: highest(
    preferVariant(pricing.offers, source.supplierDiscountsVet, source.supplierDiscounts, today),
  ),
});

function statedPrice(price: StatedPrice, taxPercent: number, free: FreePieces | null): Price {
  const net = statedCents(price.value, price, taxPercent);
  const original = price.originalValue ?? price.value;
  const gross = statedCents(Math.max(original, price.value), price, taxPercent);
  const told = price.discount ?? 0;
  const isTold = leadsTo(toTenThousandths(original), told, toCents(price.value));
  return {
    net,
    gross,
    percent: isTold ? told : reductionPercent(gross, net),
    tiers: [],
    freePieces: free,
    offer: null,
    indicative: false,
  };
}

function offerIn(steps: readonly Step[]): Offer | null {
  for (const { fromQuantity, supplier } of steps)
    if (supplier && supplier.discount > 0)
      return { percent: supplier.discount, fromQuantity, until: supplier.end };
  return null;
}

/** The price from the caller's own lists; null when none of them contains the product today. */
function listPrice(
  source: PriceSource,
  pricing: Extract<CustomerPricing, { kind: 'customer' }>,
  today: Day,
  free: FreePieces | null,
): Price | null {
  const parts = customerPart(source, pricing, today);
  const steps = pricing.gross === null ? null : stepsOf(parts);
  if (!steps) return null;
  const [one] = steps;
  return {
    net: one.net,
    gross: discountedPrice(toTenThousandths(one.price), []),
    percent: one.percent,
    tiers: tierTable(steps),
    freePieces: free,
    offer: offerIn(steps),
    indicative: false,
  };
}

/** The price before any reduction, because the ERP may not grant one. */
function indicativePrice(stated: StatedPrice, taxPercent: number): Price {
  const { gross } = statedPrice(stated, taxPercent, null);
  return {
    net: gross,
    gross,
    percent: 0,
    tiers: [],
    freePieces: null,
    offer: null,
    indicative: true,
  };
}

function anyPrice(
  source: PriceSource,
  pricing: Exclude<CustomerPricing, { kind: 'hidden' }>,
  today: Day,
): Price | null {
  const free =
    pricing.kind === 'customer'
      ? freePieces(
          preferVariant(
            pricing.offers,
            source.supplierPromotionsVet,
            source.supplierPromotions,
            today,
          ),
        )
      : null;
  if (source.stated) return statedPrice(source.stated, source.taxPercent, free);
  const own = pricing.kind === 'customer' ? listPrice(source, pricing, today, free) : null;
  if (own) return own;
  const stated = source.byRole.get(pricing.role);
  if (!stated) return null;
  return pricing.kind === 'indicative'
    ? indicativePrice(stated, source.taxPercent)
    : statedPrice(stated, source.taxPercent, free);
}

/** The caller's price of a product on a day; null when it is on request, or hidden from guests. */
export function priceOf(source: PriceSource, pricing: CustomerPricing, today: Day): Price | null {
  if (pricing.kind === 'hidden') return null;
  const price = anyPrice(source, pricing, today);
  return price && price.net > 0 ? price : null;
}
