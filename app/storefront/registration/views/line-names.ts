/** Single lines of the form, and those whose format or use is said beside them. */
export type LineName =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'mobile'
  | 'fax'
  | 'company'
  | 'vat'
  | 'subscription'
  | 'depot'
  | 'apb'
  | 'street'
  | 'street2'
  | 'zip'
  | 'city';

export const hinted = ['email', 'mobile', 'vat', 'subscription', 'depot', 'apb', 'zip'] as const;
