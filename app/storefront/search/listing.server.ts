/**
 * Finds a product list: hits, best partial match and spelling suggestions in one `_msearch`, filter counts in a
 * parallel call (contract/search.md 3.1 to 3.4). Failures follow section 6: without hits the page returns 503, without
 * counts it has no filters, and without spelling suggestions it shows none.
 */
import { readCards, readerOf, type Reader } from '~/catalogue/products/card.server';
import { indicatedPriceField, indicatedPrices } from '~/catalogue/products/indicated-prices.server';
import { specialEnds } from '~/catalogue/products/special-ends.server';
import { ownSupplierId, supplierFilter } from '~/catalogue/products/supplier-scope.server';
import { rowFieldsFor } from '~/catalogue/products/wire/card-wire.server';
import type { PageRequest } from '~/base/page/page';
import { deepest, isByIndicatedPrice, type Criteria, type Filters, type SortKey } from './criteria';
import { facetKeys, type FacetKey } from './facets/facet-list';
import { countsOf, readFacets, unnamed, type LabelOf } from './facets/facets-reading.server';
import type { Listing, SelectedFilter } from './listing';
import { fetchListing, totalOf, type ListingBodies } from './listing-call.server';
import { hasPriceTimeline, labeller } from './listing-lookups.server';
import type { Clause } from './query/clauses.server';
import { selectedClauses, usableFilters, type FacetScope } from './query/facet-clauses.server';
import {
  childrenAggregation,
  facetsBody,
  literalAggregations,
  termAggregations,
} from './query/facets-query.server';
import {
  asTyped,
  countingQuery,
  listingBody,
  spellingBody,
  type Reading,
} from './query/listing-query.server';
import { sortOf } from './query/sort.server';
import { learnNames, optionNames } from './facets/option-names.server';
import { findOwnProducts, type OwnProducts } from './facets/own-products.server';
import { findRebates, type Rebates } from '../../catalogue/products/rebates.server';
import { readSpellings } from './text/spelling.server';
import { codeIn } from './text/text-code';
import { safeSpellings } from './text/safe-spellings';
import { readText, readTextShown, type TextReading } from './text/text-reading.server';

/** With fewer hits than this, the page suggests other spellings. */
const fewHits = 5;

export interface ListingScope {
  /** Clauses that select the products of the page, such as its category. */
  filter: readonly Clause[];
  defaultSort: SortKey;
  /** The page's own sort order, used instead of relevance if there is no search text. */
  order?: readonly Clause[];
  /** True if each row displays the last day of the product's special offer. */
  hasSpecials?: true;
  /** Ids of the subcategories whose products are to be counted. */
  childIds?: readonly number[];
}

const factsOf = (reader: Reader, rebates: Rebates, own: OwnProducts): FacetScope => ({
  today: reader.today,
  groupIds: reader.customer?.veterinaryGroups ?? [],
  ruleIds: rebates.ruleIds,
  rebateProgramIds: rebates.rebateProgramIds,
  orderedIds: own.orderedIds,
  listedIds: own.listedIds,
  pricing: reader.pricing,
});

/**
 * The filters to apply. A chosen filter whose product ids are unavailable is kept in the address: the page reports that
 * it was not applied, and the next page may have the ids.
 */
function filtersOf(filters: Filters, facts: FacetScope, own: OwnProducts): Filters {
  const usable = usableFilters(filters, facts);
  if (!own.isMissing) return usable;
  const { ordered, on_list } = filters;
  return { ...usable, ...(ordered && { ordered }), ...(on_list && { on_list }) };
}

async function orderOf(
  page: PageRequest,
  scope: ListingScope,
  criteria: Criteria,
  reader: Reader,
): Promise<readonly Clause[]> {
  const { sort, text } = criteria;
  if (sort === 'relevance' && !text && scope.order) return scope.order;
  const byNetPrice = sort === 'net_asc' || sort === 'net_desc';
  return sortOf(sort, {
    hasText: text !== '',
    pricing: reader.pricing,
    today: reader.today,
    hasTimeline: byNetPrice && (await hasPriceTimeline(page, reader)),
  });
}

/** The inputs of the request bodies, the same for all pages of the list. */
interface ListingInputs {
  scope: ListingScope;
  criteria: Criteria;
  reader: Reader;
  facts: FacetScope;
  sort: readonly Clause[];
  read: TextReading | null;
  /** Clauses that select the page's products, and restrict a supplier account to its own products. */
  filter: readonly Clause[];
}

/** Request bodies for the hits and filter counts of one page of the list, for one interpretation of the search text. */
function bodiesBy(scene: ListingInputs, reading: Reading | null, pageNumber: number) {
  const { scope, criteria, reader, facts, sort } = scene;
  const code = codeIn(criteria.text);
  const query = { text: criteria.text, code, scope: scene.filter, reading };
  const selected = selectedClauses(criteria.filters, facts);
  const byMeaning = reading?.by === 'meaning' ? reading : null;
  const facets = facetsBody({
    query: countingQuery(query),
    selected,
    facts,
    whole: wholeFacets(criteria),
    more: {
      ...(byMeaning ? literalAggregations(asTyped(criteria.text, code)) : {}),
      ...(byMeaning && !byMeaning.every ? termAggregations(byMeaning.understood) : {}),
      ...(scope.childIds?.length ? childrenAggregation(scope.childIds, selected) : {}),
    },
  });
  const hits = listingBody({
    ...query,
    selected: [...selected.values()],
    sort,
    from: (pageNumber - 1) * criteria.size,
    size: criteria.size,
    source: [
      ...rowFieldsFor(reader.pricing),
      ...(scope.hasSpecials ? ['specials'] : []),
      ...(isByIndicatedPrice(criteria.sort) ? [indicatedPriceField] : []),
    ],
  });
  return { hits, facets };
}

function bodiesOf(scene: ListingInputs, pageNumber: number): ListingBodies {
  const { read, criteria } = scene;
  return {
    text: criteria.text,
    ...bodiesBy(scene, read?.reading ?? null, pageNumber),
    nearest: read?.nearest ? bodiesBy(scene, read.nearest, pageNumber) : null,
    spelling: read?.asksSpelling && pageNumber === 1 ? spellingBody(criteria.text) : null,
  };
}

/** Finds a product list. Throws UpstreamFailure if the engine returns no hits. */
export async function findListing(
  page: PageRequest,
  scope: ListingScope,
  asCalled: Criteria,
): Promise<Listing> {
  const reader = readerOf(page);
  const [rebates, own, read] = await Promise.all([
    findRebates(page),
    findOwnProducts(page, asCalled.filters),
    readText(page, asCalled),
  ]);
  const facts = factsOf(reader, rebates, own);
  const criteria = { ...asCalled, filters: filtersOf(asCalled.filters, facts, own) };
  const sort = await orderOf(page, scope, criteria, reader);
  const filter = [...scope.filter, ...supplierFilter(page)];
  const scene: ListingInputs = { scope, criteria, reader, facts, sort, read, filter };

  const [first, names] = await Promise.all([
    fetchListing(page, bodiesOf(scene, criteria.page)),
    optionNames(page),
  ]);
  const reachable = Math.min(totalOf(first), deepest);
  const pageCount = Math.max(1, Math.ceil(reachable / criteria.size));
  const shown = Math.min(criteria.page, pageCount);
  // The requested page is beyond the last one: request the last page instead (5.4).
  const asked = shown === criteria.page ? first : await fetchListing(page, bodiesOf(scene, shown));

  const aggregations = asked.facets?.aggregations ?? {};
  await learnNames(page, names, unnamed(aggregations, criteria.filters, names.has));
  const labelOf = labeller(page, names, rebates.ruleNames);
  const facets = asked.facets ? readFacets(aggregations, criteria, labelOf) : null;
  const cards = readCards(asked.hits.hits, reader, page.context);
  const total = totalOf(asked);
  const from = cards.length === 0 ? 0 : (shown - 1) * criteria.size + 1;
  return {
    criteria: { ...criteria, page: shown },
    cards,
    total,
    moreThanTotal: asked.facets === null && asked.hits.totalRelation === 'gte',
    page: shown,
    pageCount,
    from,
    to: from === 0 ? 0 : from + cards.length - 1,
    facets,
    selected: selectedFilters(page, criteria, { facets, labelOf }),
    ownMissing: own.isMissing,
    supplierOnly: ownSupplierId(page) !== null,
    read: read ? await readTextShown(page, read, asked, total) : null,
    spellings:
      read && asked.spelling && total < fewHits
        ? safeSpellings(readSpellings(asked.spelling, criteria.text), criteria.text, read.words)
        : [],
    incomplete: asked.hits.incomplete,
    refused: asked.hits.withheld,
    offersUntil: scope.hasSpecials ? specialEnds(asked.hits.hits, reader.today) : new Map(),
    indicatedPrices: isByIndicatedPrice(criteria.sort) ? indicatedPrices(asked.hits.hits) : null,
    childCounts: childCounts(aggregations['children']),
  };
}

const wholeFacets = (criteria: Criteria): ReadonlySet<FacetKey> =>
  new Set(facetKeys.filter((key) => key === criteria.whole || criteria.find[key] !== undefined));

const childCounts = (aggregation: unknown): ReadonlyMap<number, number> =>
  new Map(countsOf(aggregation).map(({ value, count }) => [Number(value), count]));

function selectedFilters(
  { t }: PageRequest,
  criteria: Criteria,
  { facets, labelOf }: { facets: Listing['facets']; labelOf: LabelOf },
): SelectedFilter[] {
  const unnamedIn = (key: FacetKey) => t('search:unknownValue', { name: t(`search:facet.${key}`) });
  return facetKeys.flatMap((key) =>
    (criteria.filters[key] ?? []).map((value) => {
      const facet = facets?.find((one) => one.key === key);
      const label = facet?.values.find((one) => one.value === value)?.label;
      return { key, value, label: label ?? labelOf(key, value) ?? unnamedIn(key) };
    }),
  );
}
