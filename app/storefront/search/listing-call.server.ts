/**
 * Requests a list from the engine and handles missing parts of the response (contract/search.md 6). Hits, best partial
 * match and spelling suggestions are one `_msearch`. Filter counts are a second, parallel call: in a large index that
 * has just been rebuilt they take seconds, and must not delay the products.
 */
import { createHash } from 'node:crypto';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../server/upstream/search/search-client';
import { groupsOf } from './facets/facets-reading.server';
import type { Clause } from './query/clauses.server';

const timeoutMs = 2_000;
/** Time limit of the filter counts, in milliseconds. If they take longer, the list is displayed without filters. */
const countsTimeoutMs = 1_800;
const countsFreshMs = 30_000;

type Answer = Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>[number];
const good = (answer: Answer | undefined): SearchAnswer | null =>
  answer === undefined || isUpstreamFailure(answer) ? null : (answer as SearchAnswer);

export interface ListingBodies {
  /** The search text as typed. */
  text: string;
  hits: Clause;
  facets: Clause;
  /** The best partial match, requested in the same call. Shown if no product matches the whole text. */
  nearest: { hits: Clause; facets: Clause } | null;
  spelling: Clause | null;
}

export interface Asked {
  hits: SearchAnswer;
  facets: SearchAnswer | null;
  spelling: SearchAnswer | null;
  isNearest: boolean;
}

/** The result when the engine refuses the search with 403: nothing found, and no spelling hint (section 6). */
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
  isNearest: false,
};

const request = (operation: string, body: Clause): SearchRequest => ({
  index: 'products',
  operation,
  body,
  kept: true,
});

/** Makes a failed count reach the caller, so that the cache does not serve older counts. */
const failWithoutStaleCounts = (error: unknown): never => {
  throw error;
};

/**
 * Caches the filter counts, which cost a large index more than the products do. Later pages of the list, other sort
 * orders, and the same list after a change of the cart share them. The body contains everything that the counts depend
 * on.
 */
async function keptCounts(page: PageRequest, body: Clause, text: string): Promise<SearchAnswer> {
  const { cache, search } = page.context;
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64');
  const key = `counts:${page.locale}:${digest}`;
  const timing = { freshMs: countsFreshMs, staleMs: 0, onFault: failWithoutStaleCounts };
  const counts = await cache.get(key, timing, () =>
    // The request is not tied to the browser's abort signal, because other requests may be waiting for the same counts.
    search.search(page.locale, request('facets', body), { timeoutMs: countsTimeoutMs, text }),
  );
  const isWhole = !counts.incomplete && counts.aggregations['total'] !== undefined;
  if (!isWhole) cache.delete(key);
  return counts;
}

/**
 * The filter counts; null if they are unavailable, which the call itself logs. A response without the total number
 * counts as unavailable.
 */
async function count(page: PageRequest, body: Clause, text: string): Promise<SearchAnswer | null> {
  try {
    const counts = await keptCounts(page, body, text);
    return counts.aggregations['total'] === undefined ? null : counts;
  } catch (error) {
    if (isUpstreamFailure(error)) return null;
    throw error;
  }
}

async function askAll(page: PageRequest, bodies: ListingBodies): Promise<Asked> {
  const { search } = page.context;
  const { nearest, text } = bodies;
  const counting = count(page, bodies.facets, text);
  const [answers, facets] = await Promise.all([
    search.searchMany(
      page.locale,
      [
        request('listing', bodies.hits),
        ...(nearest ? [request('nearest', nearest.hits)] : []),
        ...(bodies.spelling ? [request('spelling', bodies.spelling)] : []),
      ],
      { timeoutMs, signal: page.request.signal, text },
    ),
    counting,
  ]);
  const [hits] = answers;
  if (isUpstreamFailure(hits)) throw hits;
  const found = good(hits);
  if (!found) throw new Error('the listing has no answer');
  const spelling = bodies.spelling ? good(answers.at(-1)) : null;
  const near = nearest ? good(answers[1]) : null;
  if (!nearest || !near || near.total === 0 || found.total > 0 || found.withheld) {
    return { hits: found, facets, spelling, isNearest: false };
  }
  return { hits: near, facets: await count(page, nearest.facets, text), spelling, isNearest: true };
}

export async function fetchListing(page: PageRequest, bodies: ListingBodies): Promise<Asked> {
  try {
    return await askAll(page, bodies);
  } catch (error) {
    if (isUpstreamFailure(error) && error.status === 403) return refused;
    throw error;
  }
}

/** The number of matching product groups, or of documents if the engine could not count the groups. */
export const totalOf = ({ hits, facets }: Asked): number =>
  groupsOf(facets?.aggregations['total']) ?? hits.total;
