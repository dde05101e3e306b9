import type { FieldFacts } from '~/ui/form/field';

/** What was typed, or what the cart has. */
export const chosenOf = (field: FieldFacts): string =>
  typeof field.initialValue === 'string' ? field.initialValue : '';
