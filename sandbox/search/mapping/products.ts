/** The mapping of the product index (contract/search.md 1.4.3). */
import {
  boolean,
  code,
  date,
  dateRange,
  dateWindow,
  double,
  integer,
  keyword,
  label,
  labelled,
  long,
  nested,
  nestedInRoot,
  option,
  plain,
  prefixed,
  sortable,
  stemmed,
  unindexed,
  type Properties,
} from './properties';

/** Dimensions in the contract; the embedded engine adopts the size of the first vector instead. */
const CHARACTERISTICS_DIMS = 64;
const DESCRIPTION_DIMS = 384;

const FLAGS = [
  'main',
  'is_human',
  'is_equipment',
  'is_food',
  'is_import',
  'is_meds',
  'is_narcotic_vet',
  'is_pharmaceutical',
  'is_psychotropic',
  'is_mto',
  'veterinary_only',
  'belgium_only',
  'fabric',
  'promo_bag',
  'sterile',
  'not_sold_on_website',
];

const SEARCHED_OPTIONS = ['species', 'active_principle', 'food_range', 'indication'];
const OTHER_OPTIONS = [
  'administration_route',
  'animal_size',
  'age',
  'presentation',
  'color',
  'size',
];

const texts: Properties = {
  model: { properties: { name: plain('search_text') } },
  name: {
    ...stemmed,
    copy_to: 'search_text',
    fields: {
      plain: prefixed,
      shingles: { type: 'text', analyzer: 'shop_shingles' },
      sortable,
      keyword: label,
    },
  },
  short_name: plain('search_text'),
  short_description: stemmed,
  description: { ...stemmed, fields: { plain: prefixed } },
  search_text: plain(),
};

const codes: Properties = {
  sku: code,
  barcode: code,
  cnk_code: code,
  vendor_product_code: code,
  code_amm: code,
  code_cti: code,
  codes: { type: 'text', analyzer: 'shop_code_prefix', search_analyzer: 'shop_code_exact' },
};

const supplierDiscount = nested({ discount_sale: double, ...dateWindow });
const supplierPromotion = nested({
  ratio_main_product: double,
  ratio_promotional_product: double,
  ...dateWindow,
});

const prices: Properties = {
  indicated_price: double,
  price: { properties: { value: double } },
  price_by_pricelist: { type: 'object', dynamic: true },
  price_gross: nested({ pricelist: keyword, min_quantity: double, price: double, ...dateWindow }),
  price_discount: nested({
    pricelist: keyword,
    min_quantity: double,
    discount: double,
    exclusive: boolean,
    ...dateWindow,
  }),
  supplier_discount: supplierDiscount,
  supplier_discount_vet: supplierDiscount,
  supplier_promotion: supplierPromotion,
  supplier_promotion_vet: supplierPromotion,
  specials: nested({ sequence: integer, ...dateWindow }),
  net_prices: nested({
    gross: keyword,
    discount: keyword,
    offers: boolean,
    value: double,
    ...dateWindow,
  }),
};

const classification: Properties = {
  categories: nestedInRoot({ id: long, level: integer, url_key: keyword, name: labelled() }),
  brand: { properties: { id: long, name: labelled('search_text') } },
  manufacturer: { properties: { id: long, name: labelled('search_text') } },
  ...Object.fromEntries(
    SEARCHED_OPTIONS.map((name) => [`${name}_option_ids`, option('search_text')]),
  ),
  ...Object.fromEntries(OTHER_OPTIONS.map((name) => [`${name}_option_ids`, option()])),
  class_amcra: keyword,
  variant_attributes: { type: 'flattened', ignore_above: 512 },
  veterinary_groups: nested({ id: long, sequence: integer, name: label }),
  loyalty_rules: nested({
    id: long,
    program_id: long,
    sequence: integer,
    time_frame: dateRange,
  }),
};

const unstored = { index: false, doc_values: false };

/** Sorting uses only the value of a role price; its other members stay in `_source`. */
const pricelistTemplates = [
  { pricelist_value: { path_match: 'price_by_pricelist.*.value', mapping: double } },
  {
    pricelist_original: {
      path_match: 'price_by_pricelist.*.original_value',
      mapping: { ...double, ...unstored },
    },
  },
  {
    pricelist_discount: {
      path_match: 'price_by_pricelist.*.discount',
      mapping: { ...double, ...unstored },
    },
  },
  {
    pricelist_tax: {
      path_match: 'price_by_pricelist.*.tax_included',
      mapping: { ...boolean, ...unstored },
    },
  },
];

export function productMapping(): Record<string, unknown> {
  return {
    dynamic: false,
    dynamic_templates: pricelistTemplates,
    properties: {
      id: long,
      url_key: keyword,
      redirect_url_key: keyword,
      url_key_locales: unindexed,
      variant_count: integer,
      ...Object.fromEntries(FLAGS.map((name) => [name, boolean])),
      ...texts,
      ...codes,
      ...classification,
      ...prices,
      create_date: date,
      best_before_date: date,
      stock: { properties: { global: { properties: { state: keyword, qty: double } } } },
      allowed_partner_types: keyword,
      supplier_id: long,
      supplier_name: label,
      order_mode: keyword,
      characteristics_vector: {
        type: 'dense_vector',
        dims: CHARACTERISTICS_DIMS,
        index: false,
      },
      description_vector: { type: 'dense_vector', dims: DESCRIPTION_DIMS, index: false },
    },
  };
}
