/** The searches of one page request: their log line, metric, trace and deadline, and results that may be incomplete. */
import { createHash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { Log } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import type { RequestTrace, TracedCall } from '../../observe/tracing';
import { UpstreamFailure } from '../failure';
import { answerBytes } from './answer-size';
import { nothingFound, parseSearchAnswer, record } from './search-answer';
import { searchFault, type SearchCalls } from './search-calls';
import type { SearchAnswer, SearchClient, SearchRequest, SearchTiming } from './search-client';
import { partFailed, warnIncomplete } from './search-parts';

export const defaultTimeoutMs = 2_000;
/** With several nodes, the shop abandons a silent one early enough for another to answer within the deadline. */
const shareOfDeadline = 0.55;

/**
 * Plain JSON types in both directions: a server of another major version rejects the client's vendor-specific types,
 * and any mixture (2.1).
 */
export const asJson = { accept: 'application/json', 'content-type': 'application/json' } as const;
export const asLines = {
  accept: 'application/json',
  'content-type': 'application/x-ndjson',
} as const;

/** Parts of the search engine that all page requests share. */
export interface EngineParts {
  client: Client;
  calls: SearchCalls;
  metrics: Metrics;
  severalNodes: boolean;
  /** Name of an index, or names of several, in one locale. */
  nameOf(locale: string, index: SearchRequest['index']): string;
}

export interface RequestFacts {
  /** Child logger of the request: its lines contain the reference. */
  log: Log;
  reference: string;
  trace?: RequestTrace | null;
  customerRef: string | null;
  preference: string;
}

type Page = EngineParts & RequestFacts;

export function createRequestClient(engine: EngineParts, facts: RequestFacts): SearchClient {
  const preference = createHash('sha256').update(facts.preference).digest('hex').slice(0, 16);
  const page: Page = { ...engine, ...facts, preference };
  return {
    search: (locale, request, timing = {}) => search(page, locale, request, timing),
    searchMany: (locale, requests, timing = {}) => searchMany(page, locale, requests, timing),
  };
}

/** Makes a call and records its log line, metric and trace span. */
async function measured(
  page: Page,
  operation: string,
  timing: SearchTiming,
  call: (signal: AbortSignal, traced: TracedCall['headers']) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const { calls, log, metrics, reference, customerRef } = page;
  const { timeoutMs = defaultTimeoutMs, signal, text = '' } = timing;
  const started = performance.now();
  const line = { event: 'search.called', customer: customerRef, method: 'POST', path: operation };
  const tries = { attempts: 0 };
  const span = page.trace?.call('search', operation) ?? null;
  try {
    const result = await calls.run({ timeoutMs, signal, text, tries }, (deadline) =>
      call(deadline, span?.headers ?? {}),
    );
    span?.end({ status: 200 });
    const ms = Math.round(performance.now() - started);
    metrics.upstreamCall('search', operation, '200', ms / 1000);
    const bytes = answerBytes(result);
    log.info({ ...line, status: 200, ms, attempts: tries.attempts, bytes }, 'upstream call');
    return record(result);
  } catch (error) {
    const ms = Math.round(performance.now() - started);
    const { reason, status, detail } = signal?.aborted
      ? { ...searchFault(error), detail: 'no longer waited for' }
      : calls.describeFault(error, { operation, reference });
    span?.end({ status, error: reason });
    const outcome = signal?.aborted ? 'aborted' : status === null ? reason : String(status);
    metrics.upstreamCall('search', operation, outcome, ms / 1000);
    const cost = { ms, attempts: tries.attempts, bytes: answerBytes(error) };
    const entry = { ...line, status, ...cost, outcome, error: detail };
    if (signal?.aborted) log.info(entry, 'upstream call');
    else log.warn(entry, 'upstream call failed');
    throw new UpstreamFailure(
      { service: 'search', operation, reason, applied: 'nothing', status, reference },
      { cause: error },
    );
  }
}

/** A 403 is only logged; a missing optional index is empty (section 6). */
function forgiven(request: SearchRequest, status: number | null): boolean {
  return status === 403 || (status === 404 && request.optional === true);
}

async function search(
  page: Page,
  locale: string,
  request: SearchRequest,
  timing: SearchTiming,
): Promise<SearchAnswer> {
  const { operation, optional, allowPartial = true } = request;
  try {
    const raw = await measured(page, operation, timing, (signal, traced) =>
      page.client.transport.request(
        {
          method: 'POST',
          path: `/${page.nameOf(locale, request.index)}/_search`,
          body: request.body,
          querystring: {
            allow_partial_search_results: allowPartial,
            preference: page.preference,
            ...(request.kept ? { request_cache: true } : {}),
            ...(optional ? { ignore_unavailable: true, allow_no_indices: true } : {}),
          },
        },
        requestOptions(page, signal, { ...asJson, ...traced }, timing),
      ),
    );
    warnIncomplete(page.log, operation, raw);
    return parseSearchAnswer(raw);
  } catch (error) {
    if (error instanceof UpstreamFailure && forgiven(request, error.status)) return nothingFound;
    throw error;
  }
}

async function searchMany(
  page: Page,
  locale: string,
  requests: readonly SearchRequest[],
  timing: SearchTiming,
): Promise<readonly (SearchAnswer | UpstreamFailure)[]> {
  if (requests.length === 0) return [];
  const { log, reference, preference } = page;
  const lines = requests.flatMap((request) => [
    {
      index: page.nameOf(locale, request.index),
      preference,
      ...(request.kept ? { request_cache: true } : {}),
      ...(request.optional ? { ignore_unavailable: true } : {}),
    },
    request.body,
  ]);
  const operation = [...new Set(requests.map((request) => request.operation))].join(' + ');
  const raw = await measured(page, operation, timing, (signal, traced) =>
    page.client.transport.request(
      {
        method: 'POST',
        path: '/_msearch',
        bulkBody: lines,
        querystring: { max_concurrent_searches: 4 },
      },
      requestOptions(page, signal, { ...asLines, ...traced }, timing),
    ),
  );
  const responses = Array.isArray(raw['responses']) ? raw['responses'].map(record) : [];
  return requests.map((request, position) => {
    const response = responses[position];
    const status = typeof response?.['status'] === 'number' ? response['status'] : 200;
    if (response && !('error' in response) && status < 400) {
      warnIncomplete(log, request.operation, response);
      return parseSearchAnswer(response);
    }
    if (forgiven(request, response ? status : null)) return nothingFound;
    return partFailed({ log, reference }, request.operation, status, response);
  });
}

/**
 * The shop sets its own deadlines. The client's timeouts end when the headers arrive, and the body may hang after that.
 */
const requestOptions = (
  { severalNodes, reference }: Page,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
  { timeoutMs = defaultTimeoutMs }: SearchTiming,
) => ({
  headers,
  requestTimeout: severalNodes ? shareOfDeadline * timeoutMs : 60_000,
  maxRetries: 0,
  opaqueId: reference,
  signal,
});
