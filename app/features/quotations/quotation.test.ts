import { describe, expect, it } from 'vitest';
import { actionsOf, quotationStates, sameReference, type QuotationState } from './quotation';

const line = {
  ...{ id: 1, productId: 1, name: 'x', sku: null, quantity: 1, delivered: null, cancelled: 0 },
  ...{ unavailable: 0, open: null, unitPrice: null, netPrice: null, amount: null, isReward: false },
};
const allowed = (
  state: QuotationState | null,
  lines = [line],
  saleState: 'asked' | 'answered' | null = null,
) => actionsOf({ quotationState: state, saleState, lines });

describe('a quotation', () => {
  it('QUO-01 is accepted only once it was answered, and sent only with a line', () => {
    for (const state of quotationStates)
      expect(allowed(state).includes('accept')).toBe(state === 'waiting_acceptation');
    expect(allowed('draft')).toContain('submit');
    expect(allowed('draft', [])).not.toContain('submit');
  });

  it('QUO-01 is changed and deleted only as a draft, and comes back to draft from what is not accepted', () => {
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

  it('QUO-01 of an ERP without states is accepted only when its answer is known', () => {
    expect(allowed(null)).toEqual(['pdf']);
    expect(allowed(null, [line], 'asked')).toEqual(['pdf']);
    expect(allowed(null, [line], 'answered')).toEqual(['accept', 'pdf']);
  });

  it('QUO-01 has a reference of its own, whatever its capitals and spaces', () => {
    const known = [
      { id: 3, reference: 'Salle  2' },
      { id: 4, reference: null },
    ];
    expect(sameReference(known, ' salle 2')?.id).toBe(3);
    expect(sameReference(known, 'salle 2', 3)).toBeNull();
    expect(sameReference(known, 'salle')).toBeNull();
  });
});
