/** Names of the one-line form fields, and of those with a hint about format or use. */
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
