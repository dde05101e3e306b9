/** The customer's data in the ERP; the shop displays them but never changes them: customers request changes. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { isEmail, readEmail } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { lines } from '~/base/kernel/text';
import { isZip } from '~/base/kernel/postal-code';
import { readVat } from '~/base/kernel/vat';

export interface Profile {
  /** Salutation, in the ERP's wording, such as "Dr"; the customer's name may be that of a practice. */
  title: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  vat: string | null;
  /** Customer number; null when the ERP has none. */
  ref: string | null;
  /** Numbers of the veterinary depot and of the veterinarian in the Order of Veterinarians. */
  depot: string | null;
  subscription: string | null;
  /** The newsletter setting; null when the ERP does not report it, and then the page hides it. */
  newsletter: boolean | null;
}

export const maxRequestLength = 2000;

/** The address fields that the form shows individually. */
export const addressFields = [
  'name',
  'street',
  'street2',
  'zip',
  'city',
  'phone',
  'mobile',
  'email',
  'vat',
] as const;
type AddressField = (typeof addressFields)[number];
type AddressTexts = Readonly<Record<AddressField, string | null>>;

export interface AddressChange {
  field: AddressField;
  before: string;
  after: string;
}

/** The fields that differ from the ERP's address; a field missing from the form is unchanged. */
export function addressChanges(
  before: AddressTexts | null,
  typed: Readonly<Partial<Record<AddressField, string>>>,
): AddressChange[] {
  return addressFields.flatMap((field) => {
    const after = typed[field];
    const known = (before?.[field] ?? '').trim();
    if (after === undefined || after === known) return [];
    const read = field === 'email' ? readEmail(after) : after;
    return read === known ? [] : [{ field, before: known, after: read }];
  });
}

/**
 * The fault of a changed field, or null, by the rules of registration. The shop validates only changed fields, so that
 * customers need not correct old data of the ERP. `country`: ISO 3166-1 alpha-2; null when unknown.
 */
function changeFault(
  { field, after }: AddressChange,
  country: string | null,
  t: Translate,
): string | null {
  if (after === '') return null;
  switch (field) {
    case 'zip':
      return isZip(after, country ?? '') ? null : t('registration:fault.zip');
    case 'phone':
    case 'mobile':
      return isPhone(after, country) ? null : t('common:form.phone');
    case 'email':
      return isEmail(after) ? null : t('common:form.email');
    case 'vat': {
      const read = country === null ? null : readVat(after, country);
      return read && !read.ok ? t(`registration:fault.vat.${read.fault}`) : null;
    }
    default:
      return null;
  }
}

/** Faults of all changed fields, by field. */
export const changeFaults = (
  changes: readonly AddressChange[],
  country: string | null,
  t: Translate,
): Record<string, string[]> =>
  Object.fromEntries(
    changes.flatMap((change) => {
      const fault = changeFault(change, country, t);
      return fault === null ? [] : [[change.field, [fault]]];
    }),
  );

const maxFieldLength = 200;

/** A change request: the fields of one address, or free text. */
export const changeForm = () => {
  const field = z.string().trim().max(maxFieldLength).optional();
  return z.object({
    tx: z.uuid(),
    address: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    name: field,
    street: field,
    street2: field,
    zip: field,
    city: field,
    phone: field,
    mobile: field,
    email: field,
    vat: field,
    text: lines().max(maxRequestLength).optional(),
  });
};
