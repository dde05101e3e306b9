/** Product documents, one per variant and language (contract search.md 1.4). */
import type { Lang, SearchDocument, World } from '../../world';
import { categoriesOf } from '../catalogue/placement';
import type { Article, Group } from '../catalogue/catalogue';
import type { Profile } from '../catalogue/product';
import type { Edges } from '../edges';
import { brandOf, facts } from '../facts';
import type { Chance } from '../random';
import { supplierNumber } from '../people/customers';
import { isGenericFirm } from '../catalogue/makers';
import { addDays } from '../trade/calendar';
import { netPriceEntries, type PricePair } from '../trade/net-prices';
import type { RolePrice } from '../trade/prices';
import type { Terms } from '../trade/terms';
import { TAX_NAME } from '../words/labels';
import { categoryRef } from './category-documents';
import type { Links } from './links';
import { loyaltyPrograms, loyaltyRulesOf } from './loyalty';
import { options } from './options';
import {
  LANG_CODES,
  attributesOf,
  imagesOf,
  mediasOf,
  packagingOf,
  papersOf,
  selectorOf,
  veterinaryGroupsOf,
} from './product-parts';
import { priceFields } from './price-fields';
import { characteristicsVector, descriptionVector } from './vectors';

export interface Catalogue {
  chance: Chance;
  edges: Edges;
  today: World['today'];
  mediaBase: string;
  groups: readonly Group[];
  terms: ReadonlyMap<number, Terms>;
  pairs: readonly PricePair[];
  links: (group: Group) => Links;
}

const AMCRA = { yellow: 'jaune', orange: 'orange', red: 'rouge' } as const;
const storageCode = new Map(facts.storage.map((row) => [row.id, row.code]));
const PROFESSIONALS = ['veterinary', 'pharmacist', 'wholesaler'];
const EVERYONE = [...PROFESSIONALS, 'nurse', 'student', 'supplier'];

export function* productDocuments(catalogue: Catalogue, lang: Lang): Generator<SearchDocument> {
  const programs = loyaltyPrograms(catalogue.today);
  for (const group of catalogue.groups) {
    const shared = groupFields(catalogue, programs, group, lang);
    const profiles = new Map<Profile, Record<string, unknown>>();
    for (const [index, article] of group.variants.entries()) {
      let profile = profiles.get(article.profile);
      if (!profile) {
        profile = profileFields(catalogue, group, article.profile, lang);
        profiles.set(article.profile, profile);
      }
      yield articleDocument(catalogue, { group, article, index, shared, profile, lang });
    }
  }
}

type Programs = ReturnType<typeof loyaltyPrograms>;

function groupFields(catalogue: Catalogue, programs: Programs, group: Group, lang: Lang) {
  const { chance, edges, mediaBase } = catalogue;
  const { flags, brand } = group;
  const maker = isGenericFirm(brand.id)
    ? brandOf(chance.pick(`made-for:${group.source}`, ['polderbiotics', 'injectalia', 'scaldimed']))
    : brand;
  const licensed = group.family === 'meds' && group.group !== 'nutraceutical';
  return {
    model: { name: group.model[lang] },
    url_key: group.urlKey[lang],
    redirect_url_key: group.redirects[lang],
    url_key_locales: Object.fromEntries(
      (['fr', 'nl', 'en'] as const).map((code) => [LANG_CODES[code], group.urlKey[code]]),
    ),
    variant_count: group.variants.length,
    seo_title: null,
    meta_keywords: null,
    meta_description: null,
    class_amcra: group.amcra && AMCRA[group.amcra],
    links: catalogue.links(group),
    brand: {
      id: brand.sequence,
      name: brand.name,
      image_url: `${mediaBase}/b/${brand.sequence}.svg`,
    },
    manufacturer: { id: 200 + maker.sequence, name: maker.name },
    supplier_id: supplierNumber(brand.name) ?? 500 + brand.sequence,
    supplier_name: brand.name,
    food_range_option_ids: group.family === 'food' ? options.foodRanges([group.source], lang) : [],
    active_principle_option_ids: options.substances(group.substances, lang),
    presentation_option_ids:
      group.family === 'meds' && group.form ? options.presentations([group.form], lang) : [],
    is_human: flags.human,
    is_equipment: group.family === 'equipment',
    is_food: group.family === 'food',
    is_import: flags.import,
    is_meds: group.family === 'meds',
    is_narcotic_vet: flags.narcotic,
    is_pharmaceutical: licensed,
    is_psychotropic: flags.psychotropic,
    is_mto: flags.madeToOrder,
    veterinary_only: flags.prescription,
    belgium_only: flags.narcotic || (licensed && chance.odds(`belgium:${group.source}`, 0.2)),
    fabric: flags.fabric,
    promo_bag: edges.is('promo-bag', group),
    sterile: flags.sterile,
    link_info: chance.odds(`info:${group.key}`, 0.1)
      ? `https://www.${brand.id}.example/${group.urlKey[lang]}`
      : null,
    link_video: chance.odds(`video:${group.key}`, 0.03)
      ? `https://video.example/${group.urlKey.en}`
      : null,
    storage_temperature: storageCode.get(group.storage) ?? null,
    allowed_partner_types: flags.prescription ? PROFESSIONALS : EVERYONE,
    route_from_categ_ids: [],
    veterinary_groups: veterinaryGroupsOf(chance, group, lang),
    loyalty_rules: loyaltyRulesOf(programs, group),
    order_mode: group.orderMode,
    tax: { name: TAX_NAME[group.taxRate]?.[lang] ?? '', amount: group.taxRate },
  };
}

function profileFields(catalogue: Catalogue, group: Group, profile: Profile, lang: Lang) {
  const { edges, chance } = catalogue;
  const description = group.voice.description(profile, lang);
  const none = edges.is('no-vectors', group) || chance.odds(`unread:${group.key}`, 0.02);
  const characteristics = none ? null : characteristicsVector(group, profile);
  const words = none || edges.is('one-vector', group) ? null : descriptionVector(description);
  const species = options.species(profile.species, lang);
  return {
    short_description: group.voice.shortDescription(profile, lang),
    description,
    categories: categoriesOf(group, profile).map((node) => categoryRef(node, lang)),
    species_option_ids: edges.is('lone-object', group) ? species[0] : species,
    animal_size_option_ids: options.animalSizes(profile.sizes, lang),
    age_option_ids: options.ages(profile.ages, lang),
    indication_option_ids: options.indications(profile.indications, lang),
    administration_route_option_ids: options.routes(profile.routes, lang),
    ...(characteristics ? { characteristics_vector: characteristics } : {}),
    ...(words ? { description_vector: words } : {}),
  };
}

interface Part {
  group: Group;
  article: Article;
  index: number;
  shared: Record<string, unknown>;
  profile: Record<string, unknown>;
  lang: Lang;
}

function articleDocument(catalogue: Catalogue, part: Part): SearchDocument {
  const { chance, edges, today, mediaBase } = catalogue;
  const { group, article, lang } = part;
  const terms = catalogue.terms.get(article.id);
  if (!terms) throw new Error(`The article ${article.sku} has no terms`);
  const { variant } = terms;
  const pictured = !edges.is('no-image', group) && !chance.odds(`unpictured:${group.key}`, 0.03);
  const papers = papersOf(chance, group);
  const perishable = group.family !== 'equipment';
  const days = edges.is('short-dated', group) ? 35 : chance.int(`expiry:${article.key}`, 150, 1100);
  const created = addDays(today, -chance.int(`created:${group.key}`, 4, 2400));
  return {
    id: article.id,
    name: article.name[lang],
    short_name: article.shortName[lang],
    main: part.index === 0,
    sku: article.sku,
    barcode: article.barcode,
    cnk_code: article.cnkCode,
    code_amm: article.codeAmm,
    code_cti: article.codeCti,
    vendor_product_code: article.vendorCode,
    create_date: `${created}T08:12:00`,
    best_before_date: perishable ? addDays(today, days) : null,
    images: pictured
      ? imagesOf(mediaBase, article, chance.odds(`second:${group.key}`, 0.25), article.name[lang])
      : [],
    medias: mediasOf(mediaBase, papers, article, lang),
    link_notice: papers.includes('notice')
      ? `${mediaBase}/d/${article.id}/notice-${lang}.pdf`
      : null,
    variant_attributes: attributesOf(article, lang),
    variant_selector: selectorOf(group, article, lang),
    stock: stockField(edges, group, terms),
    structured_attributes: group.voice.attributes(article, lang),
    color_option_ids: article.color ? options.colors([article.color], lang) : [],
    size_option_ids: article.size ? options.sizes([article.size], lang) : [],
    not_sold_on_website: variant.notSoldOnWebsite,
    dimensional_unit: article.attributes.some(({ axis }) => axis === 'length') ? 'cm' : null,
    unit_in_shrink_wrap: chance.odds(`shrink:${article.key}`, 0.3)
      ? chance.pick(`wrap:${article.key}`, [6, 10, 12])
      : null,
    packaging_ids: packagingOf(chance, article, lang),
    indicated_price: terms.indicated,
    price: terms.explicit && priceField(terms.explicit),
    price_by_pricelist: Object.fromEntries(
      Object.entries(terms.roles).map(([role, price]) => [role, priceField(price)]),
    ),
    ...priceFields(terms),
    net_prices: netPriceEntries(variant, catalogue.pairs),
    ...part.shared,
    ...part.profile,
  };
}

function priceField(price: RolePrice) {
  return {
    value: price.value,
    tax_included: price.taxIncluded,
    original_value: price.original,
    discount: price.discount,
  };
}

/** Two articles leave out the state or the quantity, which readers must bear. */
function stockField(edges: Edges, group: Group, { variant }: Terms) {
  const { stockState: state, stockQty: qty } = variant;
  if (edges.is('quantity-only', group)) return { global: { qty } };
  if (edges.is('state-only', group)) return { global: { state } };
  return { global: { state, qty }, marche: { state, qty } };
}
