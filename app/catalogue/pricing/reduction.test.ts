import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, discounted, toTenThousandths } from '~/base/kernel/money';
import { compoundReductions, reductionPercent } from './reduction';

const reduced = (gross: number, net: number, known?: readonly number[]) =>
  reductionPercent(cents(gross), cents(net), known);

describe('a reduction in percent', () => {
  it('PRICE-01 compoundReductions multiplies successive discounts: 10 % and 5 % give 14.5 %', () => {
    expect(compoundReductions([6, 0])).toBe(6);
    expect(compoundReductions([10, 5])).toBe(14.5);
    expect(compoundReductions([6, 12])).toBe(17.28);
    expect(compoundReductions([6.25, 12.5])).toBe(17.97);
    expect(compoundReductions([])).toBe(0);
  });

  it('PRICE-01 the reduction between two prices is the simplest percentage that leads from one to the other, to the cent', () => {
    // The unrounded reductions in percent are 5.93, 12.12, 9.97 and 8.88.
    expect(reduced(6_24, 5_87)).toBe(6);
    expect(reduced(1_65, 1_45)).toBe(12);
    expect(reduced(8_83, 7_95)).toBe(10);
    expect(reduced(3_04, 2_77)).toBe(9);
    expect(reduced(42_10, 36_00)).toBe(14.5);
    expect(reduced(10_000_00, 8_766_55)).toBe(12.33);
    expect(reduced(5_00, 5_00)).toBe(0);
    expect(reduced(5_00, 6_00)).toBe(0);
    expect(reduced(0, 0)).toBe(0);
  });

  it('PRICE-01 the reduction between two prices is a known percentage when it leads from one to the other', () => {
    expect(reduced(20, 19)).toBe(5);
    expect(reduced(20, 19, [6, 17.28])).toBe(6);
    expect(reduced(20, 19, [17.28])).toBe(5);
  });

  it('PRICE-01 reductionPercent recovers any whole percentage from prices of a euro or more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_00, max: 5_000_00 }),
        fc.integer({ min: 1, max: 99 }),
        (gross, percent) => {
          const net = discounted(toTenThousandths(gross / 100), [percent]);
          expect(reduced(gross, net)).toBe(percent);
        },
      ),
    );
  });
});
