import type { FieldState } from '~/base/ui/form/field';

/** Value of a form field: the customer's input, or the cart's value. */
export const chosenOf = (field: FieldState): string =>
  typeof field.initialValue === 'string' ? field.initialValue : '';
