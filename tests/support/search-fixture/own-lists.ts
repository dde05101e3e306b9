/** The customer whose price list and discount list the fixture's own prices are of. */
export const ownLists = {
  kind: 'customer',
  role: 'default',
  gross: '12',
  discounts: ['7'],
  offers: 'vet',
} as const;
