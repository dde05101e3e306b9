import { describe, expect, it } from 'vitest';
import type { Address } from '~/features/cart/cart';
import {
  folded,
  isValidAddress,
  matchesAddress,
  missingParts,
  noteWithoutSerial,
  noteWithSerial,
} from './checkout';

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

describe('an address', () => {
  it('CHK-01 is valid with name, street, postcode and town, blanks do not count', () => {
    expect(isValidAddress(address())).toBe(true);
    expect(missingParts(address({ street: '  ', zip: null }))).toEqual(['street', 'zip']);
    expect(missingParts(address({ name: null, city: '\t' }))).toEqual(['name', 'city']);
    expect(isValidAddress(null)).toBe(false);
  });

  it('CHK-01 is valid as a drop-off site whatever it lacks', () => {
    const bare = { isDropoffSite: true, street: null, zip: null, city: null };
    expect(isValidAddress(address(bare))).toBe(true);
  });

  it.each(['liege', 'LIÈGE', 'erables', 'parc 4000', 'bte 3', 'belgique', ' clinique  liege '])(
    'CHK-01 is found by "%s": case and accents do not matter, every word counts',
    (typed) => {
      expect(matchesAddress(address(), typed)).toBe(true);
    },
  );

  it('CHK-01 is not found by words it does not hold', () => {
    expect(matchesAddress(address(), 'parc namur')).toBe(false);
    expect(folded('Œuvre Élevée')).toBe('œuvre elevee');
  });
});

describe('a serial number with an online payment', () => {
  it('CHK-02 is the last line of the note, once, however often it is tried', () => {
    const label = 'Numéro de suite';
    const first = noteWithSerial('Quai 2', label, 'sn12');
    expect(first).toBe('Quai 2\nNuméro de suite: sn12');
    expect(noteWithSerial(first, label, 'sn13')).toBe('Quai 2\nNuméro de suite: sn13');
    expect(noteWithoutSerial(first, label)).toBe('Quai 2');
    expect(noteWithSerial('', label, 'sn1')).toBe('Numéro de suite: sn1');
  });
});
