/**
 * What a list asks of the engine, and what stands for the parts that do not come (contract/search.md 6).
 * Hits, what comes nearest and spelling are one `_msearch`. Counts are asked beside it: in a large index that has just been
 * rebuilt they take seconds, and may not hold up the products.
 */
import { createHash } from 'node:crypto';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../server/upstream/search/search-client';
import { groupsOf } from './facets/facets-reading.server';
import type { Clause } from './query/clauses.server';

const timeoutMs = 2_000;
/** Counts that are not there by then are left out: the list shows without filters. */
const countsTimeoutMs = 1_800;
const countsFreshMs = 30_000;

type Answer = Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>[number];
const good = (answer: Answer | undefined): SearchAnswer | null =>
  answer === undefined || isUpstreamFailure(answer) ? null : (answer as SearchAnswer);

export interface ListingBodies {
  /** As it was typed. */
  text: string;
  hits: Clause;
  facets: Clause;
  /** What comes nearest, asked in the same call: shown when nothing meets the whole text. */
  nearest: { hits: Clause; facets: Clause } | null;
  spelling: Clause | null;
}

export interface Asked {
  hits: SearchAnswer;
  facets: SearchAnswer | null;
  spelling: SearchAnswer | null;
  isNearest: boolean;
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
  isNearest: false,
};

const request = (operation: string, body: Clause): SearchRequest => ({
  index: 'products',
  operation,
  body,
  kept: true,
});

/** Where the engine has no counts now, those of before are not shown for them. */
const rethrow = (error: unknown): never => {
  throw error;
};

/**
 * The next page of a list, another order of it and the same list after an article was put into the cart have the same
 * counts, which cost a large index more than the products do. The body says all that they depend on.
 */
async function keptCounts(page: PageRequest, body: Clause, text: string): Promise<SearchAnswer> {
  const { cache, search } = page.context;
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64');
  const key = `counts:${page.locale}:${digest}`;
  const timing = { freshMs: countsFreshMs, staleMs: 0, onFault: rethrow };
  const counts = await cache.get(key, timing, () =>
    // Without the browser's signal: others may be waiting for the same counts.
    search.search(page.locale, request('facets', body), { timeoutMs: countsTimeoutMs, text }),
  );
  const isWhole = !counts.incomplete && counts.aggregations['total'] !== undefined;
  if (!isWhole) cache.delete(key);
  return counts;
}

/** The call's own log line says why there are none; an answer without even the total has lost all counts. */
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

export async function ask(page: PageRequest, bodies: ListingBodies): Promise<Asked> {
  try {
    return await askAll(page, bodies);
  } catch (error) {
    if (isUpstreamFailure(error) && error.status === 403) return refused;
    throw error;
  }
}

/** Groups that match; documents where they could not be counted. */
export const totalOf = ({ hits, facets }: Asked): number =>
  groupsOf(facets?.aggregations['total']) ?? hits.total;
