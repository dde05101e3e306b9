/** Turns the fixture's groups into documents of contract/search.md 1.4, one per variant and language. */
import type { Lang } from '../../../sandbox/world';
import type { GroupSpec, VariantSpec } from './group';
import { groups } from './products';
import type { Category, Option } from './texts';

export type ProductDocument = Record<string, unknown> & { id: number; url_key: string };

const DEFAULTS = {
  redirect_url_key: [],
  short_description: 'Article du catalogue',
  seo_title: null,
  barcode: null,
  cnk_code: null,
  vendor_product_code: null,
  create_date: '2024-03-11T08:12:00',
  best_before_date: null,
  manufacturer: { id: 89, name: 'Polderlab Pharma' },
  indicated_price: 25,
  price: null,
  price_by_pricelist: {
    default: { value: 20, tax_included: false, original_value: 20, discount: 0 },
  },
  price_gross: [],
  price_discount: [],
  supplier_discount: [],
  supplier_discount_vet: [],
  supplier_promotion: [],
  supplier_promotion_vet: [],
  specials: [],
  loyalty_rules: [],
  veterinary_groups: [],
  net_prices: [],
  stock: { global: { state: 'in_stock', qty: 40 } },
  order_mode: 'direct_sale',
  supplier_id: 502,
  supplier_name: 'Polderlab',
  links: { cross_selling: [], up_selling: [], related: [], substitute: [] },
};

function optionsIn(lang: Lang, options: readonly Option[]) {
  return options.map(({ id, name, sequence }) => ({ id, name: name[lang], sequence }));
}

function categoriesIn(lang: Lang, categories: readonly Category[]) {
  return categories.map(({ id, level, name, urlKey }) => ({
    id,
    level,
    name: name[lang],
    url_key: urlKey[lang],
    parent: null,
    childs: [],
  }));
}

export function urlKey(group: GroupSpec, lang: Lang): string {
  return `${group.key}-${lang}`;
}

function vectorsOf(group: GroupSpec): Record<string, unknown> {
  return {
    ...(group.characteristics ? { characteristics_vector: group.characteristics } : {}),
    ...(group.descriptionVector ? { description_vector: group.descriptionVector } : {}),
  };
}

function document(group: GroupSpec, variant: VariantSpec, at: number, lang: Lang): ProductDocument {
  const name = group.name[lang];
  const values = Object.values(variant.attributes ?? {});
  return {
    ...DEFAULTS,
    id: variant.id,
    model: { name },
    name: values.length > 0 ? `${name} (${values.join(', ')})` : name,
    short_name: values.join(', ') || null,
    url_key: urlKey(group, lang),
    url_key_locales: {
      fr_BE: urlKey(group, 'fr'),
      nl_BE: urlKey(group, 'nl'),
      en_US: urlKey(group, 'en'),
    },
    main: at === 0,
    variant_count: group.variants.length,
    description: group.description ?? null,
    sku: variant.sku,
    brand: { ...group.brand, image_url: null },
    categories: categoriesIn(lang, group.categories),
    variant_attributes: variant.attributes ?? {},
    species_option_ids: optionsIn(lang, group.species),
    active_principle_option_ids: optionsIn(lang, group.principles),
    indication_option_ids: optionsIn(lang, group.indications),
    ...vectorsOf(group),
    ...group.fields,
    ...variant.fields,
  };
}

/** Documents in the order of the groups, main variant first. */
export function productDocuments(lang: Lang): ProductDocument[] {
  return groups().flatMap((group) =>
    group.variants.map((variant, at) => document(group, variant, at, lang)),
  );
}
