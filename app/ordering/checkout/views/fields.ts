import type { FieldState } from '~/base/ui/form/field';

/** The form input, or the cart's value. */
export const chosenOf = (field: FieldState): string =>
  typeof field.initialValue === 'string' ? field.initialValue : '';
