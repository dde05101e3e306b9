import type { FieldState } from '~/base/ui/form/field';

/** What was typed, or what the cart has. */
export const chosenOf = (field: FieldState): string =>
  typeof field.initialValue === 'string' ? field.initialValue : '';
