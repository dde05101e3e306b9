import { describe, expect, it } from 'vitest';
import { facts } from '../facts';
import {
  customers,
  pricePairs,
  supplierNumber,
  supplierShare,
  veterinaryGroups,
} from './customers';
import { states } from './places';

const byRef = (ref: string) => customers.find((customer) => customer.ref === ref);

describe('the sample customers', () => {
  it('sample customers have an e-mail address and a pronounceable password', () => {
    expect(new Set(customers.map(({ login }) => login)).size).toBe(customers.length);
    for (const { login, email, password } of customers) {
      expect(login).toBe(email);
      expect(login).toMatch(/^[a-z0-9.-]+@[a-z0-9.-]+\.example$/);
      expect(password).toMatch(/^[a-z]+-demo$/);
    }
  });

  it('sample customers have addresses with distinct ids in existing regions', () => {
    const ids = customers.flatMap(({ id, delivery }) => [id, ...delivery.map((place) => place.id)]);
    expect(new Set(ids).size).toBe(ids.length);
    const codes = new Set(states.map(({ code }) => code));
    for (const { id, invoicing, delivery } of customers) {
      expect(invoicing.id).toBe(id);
      expect(delivery.length).toBeGreaterThan(0);
      for (const place of delivery) expect(codes.has(place.stateCode ?? '')).toBe(true);
    }
  });

  it('sample customers have only price lists and groups that the facts define', () => {
    const lists = new Set(facts.customers.price_lists.map(({ id }) => id));
    const groups = new Set(veterinaryGroups.map(({ id }) => id));
    for (const customer of customers) {
      for (const list of [customer.pricelistGross, ...customer.pricelistDiscounts])
        expect(list === null || lists.has(list)).toBe(true);
      expect(customer.veterinaryGroups.every((group) => groups.has(group))).toBe(true);
    }
  });

  it('sample customers cover every kind of customer among the demo’s personas', () => {
    const featured = customers.filter(({ featured: shown }) => shown);
    expect(new Set(featured.map(({ lang }) => lang)).size).toBe(3);
    expect(new Set(featured.map(({ functionType }) => functionType))).toEqual(
      new Set(['veterinary', 'student', 'pharmacist', 'wholesaler', 'supplier']),
    );
    expect(byRef('C10210')?.canOrder).toBe(false);
    expect(byRef('C10081')?.delivery[0]?.street).toBeNull();
    expect(byRef('C10171')?.delivery.length).toBe(5);
    const rebate = veterinaryGroups
      .filter(({ name }) => name.fr.includes('RFA'))
      .map(({ id }) => id);
    expect(byRef('C10055')?.veterinaryGroups.some((id) => rebate.includes(id))).toBe(true);
    expect(customers.some(({ helpWithFee }) => helpWithFee)).toBe(true);
  });

  it('sample customers get the supplier offers of their claim', () => {
    expect(byRef('C10048')?.supplierPromotion).toBe('vet');
    const shares = Object.fromEntries(customers.map((one) => [one.ref, supplierShare(one)]));
    expect([shares['C10021'], shares['C10237'], shares['C10263']]).toEqual([
      'vet',
      'plain',
      'none',
    ]);
    expect(pricePairs().some(({ discounts }) => discounts.join('+') === 'PD-A+PD-C')).toBe(true);
    expect(supplierNumber('Gamelline')).toBe(10284);
  });
});
