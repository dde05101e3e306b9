import { cents } from '~/base/kernel/money';
import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  isOnRequest,
  quotationStates,
  sameReference,
  type QuotationState,
} from './quotation';

const line = {
  id: 1,
  productId: 1,
  name: 'x',
  sku: null,
  quantity: 1,
  delivered: null,
  cancelled: 0,
  unavailable: 0,
  open: null,
  unitPrice: null,
  netPrice: null,
  percent: null,
  amount: null,
  isReward: false,
  isDiscounted: false,
};
const allowed = (
  state: QuotationState | null,
  lines = [line],
  saleState: 'asked' | 'answered' | null = null,
) => actionsOf({ quotationState: state, saleState, lines });

describe('a quotation', () => {
  it('QUO-01 a quotation can be accepted only when it is answered, and sent only if it has a line', () => {
    for (const state of quotationStates)
      expect(allowed(state).includes('accept')).toBe(state === 'waiting_acceptation');
    expect(allowed('draft')).toContain('submit');
    expect(allowed('draft', [])).not.toContain('submit');
  });

  it('QUO-01 a quotation can be edited and deleted only as a draft, and reset to draft unless it is accepted', () => {
    for (const state of quotationStates) {
      expect(allowed(state).includes('edit')).toBe(state === 'draft');
      expect(allowed(state).includes('delete')).toBe(state === 'draft');
    }
    expect(quotationStates.filter((state) => allowed(state).includes('reset'))).toEqual([
      'customer_request',
      'waiting_acceptation',
      'cancel',
    ]);
  });

  it('QUO-01 without quotation states in the ERP, a quotation can be accepted only when it is known to be answered', () => {
    expect(allowed(null)).toEqual(['pdf']);
    expect(allowed(null, [line], 'asked')).toEqual(['pdf']);
    expect(allowed(null, [line], 'answered')).toEqual(['accept', 'pdf']);
  });

  it('QUO-01 PRICE-02 a zero price before discounts is a price on request; a line made free by a discount or reward is not', () => {
    const of = (unitPrice: number | null, amount: number | null, isReward = false) =>
      isOnRequest({
        unitPrice: unitPrice === null ? null : cents(unitPrice),
        amount: amount === null ? null : cents(amount),
        isReward,
      });
    expect(of(0, 0)).toBe(true);
    expect(of(null, 0)).toBe(true);
    expect(of(1250, 0)).toBe(false);
    expect(of(0, 0, true)).toBe(false);
    expect(of(1250, 1250)).toBe(false);
    // An amount that the ERP does not send is unknown, not zero.
    expect(of(null, null)).toBe(false);
  });

  it('QUO-01 a quotation has a unique reference, compared without case and extra spaces', () => {
    const known = [
      { id: 3, reference: 'Salle  2' },
      { id: 4, reference: null },
    ];
    expect(sameReference(known, ' salle 2')?.id).toBe(3);
    expect(sameReference(known, 'salle 2', 3)).toBeNull();
    expect(sameReference(known, 'salle')).toBeNull();
  });
});
