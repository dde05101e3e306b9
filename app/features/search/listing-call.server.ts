/** The one `_msearch` of a list, and what stands for the parts of it that do not come (contract/search.md 6). */
import type { PageRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../server/upstream/search';
import { groupsOf } from './facets/facets-reading.server';
import type { Clause } from './query/clauses.server';

const timeoutMs = 2_000;

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

export async function ask(page: PageRequest, bodies: ListingBodies): Promise<Asked> {
  const request = (operation: string, body: Clause): SearchRequest => ({
    index: 'products',
    operation,
    body,
  });
  const requests = [
    request('listing', bodies.hits),
    request('facets', bodies.facets),
    ...(bodies.spelling ? [request('spelling', bodies.spelling)] : []),
  ];
  try {
    const [hits, facets, spelling] = await page.context.search.searchMany(page.locale, requests, {
      timeoutMs,
      signal: page.request.signal,
    });
    if (isUpstreamFailure(hits)) throw hits;
    const found = good(hits);
    if (!found) throw new Error('the listing has no answer');
    return { hits: found, facets: good(facets), spelling: good(spelling) };
  } catch (error) {
    if (isUpstreamFailure(error) && error.status === 403) return refused;
    throw error;
  }
}

/** Groups that match; documents where they could not be counted. */
export const totalOf = ({ hits, facets }: Asked): number =>
  groupsOf(facets?.aggregations['total']) ?? hits.total;
