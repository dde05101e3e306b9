/** Tests the table of contract/search.md 4.3, and the effect of a line's quantity. */
import { describe, expect, it } from 'vitest';
import type { DiscountTier, GrossTier, WorldVariant } from '../../world';
import { SMALL_WORLD } from '../testing/small-world';
import { unitPrice } from './pricing';

const TODAY = '2026-03-10';
const open = { dateStart: null, dateEnd: null };
const claims: Parameters<typeof unitPrice>[1] = {
  role: 'default',
  functionType: 'veterinary',
  pricelistGross: 'G',
  pricelistDiscounts: ['D'],
  supplierPromotion: 'vet',
};

const gross = (price: number, minQuantity = 0, change: Partial<GrossTier> = {}): GrossTier => ({
  pricelist: 'G',
  price,
  minQuantity,
  ...open,
  ...change,
});
const tier = (
  discount: number,
  minQuantity = 0,
  change: Partial<DiscountTier> = {},
): DiscountTier => ({
  pricelist: 'D',
  discount,
  minQuantity,
  exclusive: false,
  ...open,
  ...change,
});

function variant(change: Partial<WorldVariant>): WorldVariant {
  const model = SMALL_WORLD.variants.get(51);
  if (!model) throw new Error('the small world has no product 51');
  return { ...model, gross: [gross(42.1)], ...change };
}

const supplier = (discountSale: number) => [{ discountSale, ...open }];
const net = (change: Partial<WorldVariant>, qty = 1, who = claims) =>
  unitPrice(variant(change), who, qty, TODAY).net;

describe('net price', () => {
  it.each<[string, number, Partial<WorldVariant>]>([
    ['plain', 36, { discounts: [tier(10)], supplierDiscounts: supplier(5) }],
    [
      'exclusive tier',
      33.68,
      { discounts: [tier(20, 0, { exclusive: true })], supplierDiscounts: supplier(5) },
    ],
    [
      'veterinary variant, also when smaller',
      34.86,
      { discounts: [tier(10)], supplierDiscounts: supplier(5), supplierDiscountsVet: supplier(8) },
    ],
    [
      'tier from 24 pieces only, rounded half up',
      40,
      { discounts: [tier(30, 24)], supplierDiscounts: supplier(5) },
    ],
    ['gross tiers at 0 and 1', 36.9, { gross: [gross(42.1), gross(41, 1)], discounts: [tier(10)] }],
    [
      'gross tier expired: the price of the role',
      42.1,
      { gross: [gross(1, 0, { dateEnd: '2026-03-09' })], priceByRole: { default: 42.1 } },
    ],
    ['a discount that ends today', 37.89, { discounts: [tier(10, 0, { dateEnd: TODAY })] }],
    [
      'a discount that begins tomorrow',
      42.1,
      { discounts: [tier(10, 0, { dateStart: '2026-03-11' })] },
    ],
    [
      'explicit price before the role',
      5,
      { gross: [], explicitPrice: 5, priceByRole: { default: 9 } },
    ],
    ['no price at all', 0, { gross: [], priceByRole: {} }],
    ['percentages beyond their range', 0, { discounts: [tier(140)] }],
  ])('PRICE-01 %s', (_label, expected, change) => {
    expect(net(change)).toBe(expected);
  });

  it('PRICE-01 net price uses the highest tier that the quantity reaches in each list, and the best list', () => {
    const tiers = {
      gross: [gross(10), gross(8, 10)],
      discounts: [tier(5), tier(10, 10), tier(7, 5, { pricelist: 'E' })],
    };
    const both = { ...claims, pricelistDiscounts: ['D', 'E'] };
    expect([1, 5, 10].map((qty) => net(tiers, qty, both))).toEqual([9.5, 9.3, 7.2]);
  });

  it("PRICE-02 customer's claim decides which supplier offers apply to the net price", () => {
    const offers = { supplierDiscounts: supplier(10), supplierDiscountsVet: supplier(20) };
    const price = (supplierPromotion: string | null, functionType = 'veterinary') =>
      net({ gross: [gross(100)], ...offers }, 1, { ...claims, supplierPromotion, functionType });
    expect([price('vet'), price('plain'), price('none'), price('')]).toEqual([80, 90, 100, 100]);
    expect([price(null), price(null, 'pharmacist')]).toEqual([80, 90]);
  });
});
