/** The customer for whose price list and discount list the fixture has prices. */
export const ownLists = {
  kind: 'customer',
  role: 'default',
  gross: '12',
  discounts: ['7'],
  offers: 'vet',
} as const;
