import { describe, expect, it } from 'vitest';
import { said } from '../../../tests/support/said';
import { cents } from '~/kernel/money';
import { lowAmount, type YearEndRebate } from './cart';
import { LowAmountNotice, WithoutFee } from './low-amount';
import { RebateLine } from './sum-rows';

describe('what stands below the sums', () => {
  const atBest: YearEndRebate = {
    ...{ accrued: cents(60_89), accruedMax: cents(60_89) },
    ...{ potential: cents(60_89), potentialMax: cents(60_89) },
    // The ERP rounds each of its amounts: its maximum is a cent below the sum of those that are shown.
    ...{ accruedTotal: cents(578_63), accruedTotalMax: cents(639_51) },
  };
  const below: YearEndRebate = {
    ...atBest,
    ...{ accrued: cents(15_22), potential: cents(15_22) },
    accruedTotal: cents(144_65),
  };

  it('CHK-02 the rebate of the year says what is in it, and no sum that is a cent beside its parts', () => {
    expect(said(<RebateLine rebate={atBest} earned={false} />)).toBe(
      'Year-end rebate: this order adds €60.89. Earned so far, without this order: €578.63.',
    );
    expect(said(<RebateLine rebate={below} earned={false} />)).toBe(
      'Year-end rebate: this order adds €15.22 (at most €60.89 at the best tier). Earned without it: €144.65; with it, at most €639.51.',
    );
    const placed = { ...atBest, accruedTotal: cents(639_51) };
    expect(said(<RebateLine rebate={placed} earned />)).toContain(
      'Earned so far, this order included: €639.51.',
    );
    expect(said(<RebateLine rebate={below} earned />)).toContain(
      'this order included: €144.65 (at most €639.51 at the best tier).',
    );
    const hidden = { ...atBest, accruedTotal: null, accruedTotalMax: null };
    expect(said(<RebateLine rebate={hidden} earned={false} />)).not.toContain('Earned');
  });

  it('PRICE-03 the participation is said to be no part of a total, unless none is due', () => {
    const line = (toCome: number | null) =>
      said(
        <WithoutFee low={lowAmount(cents(47_46), toCome === null ? null : cents(toCome))} alone />,
      );
    expect(line(0)).toBe(
      'Without the possible contribution to costs of €10.50. Add €102.54 excl. VAT to avoid the €10.50 contribution to costs.',
    );
    expect(line(100_00)).toContain('Add €2.54');
    expect(line(null)).toContain('This order alone is €102.54 excl. VAT short');
    // Nothing is due: nothing to be said beside what the order came to.
    expect(line(2_829_50)).toBe('');
    const low = lowAmount(cents(47_46), cents(2_829_50));
    expect(low && said(<LowAmountNotice low={low} explain={false} />)).toBe(
      'No contribution to costs on top of these amounts: your orders to be delivered (€2,829.50 excl. VAT) count too.',
    );
    expect(said(<WithoutFee low={lowAmount(cents(150_00), null)} alone />)).toBe('');
  });
});
