/** A tiny handwritten world, so that tests can use exact prices, people and shortages. */
import type { Text, World, WorldAddress, WorldCustomer, WorldVariant } from '../../world';

const text = (word: string): Text => ({ fr: `${word} fr`, nl: `${word} nl`, en: `${word} en` });

function variant(id: number, change: Partial<WorldVariant> = {}): WorldVariant {
  return {
    id,
    sku: `SKU-${id}`,
    barcode: null,
    cnkCode: null,
    name: text(`Article ${id}`),
    family: 'equipment',
    orderMode: 'direct_sale',
    isMedicine: false,
    isHuman: false,
    isMadeToOrder: false,
    notSoldOnWebsite: false,
    taxRate: 21,
    stockState: 'in_stock',
    stockQty: 1_000,
    weightKg: 0.1,
    gross: [{ pricelist: 'G', minQuantity: 0, price: 10, dateStart: null, dateEnd: null }],
    discounts: [],
    supplierDiscounts: [],
    supplierDiscountsVet: [],
    supplierPromotions: [],
    supplierPromotionsVet: [],
    explicitPrice: null,
    priceByRole: {},
    ...change,
  };
}

const open = { dateStart: null, dateEnd: null };

/**
 * 51: list price 10; 52: with a discount of 10 %; 53: medicine with tiers; 54: too little stock; 55: quotation only.
 */
const VARIANTS: readonly WorldVariant[] = [
  variant(51),
  variant(52, {
    discounts: [{ pricelist: 'D', discount: 10, minQuantity: 0, exclusive: false, ...open }],
  }),
  variant(53, {
    family: 'meds',
    isMedicine: true,
    taxRate: 6,
    gross: [
      { pricelist: 'G', minQuantity: 0, price: 42.1, ...open },
      { pricelist: 'G', minQuantity: 6, price: 40, ...open },
      { pricelist: 'G', minQuantity: 12, price: 1, dateStart: null, dateEnd: '2020-01-01' },
    ],
    discounts: [
      { pricelist: 'D', discount: 10, minQuantity: 0, exclusive: false, ...open },
      { pricelist: 'D', discount: 20, minQuantity: 24, exclusive: true, ...open },
      { pricelist: 'other', discount: 90, minQuantity: 0, exclusive: false, ...open },
    ],
    supplierDiscounts: [{ discountSale: 5, ...open }],
    supplierDiscountsVet: [{ discountSale: 8, ...open }],
  }),
  variant(54, { family: 'food', stockQty: 3, stockState: 'in_limited_stock', weightKg: 12 }),
  variant(55, { orderMode: 'quotation' }),
  variant(56, { isHuman: true, isMedicine: true, family: 'meds', taxRate: 6, stockQty: 0 }),
  variant(57, { isMadeToOrder: true, orderMode: 'bought_sold', stockQty: 0 }),
  variant(58, { gross: [], explicitPrice: null, priceByRole: { default: 7.5 } }),
];

function address(id: number, name: string, change: Partial<WorldAddress> = {}): WorldAddress {
  return {
    id,
    name,
    street: 'Rue du Test 1',
    street2: null,
    zip: '6900',
    city: 'Marche-en-Famenne',
    stateCode: 'WLX',
    countryCode: 'BE',
    phone: null,
    mobile: null,
    email: null,
    isDropoffSite: false,
    ...change,
  };
}

function customer(id: number, login: string, change: Partial<WorldCustomer> = {}): WorldCustomer {
  return {
    id,
    ref: `C${id}`,
    login,
    email: login,
    password: 'secret',
    name: `Cabinet ${login}`,
    givenName: 'Anne',
    familyName: 'Onyme',
    title: 'title_dr',
    lang: 'fr',
    functionType: 'veterinary',
    role: 'default',
    canOrder: true,
    helpWithFee: false,
    rebateVisible: true,
    vat: 'BE0477472701',
    vetDepotNumber: 'D-1',
    vetSubscriptionNumber: null,
    pricelistGross: 'G',
    pricelistDiscounts: ['D'],
    supplierPromotion: null,
    veterinaryGroups: [2, 1],
    salesRep: { name: 'Benoît H.', phone: '+32 61 00 00 01' },
    invoicing: address(id, `Cabinet ${login}`),
    delivery: [address(id + 1, `Dépôt ${login}`, { zip: '4000', city: 'Liège', stateCode: 'WLG' })],
    optOut: false,
    summary: text('summary'),
    featured: false,
    ...change,
  };
}

const CUSTOMERS: readonly WorldCustomer[] = [
  customer(100, 'anne@practice.example'),
  customer(110, 'bert@practice.example', { lang: 'nl' }),
  customer(120, 'student@practice.example', {
    functionType: 'student',
    canOrder: false,
    rebateVisible: false,
    delivery: [],
  }),
  customer(130, 'carla@practice.example', { featured: true }),
  customer(140, 'joris@practice.example', {
    delivery: [address(141, 'Praktijk Joris', { countryCode: 'NL', stateCode: null, zip: '6211' })],
  }),
];

export const SMALL_WORLD: World = {
  seed: 'small',
  today: '2026-03-10',
  variants: new Map(VARIANTS.map((entry) => [entry.id, entry])),
  customers: CUSTOMERS,
  groups: [
    { id: 1, name: text('Animaux de compagnie'), color: '#0c4e99', sequence: 2 },
    { id: 2, name: text('Équins'), color: '#7a4e20', sequence: 1 },
    { id: 3, name: text('RFA 2026'), color: '#333333', sequence: 3 },
  ],
  countries: [
    { id: 20, code: 'BE', name: { fr: 'Belgique', nl: 'België', en: 'Belgium' } },
    { id: 165, code: 'NL', name: { fr: 'Pays-Bas', nl: 'Nederland', en: 'Netherlands' } },
    { id: 75, code: 'DE', name: { fr: 'Allemagne', nl: 'Duitsland', en: 'Germany' } },
  ],
  states: [
    { id: 901, code: 'WLX', name: text('Luxembourg'), countryCode: 'BE' },
    { id: 902, code: 'WLG', name: text('Liège'), countryCode: 'BE' },
  ],
  *documents(index) {
    if (index !== 'loyalty_programs') return;
    yield {
      id: 7,
      name: 'RFA 2026',
      program_type: 'rfa',
      date_from: '2026-01-01',
      date_to: '2026-12-31',
    };
  },
  media: () => null,
};
