/**
 * The sample world: a Belgian distributor's catalogue, prices, customers and pictures, generated from the trade facts
 * in `facts/` and a seed. The same options give the same world. Documents are generated on demand.
 */
import type { IndexName, Lang, SearchDocument, World, WorldOptions, WorldVariant } from '../world';
import { createCatalogue, type Article, type Group } from './catalogue/catalogue';
import { withNameEdges } from './catalogue/name-edges';
import { advertDocuments, bannerDocuments } from './documents/banners';
import { categoryDocuments } from './documents/category-documents';
import { createLinks } from './documents/links';
import { loyaltyDocuments } from './documents/loyalty';
import type { Catalogue } from './documents/catalogue-context';
import { createProductDocuments } from './documents/product-document';
import { chooseEdges, type Edge } from './edges';
import { customers, pricePairs, veterinaryGroups } from './people/customers';
import { countries, states } from './people/places';
import { createMedia } from './pictures/media';
import { createChance } from './random';
import { brusselsDay } from './trade/calendar';
import { termsOf, type Terms } from './trade/terms';

const DEFAULT_SEED = 'ardenne';
const DEFAULT_PRODUCTS = 3200;

/** Data of the generator beyond the `World` interface, for tests and the start message. */
interface Making {
  groups: readonly Group[];
  edges: ReadonlyMap<Edge, number>;
}
const makings = new WeakMap<World, Making>();

export function createWorld(options: WorldOptions): World {
  const seed = options.seed ?? DEFAULT_SEED;
  const today = options.today ?? brusselsDay(new Date());
  const chance = createChance(seed);
  const drawn = createCatalogue(chance, options.products ?? DEFAULT_PRODUCTS);
  const edges = chooseEdges(chance, drawn);
  const groups = withNameEdges(drawn, edges);

  const terms = new Map<number, Terms>();
  const articles = new Map<number, { group: Group; article: Article }>();
  const variants = new Map<number, WorldVariant>();
  for (const group of groups) {
    for (const article of group.variants) articles.set(article.id, { group, article });
    for (const entry of termsOf({ chance, edges, today }, group)) {
      terms.set(entry.variant.id, entry);
      variants.set(entry.variant.id, entry.variant);
    }
  }

  const catalogue: Catalogue = {
    chance,
    edges,
    today,
    mediaBase: options.mediaBase,
    groups,
    terms,
    pairs: pricePairs(),
    links: createLinks(chance, groups),
  };
  const products = createProductDocuments(catalogue);
  const world: World = {
    seed,
    today,
    variants,
    customers,
    groups: veterinaryGroups,
    countries,
    states,
    documents: (index, lang) =>
      index === 'products'
        ? { [Symbol.iterator]: () => products(lang) }
        : otherDocuments(catalogue, index, lang),
    media: createMedia({ today, find: (id) => articles.get(id) ?? null }),
  };
  makings.set(world, { groups, edges: edges.articles() });
  return world;
}

function otherDocuments(
  { today, mediaBase }: Catalogue,
  index: Exclude<IndexName, 'products'>,
  lang: Lang,
): Iterable<SearchDocument> {
  switch (index) {
    case 'categories':
      return categoryDocuments(mediaBase, lang);
    case 'info_banners':
      return bannerDocuments(today, lang);
    case 'advertisements':
      return advertDocuments(today, mediaBase, lang);
    case 'loyalty_programs':
      return loyaltyDocuments(today, lang);
  }
}

interface WorldSummary {
  seed: string;
  today: string;
  products: number;
  variants: number;
  customers: number;
  byFamily: Record<string, number>;
}

/** Counts for the start message of the stand-ins. */
export function worldSummary(world: World): WorldSummary {
  const byFamily: Record<string, number> = {};
  for (const { family } of world.variants.values()) byFamily[family] = (byFamily[family] ?? 0) + 1;
  return {
    seed: world.seed,
    today: world.today,
    products: makings.get(world)?.groups.length ?? 0,
    variants: world.variants.size,
    customers: world.customers.length,
    byFamily,
  };
}

/** Main article of each edge record (`no-image`, `html-name`, `exclusive-tier`, …), by edge. */
export function edgeRecords(world: World): ReadonlyMap<Edge, number> {
  return makings.get(world)?.edges ?? new Map();
}

/** The product groups behind the documents, in index order, for tests of the generator. */
export function worldGroups(world: World): readonly Group[] {
  return makings.get(world)?.groups ?? [];
}
