/**
 * The products of the fixture: about 40 groups, each there for a reason that its comment or name tells. Offers are
 * laid out around TODAY.
 */
import type { Text } from '../../../sandbox/world';
import {
  brands,
  categories,
  indications,
  principles,
  species,
  type Category,
  type Option,
} from './texts';

export const TODAY = '2026-07-28';
export const MONTH_END = '2026-07-31';

export interface Dates {
  date_start: string | null;
  date_end: string | null;
}

/** One sellable variant; fields are those of the document, merged over the defaults of its group. */
export interface VariantSpec {
  id: number;
  sku: string;
  attributes?: Record<string, string>;
  fields?: Record<string, unknown>;
}

export interface GroupSpec {
  key: string;
  name: Text;
  description?: string;
  species: Option[];
  principles: Option[];
  indications: Option[];
  brand: { id: number; name: string };
  categories: Category[];
  variants: VariantSpec[];
  /** Vectors of 4 numbers, or null where the group has none. */
  characteristics: number[] | null;
  descriptionVector: number[] | null;
  fields: Record<string, unknown>;
}

const ALWAYS: Dates = { date_start: null, date_end: null };
const EXPIRED: Dates = { date_start: '2026-01-01', date_end: '2026-07-27' };
const FUTURE: Dates = { date_start: '2026-07-29', date_end: null };
const ENDS_TODAY: Dates = { date_start: '2026-07-28', date_end: '2026-07-28' };
const THIS_MONTH: Dates = { date_start: '2026-07-01', date_end: MONTH_END };
const AUTUMN: Dates = { date_start: null, date_end: '2026-09-30' };

function text(name: string): Text {
  return { fr: name, nl: name, en: name };
}

let nextId = 5000;

function group(key: string, name: Text, extra: Partial<GroupSpec> = {}): GroupSpec {
  const id = (nextId += 10);
  return {
    key,
    name,
    species: [],
    principles: [],
    indications: [],
    brand: brands.polder,
    categories: [categories.equipment],
    variants: [{ id, sku: `FX-${id}` }],
    characteristics: [0, 0, 0.1, 1],
    descriptionVector: [0.1, 0, 0, 1],
    fields: {},
    ...extra,
  };
}

const antibiotic = {
  principles: [principles.amoxicillin],
  indications: [indications.respiratory],
  categories: [categories.medicines, categories.antibiotics, categories.oral],
};

function exemplamox(): GroupSpec {
  return group(
    'exemplamox',
    {
      fr: 'Exemplamox comprimés',
      nl: 'Exemplamox tabletten',
      en: 'Exemplamox tablets',
    },
    {
      ...antibiotic,
      species: [species.dog, species.cat],
      brand: brands.exemplavet,
      description: "<p>Comprimés sécables à base d'<b>amoxicilline</b>.</p>",
      characteristics: [1, 0, 0, 0],
      descriptionVector: [1, 0, 0, 0],
      variants: [
        {
          id: 4711,
          sku: 'EXM250-20',
          attributes: { dosage: '250 mg', conditionnement: '20 comprimés' },
          fields: { barcode: '5400000047119', cnk_code: '1234-567', vendor_product_code: 'V-250' },
        },
        {
          id: 4712,
          sku: 'EXM500-20',
          attributes: { dosage: '500 mg', conditionnement: '20 comprimés' },
          fields: { stock: { global: { state: 'out_of_stock', qty: 0 } } },
        },
        {
          id: 4713,
          sku: 'EXM500-100',
          attributes: { dosage: '500 mg', conditionnement: '100 comprimés' },
        },
      ],
      fields: {
        redirect_url_key: ['exemplamox-ancien', 'exemplamox-250'],
        veterinary_groups: [{ id: 4, name: 'Groupe Ardennes', color: '#8bc34a', sequence: 1 }],
        loyalty_rules: [rule(31, 7, { gte: '2026-01-01', lte: '2026-12-31' })],
        supplier_discount: [{ discount_sale: 5, ...THIS_MONTH }],
        supplier_promotion: [{ ratio_main_product: 10, ratio_promotional_product: 1, ...AUTUMN }],
        specials: [{ sequence: 3, date_start: '2026-07-20', date_end: null }],
        manufacturer: { id: 88, name: 'Exemplavet Pharma' },
        supplier_id: 501,
        supplier_name: 'Exemplavet Pharma',
      },
    },
  );
}

export function rule(
  id: number,
  programId: number,
  timeFrame: { gte?: string; lte?: string } | null,
): Record<string, unknown> {
  return { id, program_id: programId, sequence: 1, time_frame: timeFrame };
}

/** For the order of the ranking rules, by the word "novatrix": one product that only each rule finds. */
function ranked(): GroupSpec[] {
  return [
    group('fuzzy-only', text('Novatrux gel')),
    group('multi-only', text('Pommade cicatrisante'), {
      fields: {
        short_description:
          'Crème protectrice à appliquer deux fois par jour sur la peau propre et sèche, remplace novatrix',
      },
    }),
    group('multi-too', text('Baume cicatrisant'), {
      fields: {
        short_description:
          'Baume protecteur pour les coussinets, à appliquer chaque soir après la promenade, remplace novatrix',
      },
    }),
    group('prefix-only', text('Novatrixal lotion')),
    group('cross', text('Novatrix solution')),
  ];
}

/** Every kind of offer, with every kind of window. */
function offers(): GroupSpec[] {
  const discount = (sale: number, dates: Dates) => ({ discount_sale: sale, ...dates });
  const promotion = (dates: Dates) => ({
    ratio_main_product: 10,
    ratio_promotional_product: 1,
    ...dates,
  });
  const offer = (key: string, fields: Record<string, unknown>) => group(key, text(key), { fields });
  return [
    offer('remise-permanente', { supplier_discount: [discount(3, ALWAYS)] }),
    offer('remise-expiree', { supplier_discount: [discount(3, EXPIRED)] }),
    offer('remise-future', { supplier_discount: [discount(3, FUTURE)] }),
    offer('remise-nulle', { supplier_discount: [discount(0, ALWAYS)] }),
    offer('remise-jour', { supplier_discount: [discount(4, ENDS_TODAY)] }),
    offer('remise-croisee', { supplier_discount: [discount(0, ALWAYS), discount(9, EXPIRED)] }),
    offer('remise-veto', { supplier_discount_vet: [discount(8, THIS_MONTH)] }),
    offer('gratuit-expire', { supplier_promotion: [promotion(EXPIRED)] }),
    offer('gratuit-veto', { supplier_promotion_vet: [promotion(ALWAYS)] }),
    offer('special-premier', { specials: [{ sequence: 1, ...ALWAYS }] }),
    offer('special-dernier', {
      specials: [
        { sequence: 0, ...EXPIRED },
        { sequence: 9, ...ALWAYS },
      ],
    }),
    offer('special-futur', { specials: [{ sequence: 2, ...FUTURE }] }),
  ];
}

function loyalty(): GroupSpec[] {
  const of = (key: string, rules: unknown[]) =>
    group(key, text(key), { fields: { loyalty_rules: rules } });
  return [
    of('fidelite-expiree', [rule(31, 7, { gte: '2025-01-01', lte: '2026-07-27' })]),
    of('fidelite-sans-cadre', [rule(31, 7, null)]),
    of('fidelite-ouverte', [rule(32, 8, { gte: '2026-07-28' })]),
    of('fidelite-autre', [rule(33, 7, { gte: '2026-01-01', lte: '2026-12-31' })]),
  ];
}

function prices(): GroupSpec[] {
  const priced = (key: string, pvi: number | null, net: unknown[], role: number | null) =>
    group(key, text(key), {
      fields: {
        indicated_price: pvi,
        net_prices: net,
        price_by_pricelist: role === null ? {} : { default: roleValue(role) },
      },
    });
  const entry = (value: number, dates: Dates, offersFlag = true) => ({
    gross: '12',
    discount: '7',
    offers: offersFlag,
    value,
    ...dates,
  });
  return [
    priced('prix-zero', 0, [entry(0, ALWAYS)], 0),
    priced(
      'prix-deux-temps',
      58.9,
      [
        entry(36, { date_start: null, date_end: MONTH_END }),
        entry(12, { date_start: '2026-08-01', date_end: null }),
        entry(1, ALWAYS, false),
      ],
      42.1,
    ),
    priced('prix-bas', 10.05, [entry(9.99, ALWAYS)], 9.99),
    priced('prix-inconnu', null, [], null),
  ];
}

function roleValue(value: number): Record<string, unknown> {
  return { value, tax_included: false, original_value: value, discount: 0 };
}

function stocks(): GroupSpec[] {
  const stocked = (key: string, global: Record<string, unknown> | null) =>
    group(key, text(key), { fields: { stock: global ? { global } : {} } });
  return [
    stocked('stock-limite', { state: 'in_limited_stock', qty: 2 }),
    stocked('stock-reappro', { state: 'resupplying', qty: 5 }),
    stocked('stock-fournisseur', { state: 'supplier_out_of_stock', qty: 0 }),
    stocked('stock-quantite-seule', { qty: 3 }),
    stocked('stock-zero-seul', { qty: 0 }),
    stocked('stock-inconnu', null),
  ];
}

/** More variants than a group's inner hits may hold. */
function gloves(): GroupSpec {
  return group(
    'gants',
    { fr: 'Gants jetables', nl: 'Wegwerphandschoenen', en: 'Disposable gloves' },
    {
      brand: brands.maas,
      variants: Array.from({ length: 101 }, (_, at) => ({
        id: 6001 + at,
        sku: `GLV-${String(at + 1).padStart(3, '0')}`,
        attributes: { taille: `taille ${at + 1}` },
      })),
    },
  );
}

function dogAntibiotics(): GroupSpec[] {
  const named = (key: string, fr: string, nl: string, en: string, vectors: Partial<GroupSpec>) =>
    group(key, { fr, nl, en }, { ...antibiotic, species: [species.dog], ...vectors });
  return [
    named(
      'amoxi-chien',
      'Amoxicilline chien 50 mg',
      'Amoxicilline hond 50 mg',
      'Amoxicillin dog 50 mg',
      { characteristics: [0.9, 0.1, 0, 0], descriptionVector: [0.8, 0.2, 0, 0] },
    ),
    named(
      'amoxi-chien-fort',
      'Amoxicilline chien 200 mg',
      'Amoxicilline hond 200 mg',
      'Amoxicillin dog 200 mg',
      { characteristics: [0.5, 0.5, 0, 0], descriptionVector: null },
    ),
    named('doxamyl', 'Doxamyl suspension', 'Doxamyl suspensie', 'Doxamyl suspension', {
      characteristics: null,
      descriptionVector: null,
    }),
  ];
}

function others(): GroupSpec[] {
  return [
    group(
      'melocam',
      { fr: 'Mélocam chat', nl: 'Melocam kat', en: 'Melocam cat' },
      {
        species: [species.cat],
        principles: [principles.meloxicam],
        indications: [indications.pain],
        categories: [categories.medicines],
      },
    ),
    group('fusidal', text('Fusidal gel'), {
      species: [species.dog, species.horse],
      principles: [principles.fusidic],
      categories: [categories.medicines],
    }),
    group(
      'etoile',
      { fr: 'Étoile de foin', nl: 'Hooister', en: 'Hay star' },
      {
        species: [species.horse],
        categories: [categories.food],
      },
    ),
    group('zinc', text('Zinc bovin'), { species: [species.cattle], categories: [categories.food] }),
  ];
}

export function groups(): GroupSpec[] {
  nextId = 5000;
  return [
    exemplamox(),
    ...ranked(),
    ...offers(),
    ...loyalty(),
    ...prices(),
    ...stocks(),
    gloves(),
    ...dogAntibiotics(),
    ...others(),
  ];
}
