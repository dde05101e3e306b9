/** Fields shared by all variants of a product, and fields shared by variants for the same animals. */
import type { Lang } from '../../world';
import type { Group } from '../catalogue/catalogue';
import { isGenericFirm } from '../catalogue/makers';
import { categoriesOf } from '../catalogue/placement';
import type { Profile } from '../catalogue/product';
import { brandOf, facts } from '../facts';
import { supplierNumber } from '../people/customers';
import { TAX_NAME } from '../words/labels';
import type { Catalogue } from './catalogue-context';
import { categoryRef } from './category-documents';
import { loyaltyRulesOf, type loyaltyPrograms } from './loyalty';
import { options } from './options';
import { LANG_CODES, veterinaryGroupsOf } from './product-parts';
import { characteristicsVector, descriptionVector } from './vectors';

const AMCRA = { yellow: 'jaune', orange: 'orange', red: 'rouge' } as const;
const storageCode = new Map(facts.storage.map((row) => [row.id, row.code]));
const PROFESSIONALS = ['veterinary', 'pharmacist', 'wholesaler'];
const EVERYONE = [...PROFESSIONALS, 'nurse', 'student', 'supplier'];

type Programs = ReturnType<typeof loyaltyPrograms>;

export function groupFields(catalogue: Catalogue, programs: Programs, group: Group, lang: Lang) {
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

export function profileFields(catalogue: Catalogue, group: Group, profile: Profile, lang: Lang) {
  const { edges, chance } = catalogue;
  const description = group.voice.description(profile, lang, group.variants);
  const none = edges.is('no-vectors', group) || chance.odds(`unread:${group.key}`, 0.02);
  const characteristics = none ? null : knownVector(group, profile);
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

const vectors = new WeakMap<Profile, { vector: number[] | null }>();

/** Characteristics are language-neutral: one vector serves all three languages. */
function knownVector(group: Group, profile: Profile): number[] | null {
  const known = vectors.get(profile) ?? { vector: characteristicsVector(group, profile) };
  vectors.set(profile, known);
  return known.vector;
}
