import { describe, expect, it } from 'vitest';
import { said } from '../../../tests/support/said';
import { cents } from '~/base/kernel/money';
import { lowAmount, type YearEndRebate } from './cart';
import { LowAmountNotice, WithoutFee } from './low-amount';
import { sumsOf } from './order-sums';
import { RebateLine } from './sum-rows';

describe('texts below the sums', () => {
  const atBest: YearEndRebate = {
    accrued: cents(60_89),
    accruedMax: cents(60_89),
    potential: cents(60_89),
    potentialMax: cents(60_89),
    // The ERP rounds each amount separately: its maximum is a cent below the sum of the displayed amounts.
    accruedTotal: cents(578_63),
    accruedTotalMax: cents(639_51),
  };
  const below: YearEndRebate = {
    ...atBest,
    accrued: cents(15_22),
    potential: cents(15_22),
    accruedTotal: cents(144_65),
  };

  it('CHK-02 the text about the yearly rebate states its parts, and no sum that differs from them by a cent', () => {
    expect(said(<RebateLine rebate={atBest} earned={false} />)).toBe(
      'Year-end rebate: this order adds €60.89. Earned so far, without this order: €578.63.',
    );
    expect(said(<RebateLine rebate={below} earned={false} />)).toBe(
      'Year-end rebate: this order adds €15.22 at the present tier, €60.89 at the best tier. Earned without it: €144.65; with it, €639.51 at the best tier.',
    );
    const placed = { ...atBest, accruedTotal: cents(639_51) };
    expect(said(<RebateLine rebate={placed} earned />)).toContain(
      'Earned so far, this order included: €639.51.',
    );
    expect(said(<RebateLine rebate={below} earned />)).toContain(
      'this order included: €144.65 (€639.51 at the best tier).',
    );
    // The best tier applies to the whole year: the displayed amounts add up to the rebate earned after the order.
    const lifted: YearEndRebate = {
      accrued: cents(36_21),
      accruedMax: cents(48_28),
      potential: cents(48_28),
      potentialMax: cents(48_28),
      accruedTotal: cents(299_59),
      accruedTotalMax: cents(447_73),
    };
    expect(said(<RebateLine rebate={lifted} earned={false} />)).toBe(
      'Year-end rebate: this order adds €148.14: €48.28 of its own and €99.86 more for your earlier purchases, as it reaches the best tier. Earned so far, without this order: €299.59.',
    );
    expect(
      said(<RebateLine rebate={{ ...lifted, potential: cents(40_00) }} earned={false} />),
    ).toBe(
      'Year-end rebate: this order adds €40.00 and reaches a higher tier, which counts for your earlier purchases too. Earned so far, without this order: €299.59.',
    );
    expect(
      said(
        <RebateLine
          rebate={{ ...lifted, accrued: cents(48_28), accruedTotal: cents(447_73) }}
          earned
        />,
      ),
    ).toContain(
      '€48.28 for this order, at the tier reached. Earned so far, this order included: €447.73.',
    );
    const hidden = { ...atBest, accruedTotal: null, accruedTotalMax: null };
    expect(said(<RebateLine rebate={hidden} earned={false} />)).not.toContain('Earned');
  });

  it('PRICE-03 the text below the total states that it excludes the fee, unless no fee is due', () => {
    const line = (toCome: number | null) =>
      said(
        <WithoutFee low={lowAmount(cents(47_46), toCome === null ? null : cents(toCome))} alone />,
      );
    expect(line(0)).toBe(
      'Without the possible contribution to costs of €10.50 excl. VAT. Add €102.54 excl. VAT to avoid the contribution to costs of €10.50 excl. VAT.',
    );
    expect(line(100_00)).toContain('Add €2.54');
    expect(line(null)).toContain('This order alone is €102.54 excl. VAT short');
    // No fee is due, so the page displays no text about it below the order's sums.
    expect(line(2_829_50)).toBe('');
    const low = lowAmount(cents(47_46), cents(2_829_50));
    expect(low && said(<LowAmountNotice low={low} explain={false} />)).toBe(
      'No contribution to costs on top of these amounts: your orders to be delivered (€2,829.50 excl. VAT) count too.',
    );
    expect(said(<WithoutFee low={lowAmount(cents(150_00), null)} alone />)).toBe('');
  });

  it('PRICE-03 the notice names the time of a cached sum of open orders', () => {
    const asOf = new Date('2027-03-01T13:05:00Z');
    for (const toCome of [cents(100_00), cents(2_829_50)]) {
      const low = lowAmount(cents(47_46), toCome);
      const notice = (more: object) =>
        low && said(<LowAmountNotice low={{ ...low, ...more }} explain={false} />);
      expect(notice({ asOf })).toContain('Your orders as at 14:05.');
      expect(notice({ asOf: null })).not.toContain('as at');
    }
  });

  it('PRICE-03 the missing amount is sufficient when a code reduces the added goods too', () => {
    // 24.80 of goods with a discount of ten per cent: 22.32 counts towards the limit.
    const low = lowAmount(cents(22_32), cents(0), cents(-2_48));
    expect(low && said(<LowAmountNotice low={low} explain={false} />)).toContain(
      'Add €127.68 excl. VAT after vouchers and codes (at most €141.89 of products) to avoid',
    );
    const enough = low?.enough ?? 0;
    expect(22_32 + enough - Math.round(enough / 10)).toBeGreaterThanOrEqual(150_00);
    const nothingLeft = lowAmount(cents(0), cents(0), cents(-24_80));
    expect(nothingLeft && said(<WithoutFee low={nothingLeft} alone />)).toContain(
      'Add €150.00 excl. VAT after vouchers and codes to avoid',
    );
  });

  it('CHK-02 the row with a code’s deduction follows the sum before it, with and without discounted prices', () => {
    const line = (untaxed: number, isReward = false) => ({
      isReward,
      quantity: 1,
      unitPrice: cents(untaxed),
      isDiscounted: false,
      amount: { untaxed: cents(untaxed) },
    });
    const cart = {
      lines: [line(173_60), line(-17_36, true)],
      goods: { untaxed: cents(156_24) },
      amount: null,
      delivery: { method: null, fees: null },
    };
    expect(sumsOf(cart)).toMatchObject({ gross: 173_60, discount: null, rewards: -17_36 });
    const plain = { ...cart, lines: [line(156_24)] };
    expect(sumsOf(plain)).toMatchObject({ gross: null, rewards: null });
  });
});
