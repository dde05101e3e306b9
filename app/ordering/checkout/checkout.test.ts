import { describe, expect, it } from 'vitest';
import type { Address, Cart } from '~/ordering/cart/cart';
import { SaleWire, toCart } from '~/ordering/cart/wire/cart-wire.server';
import { cents } from '~/base/kernel/money';
import { isValidAddress, matchesAddress, missingParts, sumsWith } from './checkout';

const address = (facts: Partial<Address> = {}): Address => ({
  id: 1,
  name: 'Clinique du Parc',
  street: 'Rue des Érables 14',
  street2: 'bte 3',
  zip: '4000',
  city: 'Liège',
  phone: null,
  mobile: null,
  email: null,
  vat: null,
  countryId: 20,
  country: { id: 20, name: 'Belgique', code: 'BE' },
  state: null,
  isDropoffSite: false,
  ...facts,
});

describe('address at checkout', () => {
  it('CHK-01 an address is valid with name, street, postcode and town; blank parts count as missing', () => {
    expect(isValidAddress(address())).toBe(true);
    expect(missingParts(address({ street: '  ', zip: null }))).toEqual(['street', 'zip']);
    expect(missingParts(address({ name: null, city: '\t' }))).toEqual(['name', 'city']);
    expect(isValidAddress(null)).toBe(false);
  });

  it('CHK-01 a drop-off site is valid whatever it lacks', () => {
    const bare = { isDropoffSite: true, street: null, zip: null, city: null };
    expect(isValidAddress(address(bare))).toBe(true);
  });

  it.each(['liege', 'LIÈGE', 'erables', 'parc 4000', 'bte 3', 'belgique', ' clinique  liege '])(
    'CHK-01 matchesAddress finds an address by "%s", ignoring case and accents and requiring every term',
    (typed) => {
      expect(matchesAddress(address(), typed)).toBe(true);
    },
  );

  it('CHK-01 an address is not found when a search term does not match', () => {
    expect(matchesAddress(address(), 'parc namur')).toBe(false);
  });
});

describe('total of the order with a carrier', () => {
  const amount = (untaxed: number, tax: number) => ({ untaxed, tax, total: untaxed + tax });
  const cart = (goodsTax: number, fee?: { untaxed: number; tax: number }) =>
    toCart(
      SaleWire.parse({
        id: 1,
        amount: amount(100 + (fee?.untaxed ?? 0), goodsTax + (fee?.tax ?? 0)),
        delivery: fee
          ? { method: { id: 7, name: 'Tournée' }, fees: amount(fee.untaxed, fee.tax) }
          : { method: null },
      }),
    );
  const sums = (of: Cart, id: number, price: number | null) => {
    const facts = { name: 'x', code: null, description: null, needsPoint: false };
    const known = sumsWith(of, { id, ...facts, price: price === null ? null : cents(price) });
    return known && [known.shipping, known.tax, known.total];
  };

  it('CHK-01 the total contains the carrier’s price with its tax, instead of the cart’s current fee', () => {
    expect(sums(cart(6), 2, 14_95)).toEqual([14_95, 9_14, 124_09]);
    expect(sums(cart(6), 1, 0)).toEqual([0, 6_00, 106_00]);
    const taxed = cart(6, { untaxed: 2.5, tax: 0.15 });
    expect(sums(taxed, 7, null), 'its own').toEqual([2_50, 6_15, 108_65]);
    expect(sums(taxed, 2, 10_00), 'at the tax of its fee').toEqual([10_00, 6_60, 116_60]);
    expect(sums(cart(0), 2, 10_00), 'exempt').toEqual([10_00, 0, 110_00]);
    expect(sums(cart(6), 2, null), 'not told').toBeNull();
  });
});
