import { expect, it } from 'vitest';
import { addressChanges } from './profile';

const filled = { name: 'Cabinet', street: 'Rue 1', zip: '4000', city: 'Liège' };
const before = {
  ...filled,
  street2: null,
  phone: null,
  mobile: null,
  email: null,
  vat: null,
};

it('PROF-01 address changes are the fields that differ, emptied fields included', () => {
  expect(addressChanges(before, { ...filled, phone: '' })).toEqual([]);
  expect(
    addressChanges(before, { name: 'Cabinet', street: 'Rue 2', city: '', phone: '04' }),
  ).toEqual([
    { field: 'street', before: 'Rue 1', after: 'Rue 2' },
    { field: 'city', before: 'Liège', after: '' },
    { field: 'phone', before: '', after: '04' },
  ]);
  const email = (known: string, after: string) =>
    addressChanges({ ...before, email: known }, { email: after });
  expect(email('a@b.be', '<a@b.be>')).toEqual([]);
  // A malformed e-mail address that equals the ERP's value counts as unchanged.
  expect(email('a@b.be.', 'a@b.be.')).toEqual([]);
  expect(email('', 'mailto:a@b.be')).toMatchObject([{ after: 'a@b.be' }]);
  expect(addressChanges(null, { zip: '1000' })).toEqual([
    { field: 'zip', before: '', after: '1000' },
  ]);
});
