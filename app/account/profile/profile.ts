/** What the ERP knows of the customer; shown, not edited here: changes are asked for. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { isEmail, readEmail } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { lines } from '~/base/kernel/text';
import { isZip } from '~/base/kernel/postal-code';
import { readVat } from '~/base/kernel/vat';

export interface Profile {
  /** How the person is addressed, in the ERP's words; the name may be that of a practice. */
  title: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  vat: string | null;
  /** Customer number. */
  ref: string | null;
  /** Numbers of the veterinary depot and of the Order of veterinarians. */
  depot: string | null;
  subscription: string | null;
  /** Null: the ERP does not tell, and the switch is not shown. */
  newsletter: boolean | null;
}

export const maxRequestLength = 2000;

/** The fields of an address that the form has one by one. */
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

/** What differs from the address as the ERP has it; a field that the form did not have is no change. */
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
 * Why a change cannot be meant, or null: what registration asks of the same fields. Only what was changed is judged,
 * as nobody has to mend what the ERP has had for years. `country`: ISO 3166-1 alpha-2; null: not known.
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

/** Faults of the changes by field, all of them at once. */
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

/** A change that the customer asks for: of one address field by field, or of anything in words. */
export const changeForm = () => {
  const field = z.string().trim().max(maxFieldLength).optional();
  return z.object({
    tx: z.uuid(),
    address: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    ...{ name: field, street: field, street2: field, zip: field, city: field },
    ...{ phone: field, mobile: field, email: field, vat: field },
    text: lines().max(maxRequestLength).optional(),
  });
};
