/**
 * The products of the fixture: about 40 groups, each for the reason in its comment or name. Offers are based on the
 * date in `days.ts`.
 */
import { AUTUMN, THIS_MONTH } from './days';
import { groupMaker, text, type GroupMaker, type GroupSpec } from './group';
import { loyalty, offers, prices, rule, stocks } from './offers';
import { brands, categories, indications, principles, species } from './texts';

const antibiotic = {
  principles: [principles.amoxicillin],
  indications: [indications.respiratory],
  categories: [categories.medicines, categories.antibiotics, categories.oral],
};

function exemplamox(group: GroupMaker): GroupSpec {
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

/** For the order of the ranking rules, with the word "novatrix": one product per rule that only this rule finds. */
function ranked(group: GroupMaker): GroupSpec[] {
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

/** More variants than the maximum of a group's inner hits. */
function gloves(group: GroupMaker): GroupSpec {
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

function dogAntibiotics(group: GroupMaker): GroupSpec[] {
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

function others(group: GroupMaker): GroupSpec[] {
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
  const group = groupMaker();
  return [
    exemplamox(group),
    ...ranked(group),
    ...offers(group),
    ...loyalty(group),
    ...prices(group),
    ...stocks(group),
    gloves(group),
    ...dogAntibiotics(group),
    ...others(group),
  ];
}
