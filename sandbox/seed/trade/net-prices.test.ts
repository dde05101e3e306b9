import { describe, expect, it } from 'vitest';
import type { DiscountTier, GrossTier, WorldVariant } from '../../world';
import { createWorld, edgeRecords } from '../create-world';
import { pricePairs } from '../people/customers';
import { addDays, brusselsDay, monthEnd, monthStart } from './calendar';
import { netPrice, netPriceEntries, type PricePair } from './net-prices';

const ALWAYS = { dateStart: null, dateEnd: null };
const gross = (price: number, more: Partial<GrossTier> = {}): GrossTier => ({
  pricelist: '12',
  minQuantity: 0,
  price,
  ...ALWAYS,
  ...more,
});
const tier = (discount: number, more: Partial<DiscountTier> = {}): DiscountTier => ({
  pricelist: '7',
  discount,
  minQuantity: 0,
  exclusive: false,
  ...ALWAYS,
  ...more,
});
const off = (discountSale: number) => ({ discountSale, ...ALWAYS });
const day = '2026-07-28';
const pair: PricePair = { gross: '12', discounts: ['7'], share: 'vet' };
const none = { supplierDiscounts: [], supplierDiscountsVet: [] };

describe('net prices of the sample world', () => {
  it.each([
    [
      'plain',
      { gross: [gross(42.1)], discounts: [tier(10)], ...none, supplierDiscounts: [off(5)] },
      36,
    ],
    [
      'an exclusive tier sets the supplier aside',
      {
        gross: [gross(42.1)],
        discounts: [tier(20, { exclusive: true })],
        ...none,
        supplierDiscounts: [off(5)],
      },
      33.68,
    ],
    [
      'the veterinary variant goes first',
      {
        gross: [gross(42.1)],
        discounts: [tier(10)],
        supplierDiscounts: [off(5)],
        supplierDiscountsVet: [off(8)],
      },
      34.86,
    ],
    [
      'a tier from 24 pieces does not count for one',
      {
        gross: [gross(42.1)],
        discounts: [tier(10, { minQuantity: 24 })],
        ...none,
        supplierDiscounts: [off(5)],
      },
      40,
    ],
    [
      'the gross tier for one piece goes before that for none',
      { gross: [gross(42.1), gross(41, { minQuantity: 1 })], discounts: [tier(10)], ...none },
      36.9,
    ],
    [
      'an expired gross tier gives none',
      { gross: [gross(42.1, { dateEnd: '2026-07-27' })], discounts: [], ...none },
      null,
    ],
  ])('%s', (_case, input, expected) => {
    expect(netPrice(input, pair, day)).toBe(expected);
  });

  it('calendar functions calculate days and months without time zones', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(monthStart('2026-12-15', 1)).toBe('2027-01-01');
    expect(monthEnd('2026-07-28')).toBe('2026-07-31');
    expect(brusselsDay(new Date('2026-07-27T22:30:00Z'))).toBe('2026-07-28');
  });

  it('timeline of net prices has exactly one valid entry on any day', () => {
    const world = createWorld({ mediaBase: 'http://x/media', today: day, products: 900 });
    const variants = [...world.variants.values()];
    const pairs = pricePairs();
    expect(pairs.some(({ discounts }) => discounts.length > 1)).toBe(true);
    const edges = [...edgeRecords(world).values()].flatMap((id) => world.variants.get(id) ?? []);
    for (const variant of [...variants.filter((_, i) => i % 11 === 0), ...edges]) {
      const entries = netPriceEntries(variant, pairs);
      for (const offset of [-70, -15, -1, 0, 1, 3, 4, 40])
        checkDay(variant, entries, addDays(day, offset));
    }
  });

  function checkDay(
    variant: WorldVariant,
    entries: ReturnType<typeof netPriceEntries>,
    on: string,
  ) {
    for (const one of pricePairs()) {
      for (const offers of [true, false]) {
        const key = [...one.discounts].sort().join('+');
        const open = entries.filter(
          (entry) =>
            entry.gross === one.gross &&
            entry.discount === key &&
            entry.offers === offers &&
            (entry.date_start ?? '') <= on &&
            (entry.date_end ?? '9999') >= on,
        );
        const expected = plainNet(variant, one, offers ? one.share : 'none', on);
        expect(
          open.map(({ value }) => value),
          `${variant.sku} ${one.gross} ${key} ${on}`,
        ).toEqual(expected === null ? [] : [expected]);
      }
    }
  }

  /** An independent implementation of contract search.md 4.3: sorts, takes the first, divides integers. */
  function plainNet(variant: WorldVariant, one: PricePair, share: PricePair['share'], on: string) {
    if (variant.explicitPrice !== null) return variant.explicitPrice;
    const open = (w: { dateStart: string | null; dateEnd: string | null }) =>
      !(w.dateStart && w.dateStart > on) && !(w.dateEnd && w.dateEnd < on);
    const [best] = variant.gross
      .filter((t) => t.pricelist === one.gross && t.minQuantity <= 1 && open(t))
      .sort(
        (a, b) =>
          b.minQuantity - a.minQuantity ||
          (b.dateStart ?? '').localeCompare(a.dateStart ?? '') ||
          a.price - b.price,
      );
    if (!best) return null;
    const [discount] = variant.discounts
      .filter((t) => one.discounts.includes(t.pricelist) && t.minQuantity <= 0 && open(t))
      .sort((a, b) => b.discount - a.discount || Number(a.exclusive) - Number(b.exclusive));
    const vet = share === 'vet' ? variant.supplierDiscountsVet.filter(open) : [];
    const chosen = vet.length
      ? vet
      : share === 'none'
        ? []
        : variant.supplierDiscounts.filter(open);
    const supplier = discount?.exclusive ? 0 : Math.max(0, ...chosen.map((o) => o.discountSale));
    const cents = BigInt(Math.round(best.price * 100));
    const exact = cents * BigInt(100 - (discount?.discount ?? 0)) * BigInt(100 - supplier);
    return Number((exact + 5000n) / 10_000n) / 100;
  }
});
