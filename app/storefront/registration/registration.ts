/** The registration request of a future customer (REG-01). */
export const titles = ['mrs', 'mr', 'miss', 'dr'] as const;
type Title = (typeof titles)[number];

export const functionTypes = [
  'veterinary',
  'nurse',
  'student',
  'pharmacist',
  'supplier',
  'wholesaler',
] as const;
type FunctionType = (typeof functionTypes)[number];

/** The animals that a practice sees. */
export const activities = ['pet', 'livestock', 'equine', 'exotic'] as const;
type Activity = (typeof activities)[number];

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
  /** VAT number in canonical form: `BE0477472701`; empty if the customer has none. */
  vat: string;
  vatApplied: boolean;
  /** The veterinarian's number in the professional register. */
  subscription: string;
  /** Number of the veterinary depot. */
  depot: string;
  /** APB number: the authorisation of a pharmacy. */
  apb: string;
  street: string;
  street2: string;
  zip: string;
  city: string;
  /** Country name in the language of the form. */
  country: string;
  comment: string;
  /** The customer wants news of promotions. */
  marketing: boolean;
}
