/**
 * What a list asks of the engine, and what stands for the parts that do not come (contract/search.md 6).
 * Hits and spelling are one `_msearch`. Counts are asked beside it: in a large index that has just been
 * rebuilt they take seconds, and may not hold up the products.
 */
import type { PageRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../server/upstream/search/search-client';
import { groupsOf } from './facets/facets-reading.server';
import type { Clause } from './query/clauses.server';

const timeoutMs = 2_000;
/** Counts that are not there by then are left out: the list shows without filters. */
const countsTimeoutMs = 1_800;

type Answer = Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>[number];
const good = (answer: Answer | undefined): SearchAnswer | null =>
  answer === undefined || isUpstreamFailure(answer) ? null : (answer as SearchAnswer);

export interface ListingBodies {
  hits: Clause;
  facets: Clause;
  spelling: Clause | null;
}

export interface Asked {
  hits: SearchAnswer;
  facets: SearchAnswer | null;
  spelling: SearchAnswer | null;
}

/** What a refused search shows: nothing found, and no hint about spelling (section 6, 403). */
const refused: Asked = {
  hits: {
    hits: [],
    total: 0,
    totalRelation: 'eq',
    aggregations: {},
    suggest: {},
    incomplete: false,
    withheld: true,
  },
  facets: null,
  spelling: null,
};

/** The call's own log line says why there are none; an answer without even the total has lost all counts. */
async function countsOrNull(counting: Promise<SearchAnswer>): Promise<SearchAnswer | null> {
  try {
    const counts = await counting;
    return counts.aggregations['total'] === undefined ? null : counts;
  } catch (error) {
    if (isUpstreamFailure(error)) return null;
    throw error;
  }
}

export async function ask(page: PageRequest, bodies: ListingBodies): Promise<Asked> {
  const request = (operation: string, body: Clause): SearchRequest => ({
    index: 'products',
    operation,
    body,
  });
  const { search } = page.context;
  const { signal } = page.request;
  const requests = [
    request('listing', bodies.hits),
    ...(bodies.spelling ? [request('spelling', bodies.spelling)] : []),
  ];
  const counting = countsOrNull(
    search.search(page.locale, request('facets', bodies.facets), {
      timeoutMs: countsTimeoutMs,
      signal,
    }),
  );
  try {
    const [[hits, spelling], facets] = await Promise.all([
      search.searchMany(page.locale, requests, { timeoutMs, signal }),
      counting,
    ]);
    if (isUpstreamFailure(hits)) throw hits;
    const found = good(hits);
    if (!found) throw new Error('the listing has no answer');
    return { hits: found, facets, spelling: good(spelling) };
  } catch (error) {
    if (isUpstreamFailure(error) && error.status === 403) return refused;
    throw error;
  }
}

/** Groups that match; documents where they could not be counted. */
export const totalOf = ({ hits, facets }: Asked): number =>
  groupsOf(facets?.aggregations['total']) ?? hits.total;
