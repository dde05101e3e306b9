/**
 * The sample world for relevance tests: the traits of its articles by id, and its documents reduced to the searched
 * fields.
 */
import { createWorld, worldGroups } from '../../sandbox/seed/create-world';
import type { Group } from '../../sandbox/seed/catalogue/catalogue';
import type { Lang, SearchDocument } from '../../sandbox/world';
import { traitsOf, type Expectation } from './traits';

/**
 * Fields that the query searches, ranks by or is judged on. The other fields make up most of a document and are
 * omitted.
 */
const READ: ReadonlySet<string> = new Set([
  'id',
  'main',
  'url_key',
  'variant_count',
  'name',
  'short_name',
  'model',
  'sku',
  'barcode',
  'cnk_code',
  'vendor_product_code',
  'code_amm',
  'code_cti',
  'brand',
  'manufacturer',
  'categories',
  'short_description',
  'species_option_ids',
  'active_principle_option_ids',
  'indication_option_ids',
  'food_range_option_ids',
  'presentation_option_ids',
  'administration_route_option_ids',
  'color_option_ids',
  'size_option_ids',
  'animal_size_option_ids',
  'age_option_ids',
]);

const readable = (document: SearchDocument): SearchDocument => ({
  ...Object.fromEntries(Object.entries(document).filter(([field]) => READ.has(field))),
  id: document.id,
});

export interface Sample {
  groups: readonly Group[];
  /** Traits of the articles, by article id. */
  traits: ReadonlyMap<number, Expectation>;
  documents(lang: Lang): readonly SearchDocument[];
}

export function createSample(products?: number): Sample {
  const world = createWorld({
    mediaBase: 'http://media.invalid',
    today: '2026-07-28',
    ...(products === undefined ? {} : { products }),
  });
  const groups = worldGroups(world);
  const traits = new Map(
    groups.flatMap((group) =>
      group.variants.map((article) => [article.id, traitsOf(group, article)] as const),
    ),
  );
  const known = new Map<Lang, readonly SearchDocument[]>();
  const documents = (lang: Lang): readonly SearchDocument[] => {
    const made = known.get(lang) ?? Array.from(world.documents('products', lang), readable);
    known.set(lang, made);
    return made;
  };
  return { groups, traits, documents };
}
