import { describe, expect, it } from 'vitest';
import type { Customer, SessionView } from '../../../server/auth/session-view';
import { customerPricing, offersOf as offersFor } from './customer-pricing';

const customer: Customer = {
  owner: 'issuer|subject',
  ref: 'C1',
  login: 'vet',
  name: 'Practice',
  email: null,
  emailVerified: true,
  givenName: null,
  familyName: null,
  locale: null,
  role: 'default',
  roles: ['default'],
  canOrder: true,
  helpWithFee: false,
  supplierId: null,
  veterinaryGroups: [],
  pricesKnown: true,
  pricelistGross: 'PL-STD',
  pricelistDiscounts: ['PD-A'],
  supplierPromotion: null,
};
const session = (change: Partial<Customer>): SessionView => ({
  kind: 'customer',
  key: 'key',
  signedInAt: new Date(0),
  endsAt: new Date(0),
  customer: { ...customer, ...change },
});
const offersOf = (change: Partial<Customer>) => {
  const pricing = customerPricing(session(change), false);
  return pricing.kind === 'customer' ? pricing.offers : null;
};

describe('customerPricing', () => {
  it('PRICE-02 guests get no prices, or those of the default role when the shop’s setting allows it', () => {
    expect(customerPricing({ kind: 'guest' }, false)).toEqual({ kind: 'hidden' });
    expect(customerPricing({ kind: 'guest' }, true)).toEqual({ kind: 'visitor', role: 'default' });
  });

  it('AUTH-10 the supplier promotion claim determines which offers apply', () => {
    expect(offersOf({ supplierPromotion: 'vet' })).toBe('vet');
    expect(offersOf({ supplierPromotion: 'SP-9' })).toBe('plain');
    expect(offersOf({ supplierPromotion: 'none' })).toBe('none');
    expect(offersOf({ supplierPromotion: '' })).toBe('none');
    expect(offersOf({ supplierPromotion: null })).toBe('plain');
    expect(offersOf({ supplierPromotion: null, roles: ['veterinary'] })).toBe('vet');
  });

  it('PRICE-02 a customer with unknown price lists gets the role’s price as indicative, and no offer', () => {
    const unknown = customerPricing(session({ pricesKnown: false, role: 'gold' }), false);
    expect(unknown).toEqual({ kind: 'indicative', role: 'gold' });
    expect(offersFor(unknown)).toBe('none');
    expect(offersFor(customerPricing(session({ supplierPromotion: 'vet' }), false))).toBe('vet');
    expect(offersFor({ kind: 'hidden' })).toBe('vet');
  });

  it('P-38 a role that cannot be part of a field path falls back to the default role', () => {
    expect(customerPricing(session({ role: 'a.b*' }), false)).toMatchObject({ role: 'default' });
    expect(customerPricing(session({ role: 'gold_1' }), false)).toMatchObject({ role: 'gold_1' });
  });
});
