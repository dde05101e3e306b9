import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerOf, loginOf } from './claims';

const issuer = 'https://id.example';
const read = (claims: Record<string, unknown>) => customerOf(issuer, 'user-1', claims);

describe('customerOf: customer from the claims of the identity provider', () => {
  it('AUTH-10 customerOf maps every claim that the contract and the specification name', () => {
    const { customer, dropped } = read({
      sub: 'user-1',
      email: 'vet@practice.example',
      email_verified: true,
      name: 'Cabinet Vétérinaire',
      given_name: 'Ann',
      family_name: 'Peeters',
      preferred_username: 'vet',
      locale: 'fr-BE',
      ref: 'C1001',
      supplier_id: 42,
      can_order: false,
      help_with_fee: true,
      'vt-groups': [3, 1],
      'vt-pricelist-gross': 'PL-STD',
      'vt-pricelist-discounts': ['PD-A', 'PD-B'],
      'vt-supplier-promotion': 'vet',
      'shopinvader-vt-roles': 'professional,reseller',
    });
    expect(customer).toEqual({
      owner: 'https://id.example|user-1',
      ref: 'C1001',
      login: 'vet',
      name: 'Cabinet Vétérinaire',
      email: 'vet@practice.example',
      emailVerified: true,
      givenName: 'Ann',
      familyName: 'Peeters',
      locale: 'fr-BE',
      role: 'professional',
      roles: ['professional', 'reseller'],
      canOrder: false,
      helpWithFee: true,
      supplierId: 42,
      veterinaryGroups: [3, 1],
      pricesKnown: true,
      pricelistGross: 'PL-STD',
      pricelistDiscounts: ['PD-A', 'PD-B'],
      supplierPromotion: 'vet',
    });
    expect(dropped).toEqual([]);
  });

  it('AUTH-10 customerOf uses defaults, including the default role, when claims are absent', () => {
    expect(read({}).customer).toMatchObject({
      login: 'user-1',
      name: 'user-1',
      ref: null,
      role: 'default',
      canOrder: true,
      helpWithFee: false,
      emailVerified: false,
      veterinaryGroups: [],
      pricelistDiscounts: [],
      supplierPromotion: null,
    });
  });

  it('AUTH-10 customerOf falls back to the price list as role and accepts only plain words', () => {
    expect(read({ 'vt-pricelist-gross': 'PL-GOLD' }).customer.role).toBe('PL-GOLD');
    expect(read({ 'shopinvader-vt-roles': 'a.b*, vip' }).customer.role).toBe('vip');
    expect(read({ 'vt-pricelist-gross': 'price.*' }).customer.role).toBe('default');
  });

  it('AUTH-10 customerOf converts claims of unexpected types if their meaning is clear and drops the rest', () => {
    const { customer, dropped } = read({
      supplier_id: '42',
      can_order: 'false',
      'vt-groups': [1, null, '2', 'x'],
      'vt-pricelist-discounts': 'PD-A',
      email: { value: 'no' },
      name: 7,
    });
    expect(customer).toMatchObject({
      supplierId: 42,
      canOrder: false,
      veterinaryGroups: [1, 2],
      pricelistDiscounts: ['PD-A'],
      email: null,
    });
    expect(dropped).toEqual(['email', 'name']);
  });

  it('AUTH-10 loginOf returns the user name, or else the e-mail address', () => {
    expect(loginOf({ preferred_username: 'vet', email: 'a@b.example' })).toBe('vet');
    expect(loginOf({ email: 'a@b.example' })).toBe('a@b.example');
    expect(loginOf({})).toBeNull();
  });

  it('P-36 customerOf never throws, whatever the shape of the claims', () => {
    const names = [
      'email',
      'vt-groups',
      'supplier_id',
      'can_order',
      'shopinvader-vt-roles',
      '__proto__',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue()), (claims) => {
        const { customer } = read(claims);
        expect(customer.role).toMatch(/^[\w-]{1,64}$/);
        expect(customer.veterinaryGroups.every(Number.isInteger)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
