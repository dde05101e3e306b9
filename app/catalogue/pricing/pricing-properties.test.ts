/** Compares the net price with a second implementation of the specification (section 9) in exact fractions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Day, DayWindow } from '~/base/kernel/day';
import type { CustomerPricing } from './customer-pricing';
import type { DiscountTier, GrossTier, PriceSource, SupplierDiscount } from './price-source';
import { priceOf } from './pricing';

const today = '2026-07-28' as Day;
const days = ['2025-12-31', '2026-07-27', '2026-07-28', '2026-07-29', '2027-01-01'] as Day[];
const own = { gross: '12', discounts: ['7', '8'] };

const window = fc.record({
  start: fc.option(fc.constantFrom(...days), { nil: null }),
  end: fc.option(fc.constantFrom(...days), { nil: null }),
});
/** Euros with up to four decimals. */
const price = fc.integer({ min: 0, max: 20_000_000 }).map((value) => value / 10_000);
/** Percents with up to two decimals, some from a few fixed values, so that equal discounts occur. */
const percent = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100),
  fc.constantFrom(0, 5, 10, 100),
);
const minQuantity = fc.constantFrom(0, 1, 2, 6, 10, 24);
const grossTier = fc
  .tuple(window, fc.record({ pricelist: fc.constantFrom('12', '13'), minQuantity, price }))
  .map(([when, tier]): GrossTier => ({ ...when, ...tier }));
const discountTier = fc
  .tuple(
    window,
    fc.record({
      pricelist: fc.constantFrom('7', '8', '9'),
      minQuantity,
      discount: percent,
      exclusive: fc.boolean(),
    }),
  )
  .map(([when, tier]): DiscountTier => ({ ...when, ...tier }));
const offer = fc
  .tuple(window, percent)
  .map(([when, discount]): SupplierDiscount => ({ ...when, discount }));
const stated = fc.record({
  value: price,
  taxIncluded: fc.constant(false),
  originalValue: fc.constant(null),
  discount: fc.constant(null),
});

const sources: fc.Arbitrary<PriceSource> = fc.record({
  stated: fc.option(stated, { nil: null }),
  byRole: fc
    .dictionary(fc.constantFrom('default', 'gold'), stated)
    .map((roles) => new Map(Object.entries(roles))),
  gross: fc.array(grossTier, { maxLength: 5 }),
  discounts: fc.array(discountTier, { maxLength: 6 }),
  supplierDiscounts: fc.array(offer, { maxLength: 3 }),
  supplierDiscountsVet: fc.array(offer, { maxLength: 3 }),
  supplierPromotions: fc.constant([]),
  supplierPromotionsVet: fc.constant([]),
  taxPercent: fc.constantFrom(6, 21),
});
const customers = fc
  .constantFrom('vet', 'plain', 'none')
  .map((offers): Extract<CustomerPricing, { kind: 'customer' }> => ({
    kind: 'customer',
    role: 'gold',
    ...own,
    offers,
  }));

const holds = ({ start, end }: DayWindow): boolean =>
  (start === null || start <= today) && (end === null || end >= today);
const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** Rounds half up to whole cents, or to 1/10000 euro when the price has fractions of a cent; discounts in percent. */
function centsOf(euros: number, discounts: readonly number[]): number {
  const kept = discounts.map((discount) => BigInt(Math.round((100 - discount) * 100)));
  const numerator = kept.reduce((a, b) => a * b, BigInt(Math.round(euros * 10_000)));
  const price = BigInt(Math.round(euros * 10_000));
  const isExact = price % 100n !== 0n;
  const denominator = (isExact ? 1n : 100n) * 10_000n ** BigInt(kept.length);
  const rounded = Number((2n * numerator + denominator) / (2n * denominator));
  return isExact ? rounded / 100 : rounded;
}

function expected(source: PriceSource, offers: string): number | null {
  const gross = source.gross
    .filter((tier) => tier.pricelist === own.gross && tier.minQuantity <= 1 && holds(tier))
    .sort(
      (a, b) =>
        b.minQuantity - a.minQuantity ||
        (b.start ?? '').localeCompare(a.start ?? '') ||
        a.price - b.price,
    )[0];
  const plain = source.stated ?? (gross ? null : source.byRole.get('gold'));
  if (plain) return centsOf(plain.value, []) || null;
  if (!gross) return null;
  const tiers = source.discounts.filter(
    (tier) => own.discounts.includes(tier.pricelist) && tier.minQuantity <= 0 && holds(tier),
  );
  const tier = largest(tiers.map(({ discount }) => discount));
  const best = tiers.filter(({ discount }) => discount === tier);
  const isExclusive = best.length > 0 && best.every(({ exclusive }) => exclusive);
  const vet = offers === 'vet' ? source.supplierDiscountsVet.filter(holds) : [];
  const offered = vet.length > 0 ? vet : source.supplierDiscounts.filter(holds);
  const supplier =
    isExclusive || offers === 'none' ? 0 : largest(offered.map(({ discount }) => discount));
  return centsOf(gross.price, [tier, supplier]) || null;
}

describe('the net price of any product for any customer', () => {
  it('PRICE-01 the net price follows the specification for any tiers, periods, exclusive discounts and veterinary variants', () => {
    fc.assert(
      fc.property(sources, customers, (source, pricing) => {
        expect(priceOf(source, pricing, today)?.net ?? null).toBe(expected(source, pricing.offers));
      }),
      { numRuns: 2000 },
    );
  });

  it('PRICE-02 the net price does not depend on any number in other customers’ price lists', () => {
    fc.assert(
      fc.property(sources, customers, price, percent, (source, pricing, other, discount) => {
        const seen = priceOf(source, pricing, today);
        const isOwn = (tier: DiscountTier): boolean => own.discounts.includes(tier.pricelist);
        const without: PriceSource = {
          ...source,
          gross: source.gross.filter((tier) => tier.pricelist === own.gross),
          discounts: source.discounts.filter(isOwn),
          byRole: new Map([...source.byRole].filter(([role]) => role === 'gold')),
        };
        const changed: PriceSource = {
          ...source,
          gross: source.gross.map((tier) =>
            tier.pricelist === own.gross ? tier : { ...tier, price: other },
          ),
          discounts: source.discounts.map((tier) => (isOwn(tier) ? tier : { ...tier, discount })),
        };
        expect(priceOf(without, pricing, today)).toEqual(seen);
        expect(priceOf(changed, pricing, today)).toEqual(seen);
      }),
      { numRuns: 500 },
    );
  });

  it('PRICE-01 the next tiers ascend in quantity, and each has another price', () => {
    fc.assert(
      fc.property(sources, customers, (source, pricing) => {
        const found = priceOf(source, pricing, today);
        let last = { fromQuantity: 0, net: found?.net };
        for (const line of found?.tiers ?? []) {
          expect(line.fromQuantity).toBeGreaterThan(last.fromQuantity);
          expect(line.net).not.toBe(last.net);
          expect(line.net).toBeGreaterThanOrEqual(0);
          last = line;
        }
      }),
      { numRuns: 500 },
    );
  });
});
