/**
 * The search client (contract/search.md sections 2, 5 and 6): index names with their locale suffix, one
 * `_search` or `_msearch` through the official client, deadlines, one retry where it is safe, and answers
 * that say what is missing. It knows no product: bodies and source types come from the features.
 *
 * Quirks: the client's own retries are off (its back-off waits up to 4 s); a 401 is our own key's fault and
 * never ends a customer's session; 403 is logged and reads as empty; a missing optional index is empty.
 */
import { createHash } from 'node:crypto';
import { Client, errors } from '@elastic/elasticsearch';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  handleAll,
  SamplingBreaker,
  wrap,
} from 'cockatiel';
import { errorDetail, short, type Log } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { UpstreamFailure, type FailureReason } from './failure';

export type SearchIndex =
  'products' | 'categories' | 'infoBanners' | 'advertisements' | 'loyaltyPrograms';
/** A request body of contract/search.md section 3. */
export type SearchBody = Readonly<Record<string, unknown>>;

export interface SearchRequest {
  index: SearchIndex | readonly SearchIndex[];
  body: SearchBody;
  /** What the log and the metrics call it: `listing`, `product by key` … */
  operation: string;
  /** A missing index is an empty answer (banners, advertisements, loyalty programs). */
  optional?: boolean;
  /** False for lookups whose absence would become a 404 (2.1). Default true. */
  allowPartial?: boolean;
}

export interface SearchHit {
  _index: string;
  _id: string;
  _source: unknown;
  sort?: readonly unknown[];
  fields?: Readonly<Record<string, unknown>>;
  inner_hits?: Readonly<Record<string, { hits: { hits: readonly SearchHit[] } }>>;
}

export interface SearchAnswer {
  hits: readonly SearchHit[];
  total: number;
  /** `gte`: more than `total`. */
  totalRelation: 'eq' | 'gte';
  aggregations: Readonly<Record<string, unknown>>;
  suggest: Readonly<Record<string, unknown>>;
  /** Shards failed or time ran out: shown as "may be incomplete", never cached. */
  incomplete: boolean;
  /** The engine refused (403) or the optional index is not there. */
  withheld: boolean;
}

export interface SearchClient {
  /** Throws UpstreamFailure when search is ill. */
  search(locale: string, request: SearchRequest, options?: SearchTiming): Promise<SearchAnswer>;
  /**
   * Several searches in one `_msearch`; each entry is an answer or the failure of that one search.
   * Throws only when the whole call failed.
   */
  searchMany(
    locale: string,
    requests: readonly SearchRequest[],
    options?: SearchTiming,
  ): Promise<readonly (SearchAnswer | UpstreamFailure)[]>;
}

export interface SearchTiming {
  /** HTTP deadline; body time-outs are part of the bodies. Default 2.5 s. */
  timeoutMs?: number;
  /** The browser's signal: when it goes away the search is stopped on the server too. */
  signal?: AbortSignal;
}

export interface SearchEngine {
  forRequest(facts: {
    log: Log;
    reference: string;
    customerRef: string | null;
    preference: string;
  }): SearchClient;
  /** Answers within two seconds or throws: for readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchOptions {
  url: string;
  apiKey: string | undefined;
  indices: Readonly<Record<SearchIndex, string>>;
  /** Language tag by locale: `fr` → `fr-BE`. */
  tags: Readonly<Record<string, string>>;
  metrics: Metrics;
  random?: () => number;
}

/** `fr-BE` → `fr_be`: index names are `{index}_{tag}` (CFG-07). */
export const indexSuffix = (tag: string): string => tag.toLowerCase().replaceAll('-', '_');

const empty: SearchAnswer = {
  hits: [],
  total: 0,
  totalRelation: 'eq',
  aggregations: {},
  suggest: {},
  incomplete: false,
  withheld: true,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function isHit(value: unknown): value is SearchHit {
  return isRecord(value) && typeof value['_index'] === 'string' && '_source' in value;
}

/** Reads `hits`, `aggregations`, `suggest`; missing parts read as empty (2.4). */
function answerOf(raw: Record<string, unknown>): SearchAnswer {
  const hits = record(raw['hits']);
  const total = record(hits['total']);
  const found = hits['hits'];
  return {
    hits: Array.isArray(found) ? found.filter(isHit) : [],
    total: typeof total['value'] === 'number' ? total['value'] : 0,
    totalRelation: total['relation'] === 'gte' ? 'gte' : 'eq',
    aggregations: record(raw['aggregations']),
    suggest: record(raw['suggest']),
    incomplete: raw['timed_out'] === true || Number(record(raw['_shards'])['failed'] ?? 0) > 0,
    withheld: false,
  };
}

const retriable = new Set([429, 502, 503, 504]);

/** Plain, both ways: a server of another major version refuses the client's own names for them, and any mixture (2.1). */
const asJson = { accept: 'application/json', 'content-type': 'application/json' } as const;
const asLines = { accept: 'application/json', 'content-type': 'application/x-ndjson' } as const;

/** The caller's signal, not a deadline: the client's own time-out is another class. */
const wasAborted = (error: unknown): boolean => error instanceof errors.RequestAbortedError;

/** What went wrong, in the words of the log and the page. */
function classify(error: unknown): {
  reason: FailureReason;
  status: number | null;
  detail: string;
} {
  if (error instanceof BrokenCircuitError)
    return { reason: 'unavailable', status: null, detail: 'circuit open' };
  if (error instanceof BulkheadRejectedError)
    return { reason: 'overloaded', status: null, detail: 'bulkhead full' };
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) {
    return { reason: 'timeout', status: null, detail: error.name };
  }
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? null;
    const reason =
      status === 401 || status === 403
        ? 'not-authorised'
        : status !== null && status < 500 && status !== 429
          ? 'invalid-answer'
          : 'unavailable';
    return { reason, status, detail: short(error.message) };
  }
  if (error instanceof errors.ConnectionError)
    return { reason: 'unreachable', status: null, detail: errorDetail(error) };
  return { reason: 'invalid-answer', status: null, detail: errorDetail(error) };
}

export function createSearchEngine(options: SearchOptions): SearchEngine {
  const { indices, tags, metrics } = options;
  const random = options.random ?? Math.random;
  const client = new Client({
    node: options.url,
    maxRetries: 0,
    requestTimeout: 4_000,
    compression: false,
    ...(options.apiKey ? { auth: { apiKey: options.apiKey } } : {}),
  });
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: 10_000,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
  });
  const policy = wrap(bulkhead(64, 128), breaker);
  metrics.upstreamState('search', () => breaker.state);

  const nameOf = (locale: string, index: SearchRequest['index']): string =>
    (typeof index === 'string' ? [index] : index)
      .map((one) => `${indices[one]}_${indexSuffix(tags[locale] ?? 'fr-FR')}`)
      .join(',');

  /** Runs one HTTP call with breaker, bulkhead and a single jittered retry; a 4xx does not count as illness. */
  async function run(call: () => Promise<unknown>): Promise<unknown> {
    const guarded = (): Promise<unknown> =>
      policy.execute(async () => {
        try {
          return { value: await call() };
        } catch (error) {
          const status = error instanceof errors.ResponseError ? (error.statusCode ?? 500) : 500;
          // Our own mistake, or a browser that no longer wants the answer: the engine is not ill.
          if (wasAborted(error) || (status < 500 && status !== 429)) return { error };
          throw error;
        }
      });
    const settled = async (): Promise<unknown> => {
      const result = record(await guarded());
      if ('error' in result) throw result['error'];
      return result['value'];
    };
    try {
      return await settled();
    } catch (error) {
      const { reason, status } = classify(error);
      const again = reason === 'unreachable' || (status !== null && retriable.has(status));
      if (!again) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 + random() * 200));
      return settled();
    }
  }

  function forRequest(facts: Parameters<SearchEngine['forRequest']>[0]): SearchClient {
    const { log, reference } = facts;
    const preference = createHash('sha256').update(facts.preference).digest('hex').slice(0, 16);

    async function measured<T>(operation: string, work: () => Promise<T>): Promise<T> {
      const started = performance.now();
      const line = {
        event: 'search.called',
        reference,
        customer: facts.customerRef,
        method: 'POST',
        path: operation,
      };
      try {
        const result = await work();
        const ms = Math.round(performance.now() - started);
        metrics.upstreamCall('search', operation, '200', ms / 1000);
        log.info({ ...line, status: 200, ms, attempts: 1 }, 'upstream call');
        return result;
      } catch (error) {
        const ms = Math.round(performance.now() - started);
        const { reason, status, detail } = classify(error);
        metrics.upstreamCall(
          'search',
          operation,
          status === null ? reason : String(status),
          ms / 1000,
        );
        const facts = { ...line, status, ms, attempts: 1, outcome: reason, error: detail };
        if (wasAborted(error)) log.info({ ...facts, outcome: 'aborted' }, 'upstream call');
        else log.warn(facts, 'upstream call failed');
        throw new UpstreamFailure(
          { service: 'search', operation, reason, applied: 'nothing', status, reference },
          { cause: error },
        );
      }
    }

    function warnIncomplete(operation: string, raw: Record<string, unknown>): void {
      const shards = record(raw['_shards']);
      if (Number(shards['failed'] ?? 0) === 0 && raw['timed_out'] !== true) return;
      log.warn(
        {
          event: 'search.incomplete',
          operation,
          reference,
          timedOut: raw['timed_out'] === true,
          failed: shards['failed'] ?? 0,
          error: short(JSON.stringify(shards['failures'] ?? [])),
        },
        'search answered in part',
      );
    }

    /** 403 is logged only; a missing optional index is empty (section 6). */
    function forgiven(request: SearchRequest, status: number | null): boolean {
      return status === 403 || (status === 404 && request.optional === true);
    }

    async function search(
      locale: string,
      request: SearchRequest,
      timing: SearchTiming = {},
    ): Promise<SearchAnswer> {
      const { operation, optional, allowPartial = true } = request;
      try {
        return await measured(operation, async () => {
          const raw = record(
            await run(() =>
              client.transport.request(
                {
                  method: 'POST',
                  path: `/${nameOf(locale, request.index)}/_search`,
                  body: request.body,
                  querystring: {
                    allow_partial_search_results: allowPartial,
                    preference,
                    ...(optional ? { ignore_unavailable: true, allow_no_indices: true } : {}),
                  },
                },
                requestOptions(timing, asJson),
              ),
            ),
          );
          warnIncomplete(operation, raw);
          return answerOf(raw);
        });
      } catch (error) {
        if (error instanceof UpstreamFailure && forgiven(request, error.status)) return empty;
        throw error;
      }
    }

    async function searchMany(
      locale: string,
      requests: readonly SearchRequest[],
      timing: SearchTiming = {},
    ): Promise<readonly (SearchAnswer | UpstreamFailure)[]> {
      if (requests.length === 0) return [];
      const lines = requests.flatMap((request) => [
        {
          index: nameOf(locale, request.index),
          preference,
          ...(request.optional ? { ignore_unavailable: true } : {}),
        },
        request.body,
      ]);
      const operation = [...new Set(requests.map((request) => request.operation))].join(' + ');
      const raw = record(
        await measured(operation, () =>
          run(() =>
            client.transport.request(
              {
                method: 'POST',
                path: '/_msearch',
                bulkBody: lines,
                querystring: { max_concurrent_searches: 4 },
              },
              requestOptions(timing, asLines),
            ),
          ),
        ),
      );
      const responses = Array.isArray(raw['responses']) ? raw['responses'].map(record) : [];
      return requests.map((request, position) => {
        const response = responses[position];
        const status = typeof response?.['status'] === 'number' ? response['status'] : 200;
        if (response && !('error' in response) && status < 400) {
          warnIncomplete(request.operation, response);
          return answerOf(response);
        }
        if (forgiven(request, response ? status : null)) return empty;
        log.warn(
          {
            event: 'search.part_failed',
            operation: request.operation,
            reference,
            status,
            error: short(JSON.stringify(record(response?.['error'])['root_cause'] ?? null)),
          },
          'one search of several failed',
        );
        const reason: FailureReason =
          status === 401
            ? 'not-authorised'
            : status < 500 && status !== 429
              ? 'invalid-answer'
              : 'unavailable';
        return new UpstreamFailure({
          service: 'search',
          operation: request.operation,
          reason,
          applied: 'nothing',
          status,
          reference,
        });
      });
    }

    function requestOptions(timing: SearchTiming, headers: typeof asJson | typeof asLines) {
      return {
        headers,
        requestTimeout: timing.timeoutMs ?? 2_500,
        maxRetries: 0,
        opaqueId: reference,
        ...(timing.signal ? { signal: timing.signal } : {}),
      };
    }

    return { search, searchMany };
  }

  return {
    forRequest,
    ping: async () => {
      const index = nameOf('fr', 'products');
      await client.transport.request(
        { method: 'POST', path: `/${index}/_search`, body: { size: 0 } },
        { requestTimeout: 2_000, maxRetries: 0, headers: asJson },
      );
    },
    close: () => client.close(),
  };
}
