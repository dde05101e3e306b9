/**
 * Finds a list of products: hits, counts of the filters and spelling in one `_msearch` (contract/search.md
 * 3.1 to 3.4). Degrades as section 6 says: no hits is a 503, no counts is a list without filters, no
 * spelling is no suggestion.
 */
import { readCards, readerOf, type Reader } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { PageRequest } from '~/http/page';
import { deepest, type Criteria, type SortKey } from './criteria';
import { facetKeys, type FacetKey } from './facets/facet-list';
import { countsOf, readFacets, unnamed, type LabelOf } from './facets/facets-reading.server';
import type { Listing, SelectedFilter } from './listing';
import { ask, totalOf, type Asked, type ListingBodies } from './listing-call.server';
import { findLabels, hasPriceTimeline, labeller } from './listing-lookups.server';
import type { Clause } from './query/clauses.server';
import { selectedClauses, type FacetFacts } from './query/facet-clauses.server';
import { matchAll } from './query/clauses.server';
import { childrenAggregation, facetsBody, foundAggregation } from './query/facets-query.server';
import {
  asTyped,
  listingBody,
  listingQuery,
  spellingBody,
  type Wider,
} from './query/listing-query.server';
import { sortOf } from './query/sort.server';
import { findRebates, type Rebates } from './facets/rebates.server';
import { readSpellings } from './text/spelling.server';
import { codeIn } from './text/text-code';
import { askWidening } from './text/widening.server';

/** Fewer hits than this, or none as typed, and other spellings are offered. */
const fewHits = 5;

export interface ListingScope {
  /** What belongs to the page itself. */
  filter: readonly Clause[];
  defaultSort: SortKey;
  /** The page's own order, in place of relevance without text. */
  order?: readonly Clause[];
  /** Subcategories to count. */
  childIds?: readonly number[];
}

/** A supplier's own people see the supplier's products only (3.1). */
function supplierFilter(page: PageRequest): Clause[] {
  const { session } = page.context;
  if (session.kind === 'guest') return [];
  const { role, roles, supplierId } = session.customer;
  const isSupplier = [role, ...roles].includes('supplier');
  return isSupplier && supplierId !== null ? [{ term: { supplier_id: supplierId } }] : [];
}

const factsOf = (reader: Reader, rebates: Rebates): FacetFacts => ({
  today: reader.today,
  groupIds: reader.customer?.veterinaryGroups ?? [],
  ruleIds: rebates.ruleIds,
  rebateProgramIds: rebates.rebateProgramIds,
});

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

type Bodies = (pageNumber: number) => ListingBodies;

/** The bodies of one page of the list, by how widely its text is understood and by page number. */
async function prepare(
  page: PageRequest,
  scope: ListingScope,
  criteria: Criteria,
  { reader, rebates }: { reader: Reader; rebates: Rebates },
): Promise<(wider: Wider | null) => Bodies> {
  const facts = factsOf(reader, rebates);
  const selected = selectedClauses(criteria.filters, facts);
  const sort = await orderOf(page, scope, criteria, reader);
  const asked = {
    text: criteria.text,
    code: codeIn(criteria.text),
    scope: [...scope.filter, ...supplierFilter(page)],
  };
  return (wider) => {
    const query = { ...asked, wider };
    const isAsTyped = wider === null && criteria.text !== '';
    const facets = facetsBody({
      query: listingQuery(query),
      selected,
      facts,
      whole: wholeFacets(criteria),
      more: {
        ...foundAggregation(isAsTyped ? asTyped(criteria.text, asked.code) : matchAll),
        ...(scope.childIds?.length ? childrenAggregation(scope.childIds, selected) : {}),
      },
    });
    return (pageNumber) => ({
      hits: listingBody({
        ...query,
        selected: [...selected.values()],
        sort,
        from: (pageNumber - 1) * criteria.size,
        size: criteria.size,
        source: cardFields,
      }),
      facets,
      spelling: isAsTyped && pageNumber === 1 ? spellingBody(criteria.text) : null,
    });
  };
}

/** Asks, and asks once more for the last page when the one asked for lies beyond it (5.4). */
async function askWithin(
  page: PageRequest,
  bodies: Bodies,
  { page: wanted, size }: Criteria,
): Promise<{ asked: Asked; shown: number; pageCount: number }> {
  const asked = await ask(page, bodies(wanted));
  const pageCount = Math.max(1, Math.ceil(Math.min(totalOf(asked), deepest) / size));
  if (wanted <= pageCount) return { asked, shown: wanted, pageCount };
  return { asked: await ask(page, bodies(pageCount)), shown: pageCount, pageCount };
}

/** Throws UpstreamFailure when the hits cannot be had. */
export async function findListing(
  page: PageRequest,
  scope: ListingScope,
  criteria: Criteria,
): Promise<Listing> {
  const reader = readerOf(page);
  const rebates = await findRebates(page);
  const bodies = await prepare(page, scope, criteria, { reader, rebates });
  const askFor = (wider: Wider | null) => askWithin(page, bodies(wider), criteria);
  const { asked, shown, pageCount, isWidened } = criteria.text
    ? await askWidening(page, askFor)
    : { ...(await askFor(null)), isWidened: false };
  const aggregations = asked.facets?.aggregations ?? {};
  const labels = await findLabels(page, unnamed(aggregations, criteria.filters));
  const labelOf = labeller(page, labels, rebates.ruleNames);
  const facets = asked.facets ? readFacets(aggregations, criteria, labelOf) : null;
  const cards = readCards(asked.hits.hits, reader);
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
    selected: selectedFilters(criteria, facets, labelOf),
    spellings:
      asked.spelling && (isWidened || total < fewHits)
        ? readSpellings(asked.spelling, criteria.text)
        : [],
    incomplete: asked.hits.incomplete,
    refused: asked.hits.withheld,
    childCounts: childCounts(aggregations['children']),
  };
}

const wholeFacets = (criteria: Criteria): ReadonlySet<FacetKey> =>
  new Set(facetKeys.filter((key) => key === criteria.whole || criteria.find[key] !== undefined));

const childCounts = (aggregation: unknown): ReadonlyMap<number, number> =>
  new Map(countsOf(aggregation).map(({ value, count }) => [Number(value), count]));

function selectedFilters(
  criteria: Criteria,
  facets: Listing['facets'],
  labelOf: LabelOf,
): SelectedFilter[] {
  return facetKeys.flatMap((key) =>
    (criteria.filters[key] ?? []).map((value) => {
      const facet = facets?.find((one) => one.key === key);
      const label = facet?.values.find((one) => one.value === value)?.label;
      return { key, value, label: label ?? labelOf(key, value) ?? value };
    }),
  );
}
