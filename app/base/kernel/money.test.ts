import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discounted, perPiece, toCents, toTenThousandths } from './money';

describe('money', () => {
  it('PRICE-01 toCents rounds wire amounts with binary noise half up to exact cents', () => {
    expect(toCents(36.300000000000004)).toBe(3630);
    expect(toCents(3.335)).toBe(334);
    expect(toCents(1.005)).toBe(101);
    expect(toCents(-2.42)).toBe(-242);
    expect(toCents(0.1 + 0.2)).toBe(30);
  });

  it('PRICE-01 P-44 perPiece returns null for an amount divided by almost no pieces', () => {
    expect(perPiece(20.0000001, 2)).toBe(1_000);
    for (const pieces of [0, -1, 1e-12, 5e-324, Number.NaN])
      expect(perPiece(20, pieces)).toBeNull();
    expect(perPiece(Number.MAX_VALUE, 1)).toBeNull();
    expect(perPiece(0, 5e-324)).toBe(0);
  });

  it('PRICE-01 discounted multiplies discounts and rounds once (the cases of contract/search.md 4.3)', () => {
    const price = toTenThousandths(42.1);
    expect(discounted(price, [10, 5])).toBe(3600);
    expect(discounted(price, [20])).toBe(3368);
    expect(discounted(price, [10, 8])).toBe(3486);
    expect(discounted(price, [0, 5])).toBe(4000);
    expect(discounted(price, [])).toBe(4210);
  });

  it('PRICE-01 toCents parses any wire price with two decimals exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (amount) => {
        expect(toCents(amount / 100)).toBe(amount + 0);
      }),
    );
  });
});
