import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownLists } from '../../../tests/support/search-fixture/own-lists';
import type { Day } from '~/base/kernel/day';
import type { CustomerPricing } from './customer-pricing';
import type { DiscountTier, GrossTier, PriceSource, SupplierDiscount } from './price-source';
import { netAt, priceOf } from './pricing';

const today = '2026-07-28' as Day;
const day = (text: string | null) => text as Day | null;
const always = { start: null, end: null };
const untold = { taxIncluded: false, originalValue: null, discount: null };

const none: PriceSource = {
  stated: null,
  byRole: new Map(),
  gross: [],
  discounts: [],
  supplierDiscounts: [],
  supplierDiscountsVet: [],
  supplierPromotions: [],
  supplierPromotionsVet: [],
  taxPercent: 6,
};
const vet: CustomerPricing = ownLists;
const gross = (price: number, more: Partial<GrossTier> = {}): GrossTier => ({
  pricelist: '12',
  minQuantity: 0,
  price,
  ...always,
  ...more,
});
const tier = (discount: number, more: Partial<DiscountTier> = {}): DiscountTier => ({
  pricelist: '7',
  minQuantity: 0,
  discount,
  exclusive: false,
  ...always,
  ...more,
});
const supplier = (discount: number, more: Partial<SupplierDiscount> = {}): SupplierDiscount => ({
  discount,
  ...always,
  ...more,
});
const net = (source: Partial<PriceSource>, pricing: CustomerPricing = vet) =>
  priceOf({ ...none, ...source }, pricing, today)?.net ?? null;

describe('priceOf for one customer', () => {
  it('PRICE-01 priceOf returns the net prices of the examples in the price contract, to the cent', () => {
    const base = { gross: [gross(42.1)] };
    const five = [supplier(5)];
    expect(net({ ...base, discounts: [tier(10)], supplierDiscounts: five })).toBe(3600);
    expect(
      net({ ...base, discounts: [tier(20, { exclusive: true })], supplierDiscounts: five }),
    ).toBe(3368);
    expect(
      net({
        ...base,
        discounts: [tier(10)],
        supplierDiscounts: five,
        supplierDiscountsVet: [supplier(8)],
      }),
    ).toBe(3486);
    expect(
      net({ ...base, discounts: [tier(10, { minQuantity: 24 })], supplierDiscounts: five }),
    ).toBe(4000);
    expect(
      net({ gross: [gross(42.1), gross(41, { minQuantity: 1 })], discounts: [tier(10)] }),
    ).toBe(3690);
    const role = new Map([['default', { ...untold, value: 42.1, originalValue: 42.1 }]]);
    expect(net({ gross: [gross(42.1, { end: day('2026-07-27') })], byRole: role })).toBe(4210);
    expect(net({ ...base, discounts: [tier(10, { end: today })] })).toBe(3789);
  });

  it('PRICE-01 the period of a price includes its first and last day; without bounds the price always applies', () => {
    const offer = (start: string | null, end: string | null) =>
      net({
        gross: [gross(100)],
        supplierDiscounts: [supplier(50, { start: day(start), end: day(end) })],
      });
    expect(offer(null, null)).toBe(5000);
    expect(offer('2026-07-28', '2026-07-28')).toBe(5000);
    expect(offer('2026-07-29', null)).toBe(10_000);
    expect(offer(null, '2026-07-27')).toBe(10_000);
  });

  it('PRICE-01 a customer entitled to the veterinary discount gets it instead of the plain one, even if it is smaller', () => {
    const source = {
      gross: [gross(100)],
      supplierDiscounts: [supplier(20)],
      supplierDiscountsVet: [supplier(5)],
    };
    expect(net(source)).toBe(9500);
    expect(net(source, { ...vet, offers: 'plain' })).toBe(8000);
    expect(net(source, { ...vet, offers: 'none' })).toBe(10_000);
  });

  it('PRICE-01 the next tiers list the price of one piece from each quantity', () => {
    const price = priceOf(
      {
        ...none,
        gross: [gross(100), gross(90, { minQuantity: 10 })],
        discounts: [tier(10), tier(20, { minQuantity: 24 }), tier(10, { minQuantity: 5 })],
      },
      vet,
      today,
    );
    expect(price?.net).toBe(9000);
    expect(price?.tiers).toEqual([
      { fromQuantity: 10, net: 8100, percent: 19 },
      { fromQuantity: 24, net: 7200, percent: 28 },
    ]);
  });

  it('PRICE-01 netAt returns the price of the last tier that a quantity reaches, even when it is dearer', () => {
    const six = gross(12, { minQuantity: 6 });
    const price = priceOf(
      { ...none, gross: [gross(10), six, gross(9, { minQuantity: 24 })] },
      vet,
      today,
    );
    const at = (quantity: number) => price && netAt(price, quantity);
    expect([1, 5, 6, 23, 24, 25].map(at)).toEqual([1000, 1000, 1200, 1200, 900, 900]);
  });

  it('PRICE-01 a promotion is displayed beside the price and never changes it', () => {
    const price = priceOf(
      {
        ...none,
        gross: [gross(10)],
        supplierPromotions: [{ main: 10, free: 1, start: null, end: day('2026-09-30') }],
        supplierPromotionsVet: [{ main: 5, free: 1, start: null, end: day('2026-07-01') }],
      },
      vet,
      today,
    );
    expect(price?.net).toBe(1000);
    expect(price?.freePieces).toEqual({ main: 10, free: 1, until: '2026-09-30' });
  });

  it('PRICE-02 priceOf uses the explicit price, then the customer’s list, then the role’s price, then none', () => {
    const stated = { ...untold, value: 30 };
    const byRole = new Map([
      ['default', { ...untold, value: 20, originalValue: 25 }],
      ['gold', { ...untold, value: 15 }],
    ]);
    expect(net({ gross: [gross(40)], stated, byRole })).toBe(3000);
    expect(net({ gross: [gross(20)], discounts: [tier(50)], stated, byRole })).toBe(3000);
    expect(net({ gross: [gross(40)], byRole })).toBe(4000);
    expect(net({ stated, byRole })).toBe(3000);
    expect(net({ byRole }, { ...vet, role: 'gold' })).toBe(1500);
    expect(net({ byRole }, { ...vet, role: 'unknown' })).toBeNull();
    const role = priceOf({ ...none, byRole }, vet, today);
    expect(role).toMatchObject({ net: 2000, gross: 2500 });
  });

  it('PRICE-02 a price of 0 counts as no price, whatever its source', () => {
    const free = { ...untold, value: 0 };
    expect(net({ stated: free, gross: [gross(40)] })).toBeNull();
    expect(net({ gross: [gross(0)] })).toBeNull();
    expect(net({ gross: [gross(10)], discounts: [tier(100)] })).toBeNull();
    expect(net({ byRole: new Map([['default', free]]) })).toBeNull();
  });

  it('PRICE-02 a customer with unknown price lists gets the role’s price before any reduction, as indicative', () => {
    const byRole = new Map([['default', { ...untold, value: 20, originalValue: 25 }]]);
    const source = {
      ...none,
      byRole,
      gross: [gross(10)],
      supplierDiscounts: [supplier(50)],
      supplierPromotions: [{ main: 1, free: 1, ...always }],
    };
    const unknown: CustomerPricing = { kind: 'indicative', role: 'default' };
    expect(priceOf(source, unknown, today)).toEqual({
      net: 2500,
      gross: 2500,
      percent: 0,
      tiers: [],
      freePieces: null,
      offer: null,
      indicative: true,
    });
    const stated = { ...untold, value: 30 };
    expect(priceOf({ ...source, stated }, unknown, today)).toMatchObject({
      net: 3000,
      indicative: false,
    });
    expect(priceOf({ ...source, byRole: new Map() }, unknown, today)).toBeNull();
  });

  it('PRICE-02 guests see no price, or the default role’s without tiers and offers', () => {
    const byRole = new Map([
      ['default', { ...untold, value: 21.2, taxIncluded: true, originalValue: 21.2 }],
    ]);
    const source = {
      ...none,
      byRole,
      gross: [gross(10)],
      supplierPromotions: [{ main: 1, free: 1, ...always }],
    };
    expect(priceOf(source, { kind: 'hidden' }, today)).toBeNull();
    expect(priceOf(source, { kind: 'visitor', role: 'default' }, today)).toEqual({
      net: 2000,
      gross: 2000,
      percent: 0,
      tiers: [],
      freePieces: null,
      offer: null,
      indicative: false,
    });
  });

  it('PRICE-01 of equal discounts, one that allows the supplier’s discount wins, in any order', () => {
    const shutting = tier(10, { exclusive: true });
    const source = { gross: [gross(100)], supplierDiscounts: [supplier(5)] };
    expect(net({ ...source, discounts: [shutting, tier(10)] })).toBe(8550);
    expect(net({ ...source, discounts: [tier(10), shutting] })).toBe(8550);
    expect(net({ ...source, discounts: [shutting, shutting] })).toBe(9000);
  });

  it('PRICE-01 priceOf returns the promotion with the largest ratio of free pieces, in any order, and skips empty ones', () => {
    const small = { main: 10, free: 3, ...always };
    const large = { main: 3, free: 1, ...always, end: day('2026-08-31') };
    const nothing = [
      { main: 0, free: 5, ...always },
      { main: 5, free: 0, ...always },
    ];
    const free = (supplierPromotions: PriceSource['supplierPromotions']) =>
      priceOf({ ...none, gross: [gross(10)], supplierPromotions }, vet, today)?.freePieces;
    expect(free([small, large])).toEqual({ main: 3, free: 1, until: '2026-08-31' });
    expect(free([large, small, ...nothing])).toEqual({ main: 3, free: 1, until: '2026-08-31' });
    // If two promotions give the same ratio of free pieces, the first one wins, so that a page does not change between
    // views.
    expect(free([{ ...large, main: 6, free: 2 }, large])).toMatchObject({ main: 6, free: 2 });
    expect(free(nothing)).toBeNull();
  });

  it('PRICE-01 a tier with a fractional minimum applies from the next whole piece', () => {
    const tiers = priceOf(
      { ...none, gross: [gross(10), gross(9, { minQuantity: 2.5 })] },
      vet,
      today,
    )?.tiers;
    expect(tiers).toEqual([{ fromQuantity: 3, net: 900, percent: 10 }]);
  });

  it('PRICE-01 the reduction compounds the agreed discounts and is never less than the promotion’s', () => {
    const reduced = (euros: number, own: number, offer: number) =>
      priceOf(
        {
          ...none,
          gross: [gross(euros)],
          discounts: own > 0 ? [tier(own)] : [],
          supplierDiscounts: offer > 0 ? [supplier(offer)] : [],
        },
        vet,
        today,
      );
    // The unrounded reductions between these rounded prices are 5.93, 12.12, 9.97 and 17.2 %.
    expect(reduced(6.24, 6, 0)).toMatchObject({ net: 587, percent: 6 });
    expect(reduced(1.65, 0, 12)).toMatchObject({ net: 145, percent: 12, offer: { percent: 12 } });
    expect(reduced(8.83, 0, 10)).toMatchObject({ net: 795, percent: 10, offer: { percent: 10 } });
    expect(reduced(2.5, 6, 12)).toMatchObject({ net: 207, percent: 17.28 });
  });

  it('PRICE-01 a fixed price keeps the percentage of the index when it leads from one price to the other', () => {
    const reduced = (discount: number | null, taxIncluded = false) =>
      priceOf(
        { ...none, stated: { value: 0.19, originalValue: 0.2, discount, taxIncluded } },
        vet,
        today,
      )?.percent;
    expect(reduced(6)).toBe(6);
    expect(reduced(6, true)).toBe(6);
    expect(reduced(null)).toBe(5);
    expect(reduced(30)).toBe(5);
    expect(reduced(0)).toBe(5);
  });

  it('PRICE-01 an offer has its own percentage and its last day', () => {
    const offer = (
      supplierDiscounts: SupplierDiscount[],
      discounts: PriceSource['discounts'] = [],
    ) => priceOf({ ...none, gross: [gross(10)], discounts, supplierDiscounts }, vet, today)?.offer;
    const five = supplier(5, { end: day('2026-08-31') });
    expect(offer([five])).toEqual({ percent: 5, fromQuantity: 1, until: '2026-08-31' });
    // The customer's standing discount is not part of the offer, but an exclusive one can suppress it.
    expect(offer([five], [tier(15)])).toEqual({ percent: 5, fromQuantity: 1, until: '2026-08-31' });
    const shutting = tier(15, { exclusive: true });
    expect(offer([five], [shutting])).toBeNull();
    expect(offer([five], [shutting, tier(18, { minQuantity: 12 })])).toMatchObject({
      percent: 5,
      fromQuantity: 12,
    });
    expect(offer([five], [shutting, tier(14, { minQuantity: 12 })])).toBeNull();
    expect(offer([supplier(0)])).toBeNull();
    expect(offer([])).toBeNull();
  });

  it('PRICE-01 the net price equals a computation with exact integer fractions, for any price and any discounts', () => {
    const percent = fc.integer({ min: 0, max: 10_000 });
    const prices = fc.integer({ min: 0, max: 5_000_000 });
    fc.assert(
      fc.property(
        prices,
        fc.array(fc.tuple(percent, fc.boolean()), { maxLength: 4 }),
        fc.array(percent, { maxLength: 3 }),
        (cents, tiers, offers) => {
          const found = net({
            gross: [gross(cents / 100)],
            discounts: tiers.map(([value, exclusive]) => tier(value / 100, { exclusive })),
            supplierDiscounts: offers.map((value) => supplier(value / 100)),
          });
          const best = Math.max(0, ...tiers.map(([value]) => value));
          const shutsOut =
            tiers.some(([value]) => value === best) &&
            tiers.filter(([value]) => value === best).every(([, exclusive]) => exclusive);
          const offer = shutsOut ? 0 : Math.max(0, ...offers);
          // cents × (10000 − tier) × (10000 − offer) / 10⁸, half up.
          const numerator = BigInt(cents) * BigInt(10_000 - best) * BigInt(10_000 - offer);
          const denominator = 100_000_000n;
          const whole = numerator / denominator;
          const half = (numerator % denominator) * 2n >= denominator ? 1n : 0n;
          // A price of 0 counts as no price.
          expect(BigInt(found ?? 0)).toBe(whole + half);
        },
      ),
      { numRuns: 500 },
    );
  });
});
