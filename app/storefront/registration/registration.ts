/** The registration request of a future customer (REG-01). */
export const titles = ['mrs', 'mr', 'miss', 'dr'] as const;
export type Title = (typeof titles)[number];

export const functionTypes = [
  'veterinary',
  'nurse',
  'student',
  'pharmacist',
  'supplier',
  'wholesaler',
] as const;
export type FunctionType = (typeof functionTypes)[number];

/** The animals that a practice sees. */
export const activities = ['pet', 'livestock', 'equine', 'exotic'] as const;
export type Activity = (typeof activities)[number];

export interface Registration {
  title: Title;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  fax: string;
  functionType: FunctionType;
  activities: readonly Activity[];
  company: string;
  /** Canonical: `BE0477472701`; empty without one. */
  vat: string;
  vatApplied: boolean;
  /** Number at the register of veterinarians. */
  subscription: string;
  /** Number of the veterinary depot. */
  depot: string;
  /** Authorisation of a pharmacy. */
  apb: string;
  street: string;
  street2: string;
  zip: string;
  city: string;
  /** Name in the language of the form. */
  country: string;
  comment: string;
  /** The customer wants news of promotions. */
  marketing: boolean;
}
