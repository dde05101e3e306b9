/**
 * Finds a list of products: hits, counts of the filters and spelling in one `_msearch` (contract/search.md
 * 3.1 to 3.4). Degrades as section 6 says: no hits is a 503, no counts is a list without filters, no
 * spelling is no suggestion.
 */
import { readCards, readerOf, type Reader } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { PageRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../server/upstream/search';
import { deepest, type Criteria, type SortKey } from './criteria';
import { facetKeys, type FacetKey } from './facet-list';
import { countsOf, groupsOf, readFacets, unnamed } from './facets-reading.server';
import { findLabels, hasPriceTimeline, labeller } from './listing-lookups.server';
import type { Listing, SelectedFilter } from './listing';
import {
  childrenAggregation,
  facetsBody,
  selectedClauses,
  type FacetFacts,
} from './query/facets-query.server';
import type { Clause } from './query/clauses.server';
import { listingBody, listingQuery, spellingBody } from './query/listing-query.server';
import { sortOf } from './query/sort.server';
import { findRebates } from './rebates.server';
import { readSpellings } from './spelling.server';
import { codeIn } from './text-code';

const timeoutMs = 2_000;
/** Fewer hits than this, and other spellings are offered. */
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

async function factsOf(page: PageRequest, reader: Reader) {
  const rebates = await findRebates(page);
  const facts: FacetFacts = {
    today: reader.today,
    groupIds: reader.customer?.veterinaryGroups ?? [],
    ruleIds: rebates.ruleIds,
    rebateProgramIds: rebates.rebateProgramIds,
  };
  return { facts, rebates };
}

type Answer = Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>[number];
const good = (answer: Answer | undefined): SearchAnswer | null =>
  answer === undefined || isUpstreamFailure(answer) ? null : (answer as SearchAnswer);

interface Asked {
  hits: SearchAnswer;
  facets: SearchAnswer | null;
  spelling: SearchAnswer | null;
}

async function ask(
  page: PageRequest,
  bodies: { hits: Clause; facets: Clause; spelling: Clause | null },
): Promise<Asked> {
  const request = (operation: string, body: Clause): SearchRequest => ({
    index: 'products',
    operation,
    body,
  });
  const answers = await page.context.search.searchMany(
    page.locale,
    [
      request('listing', bodies.hits),
      request('facets', bodies.facets),
      ...(bodies.spelling ? [request('spelling', bodies.spelling)] : []),
    ],
    { timeoutMs, signal: page.request.signal },
  );
  const [hits, facets, spelling] = answers;
  if (isUpstreamFailure(hits)) throw hits;
  const found = good(hits);
  if (!found) throw new Error('the listing has no answer');
  return { hits: found, facets: good(facets), spelling: good(spelling) };
}

/** Throws UpstreamFailure when the hits cannot be had. */
export async function findListing(
  page: PageRequest,
  scope: ListingScope,
  criteria: Criteria,
): Promise<Listing> {
  const reader = readerOf(page);
  const { facts, rebates } = await factsOf(page, reader);
  const selected = selectedClauses(criteria.filters, facts);
  const query = {
    text: criteria.text,
    code: codeIn(criteria.text),
    scope: [...scope.filter, ...supplierFilter(page)],
  };
  const isNetSort = criteria.sort === 'net_asc' || criteria.sort === 'net_desc';
  const hasTimeline = isNetSort && (await hasPriceTimeline(page, reader));
  const ownOrder = criteria.sort === 'relevance' && !criteria.text ? scope.order : undefined;
  const bodies = (pageNumber: number) => ({
    hits: listingBody({
      ...query,
      selected: [...selected.values()],
      sort:
        ownOrder ??
        sortOf(criteria.sort, {
          hasText: criteria.text !== '',
          pricing: reader.pricing,
          today: reader.today,
          hasTimeline,
        }),
      from: (pageNumber - 1) * criteria.size,
      size: criteria.size,
      source: cardFields,
    }),
    facets: facetsBody({
      query: listingQuery(query),
      selected,
      facts,
      whole: wholeFacets(criteria),
      ...(scope.childIds?.length ? { more: childrenAggregation(scope.childIds, selected) } : {}),
    }),
    spelling: criteria.text && pageNumber === 1 ? spellingBody(criteria.text) : null,
  });
  let asked = await ask(page, bodies(criteria.page));
  let total = totalOf(asked);
  const pageCount = Math.max(1, Math.ceil(Math.min(total, deepest) / criteria.size));
  // A page beyond the last shows the last one (5.4).
  const shown = Math.min(criteria.page, pageCount);
  if (shown !== criteria.page) {
    asked = await ask(page, bodies(shown));
    total = totalOf(asked);
  }
  const aggregations = asked.facets?.aggregations ?? {};
  const labels = await findLabels(page, unnamed(aggregations, criteria.filters));
  const labelOf = labeller(page, labels, rebates.ruleNames);
  const cards = readCards(asked.hits.hits, reader);
  const from = cards.length === 0 ? 0 : (shown - 1) * criteria.size + 1;
  const facets = asked.facets ? readFacets(aggregations, criteria, labelOf) : null;
  return {
    criteria: { ...criteria, page: shown },
    defaultSort: scope.defaultSort,
    cards,
    total,
    moreThanTotal: asked.facets === null && asked.hits.totalRelation === 'gte',
    page: shown,
    pageCount,
    from,
    to: from === 0 ? 0 : from + cards.length - 1,
    facets,
    selected: selectedFilters(criteria, facets, (key, value) => labelOf(key, value)),
    spellings:
      total < fewHits && asked.spelling ? readSpellings(asked.spelling, criteria.text) : [],
    incomplete: asked.hits.incomplete,
    childCounts: childCounts(aggregations['children']),
    similarNames: [],
  };
}

const totalOf = ({ hits, facets }: Asked): number =>
  groupsOf(facets?.aggregations['total']) ?? hits.total;

const wholeFacets = (criteria: Criteria): ReadonlySet<FacetKey> =>
  new Set(facetKeys.filter((key) => key === criteria.whole || criteria.find[key] !== undefined));

function childCounts(aggregation: unknown): ReadonlyMap<number, number> {
  return new Map(countsOf(aggregation).map(({ value, count }) => [Number(value), count]));
}

function selectedFilters(
  criteria: Criteria,
  facets: Listing['facets'],
  labelOf: (key: FacetKey, value: string) => string | null,
): SelectedFilter[] {
  return facetKeys.flatMap((key) =>
    (criteria.filters[key] ?? []).map((value) => {
      const facet = facets?.find((one) => one.key === key);
      const label = facet?.values.find((one) => one.value === value)?.label;
      return { key, value, label: label ?? labelOf(key, value) ?? value };
    }),
  );
}
