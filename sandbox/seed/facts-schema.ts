/** Schemas of the trade facts in `facts/`; its README explains the columns. */
import { z } from 'zod';

const textSchema = z.object({ fr: z.string(), nl: z.string(), en: z.string() });
const wordsSchema = z.object({
  fr: z.array(z.string()),
  nl: z.array(z.string()),
  en: z.array(z.string()),
});
const range = z.tuple([z.number(), z.number()]);
const option = z.object({ id: z.string(), sequence: z.number(), name: textSchema });

export const optionsSchema = z.array(option);
export const speciesSchema = z.array(
  option.extend({ plural: textSchema, food_producing: z.boolean(), synonyms: wordsSchema }),
);
export const synonymsSchema = z.array(option.extend({ synonyms: wordsSchema }));
export const sizesSchema = z.array(option.extend({ kg: range }));
export const colorsSchema = z.array(option.extend({ hex: z.string() }));
export const storageSchema = z.array(
  z.object({ id: z.string(), code: z.string(), text: textSchema }),
);
export const groupsSchema = z.array(option.extend({ color: z.string(), hidden: z.boolean() }));

const container = z.object({ id: z.string(), name: textSchema, plural: textSchema });
export const formsSchema = z.object({
  forms: z.array(
    option.extend({
      plural: textSchema,
      short: textSchema,
      pack_kind: z.string(),
      count_unit: z.enum(['form', 'container']),
      container: z.string(),
    }),
  ),
  containers: z.array(container),
});

const withdrawalFigure = z.union([z.number(), z.literal('x'), z.null()]);
const medicine = z.object({
  id: z.string(),
  name: textSchema,
  atcvet: z.string(),
  group: z.string(),
  species: z.array(z.string()),
  indications: z.array(z.string()),
  amcra: z.enum(['yellow', 'orange', 'red']).nullable(),
  substances: z.array(z.string()).optional(),
  flags: z.object({
    prescription: z.boolean().optional(),
    narcotic: z.boolean().optional(),
    psychotropic: z.string().optional(),
    cold_chain: z.boolean().optional(),
    frozen: z.boolean().optional(),
    light_protection: z.boolean().optional(),
    human_off_label: z.boolean().optional(),
    import: z.boolean().optional(),
    made_to_order: z.boolean().optional(),
    combination_only: z.boolean().optional(),
  }),
  forms: z.array(
    z.tuple([
      z.string(),
      z.array(z.string()),
      z.array(z.union([z.string(), z.tuple([z.string(), range])])),
      z.array(z.string()),
      range,
      z.array(z.string()),
      z.array(z.tuple([z.string(), withdrawalFigure, withdrawalFigure, withdrawalFigure])),
    ]),
  ),
});
export const substancesSchema = z.object({
  psychotropic_classes: z.record(z.string(), textSchema),
  groups: z.array(z.object({ id: z.string(), name: textSchema })),
  substances: z.array(medicine),
});
export const combinationsSchema = z.object({ combinations: z.array(medicine) });

export const foodSchema = z.object({
  kinds: z.record(z.string(), textSchema),
  feeding_text: z.record(z.string(), textSchema),
  ranges: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      species: z.array(z.string()),
      name: textSchema,
      indications: z.array(z.string()),
      ages: z.array(z.string()),
      sizes: z.array(z.string()),
      flavours: z.array(z.string()),
      textures: z.array(z.tuple([z.string(), z.array(z.string()), range])),
      features: z.array(textSchema),
    }),
  ),
});

const axisValue = z.union([
  z.string(),
  z.object({ v: z.string(), color: z.string().optional() }),
  textSchema,
]);
export const equipmentSchema = z.object({
  types: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      name: textSchema,
      order_mode: z.enum(['direct_sale', 'quotation', 'bought_sold']),
      flags: z.object({
        sterile: z.boolean().optional(),
        fabric: z.boolean().optional(),
        cold_chain: z.boolean().optional(),
        made_to_order: z.boolean().optional(),
      }),
      axes: z.record(z.string(), z.array(axisValue)),
      only: z.array(z.array(z.string())).optional(),
      price_eur: range,
      unit_qty: z.number(),
    }),
  ),
});

export const categoriesSchema = z.array(
  option.extend({
    parent: z.string().nullable(),
    level: z.number(),
    url_key: textSchema,
    description: textSchema,
    holds: z.object({
      groups: z.array(z.string()).optional(),
      forms: z.array(z.string()).optional(),
      species: z.array(z.string()).optional(),
      indications: z.array(z.string()).optional(),
      equipment: z.array(z.string()).optional(),
      food: z.array(z.string()).optional(),
      food_kinds: z.array(z.string()).optional(),
    }),
  }),
);

export const brandsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['pharma', 'food', 'equipment']),
    country: z.string(),
    sequence: z.number(),
  }),
);

const titled = z.array(z.tuple([z.string(), textSchema]));
const words = z.record(z.string(), textSchema);
export const namesSchema = z.object({
  trade_name_rules: z.object({
    forbidden_endings: z.array(z.string()),
    forbidden_names: z.array(z.string()),
  }),
  trade_name_parts: z.object({
    rows: z.array(z.tuple([z.string(), z.array(z.string()), z.array(z.string())])),
    species_roots: z.record(z.string(), z.array(z.string())),
    indication_roots: z.record(z.string(), z.array(z.string())),
  }),
  product_name: z.object({
    decimal: textSchema,
    medicine: textSchema,
    medicine_for_species: textSchema,
    medicine_spot_on: textSchema,
    medicine_short: textSchema,
    vaccine: textSchema,
    food: textSchema,
    food_short: textSchema,
    equipment: textSchema,
    pack: z.record(z.string(), textSchema),
  }),
  words: z.object({
    texture: words,
    flavour: words,
    amcra: words,
    order_mode: words,
    flags: words,
    axes: words,
    withdrawal: words,
    strength_words: words,
    units: words,
  }),
  descriptions: z.record(z.string(), z.array(textSchema)),
  notices: titled,
  document_titles: titled,
  promotions: titled,
});

export const customersSchema = z.object({
  price_lists: z.array(z.object({ id: z.string(), kind: z.string(), name: textSchema })),
  sales_representatives: z.array(z.object({ id: z.string(), name: z.string(), phone: z.string() })),
  customers: z.array(
    z.object({
      ref: z.string(),
      function_type: z.string(),
      name: z.string(),
      title: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      lang: z.enum(['fr', 'nl', 'en']),
      address: z.object({
        street: z.string(),
        street2: z.string(),
        zip: z.string(),
        city: z.string(),
        state: z.string(),
        country: z.string(),
        is_dropoff_site: z.boolean(),
      }),
      email: z.string(),
      phone: z.string(),
      mobile: z.string().nullable(),
      vat: z.string().nullable(),
      vet_depot_number: z.string().nullable(),
      vet_subscription_number: z.string().nullable(),
      veterinary_groups: z.array(z.string()),
      price_lists: z.array(z.string()),
      sales_rep: z.string(),
      can_order: z.boolean(),
      oddity: z.string().nullable(),
    }),
  ),
});

export const queriesSchema = z.array(
  z.object({
    id: z.string(),
    locale: z.enum(['fr', 'nl', 'en']),
    q: z.string(),
    kind: z.string(),
    expect: z.record(z.string(), z.array(z.string())),
  }),
);
