/**
 * The search client (contract/search.md sections 2, 5 and 6): index names with their locale suffix, one `_search` or
 * `_msearch` through the official client, deadlines, one retry where it is safe, and results that state what is
 * missing. It knows no products: bodies and source types come from the features.
 *
 * Quirks: the client's own retries are off (its back-off waits up to 4 s). A 401 is the fault of the shop's key and
 * never ends a customer's session. A 403 is logged and returns an empty result, as does a missing optional index.
 */
import { createHash } from 'node:crypto';
import { Client, errors, Transport } from '@elastic/elasticsearch';
import type { Log } from '../../observe/logger';
import type { RequestTrace, TracedCall } from '../../observe/tracing';
import type { IndexSize, Metrics } from '../../observe/metrics';
import { UpstreamFailure } from '../failure';
import type { GuardTuning } from '../guard/guard';
import { answerBytes, MeasuringSerializer } from './answer-size';
import { parseSearchAnswer, nothingFound, record } from './search-answer';
import { NodeConnection } from './node-connection';
import { NodePool } from './node-pool';
import { createSearchCalls, searchFault } from './search-calls';
import type {
  SearchAnswer,
  SearchClient,
  SearchIndex,
  SearchRequest,
  SearchTiming,
} from './search-client';
import { partFailed, warnIncomplete } from './search-parts';
import { findSearchProduct, type ProductAnswer, type SearchProduct } from './search-product';

export interface SearchEngine {
  forRequest(facts: {
    /** Child logger of the request: its lines contain the reference. */
    log: Log;
    reference: string;
    trace?: RequestTrace | null;
    customerRef: string | null;
    preference: string;
  }): SearchClient;
  /** For readiness: resolves within two seconds or rejects. */
  ping(): Promise<void>;
  /** Product and version of the server, with at most two small requests; never throws. */
  findProduct(): Promise<SearchProduct>;
  /** Document count of each required index, 0 when the index does not exist; an unreadable index is omitted. */
  sizes(): Promise<readonly IndexSize[]>;
  close(): Promise<void>;
}

export interface SearchOptions {
  /** One address, or several nodes separated by commas. */
  url: string;
  apiKey: string | undefined;
  /** User and password, sent instead of an API key. */
  user?: { username: string; password: string } | undefined;
  /** PEM certificates that replace the system's for https; read at each new connection. */
  ca?: string[] | undefined;
  indices: Readonly<Record<SearchIndex, string>>;
  /** Language tag of each locale: `fr` → `fr-BE`. */
  tags: Readonly<Record<string, string>>;
  /** Logs events that belong to no single request: the start and the end of the engine's outage. */
  log?: Pick<Log, 'warn' | 'info'>;
  metrics: Metrics;
  tuning?: GuardTuning;
  random?: () => number;
}

const defaultTimeoutMs = 2_000;
const connectMs = 1_000;
/** With several nodes, the shop abandons a silent one early enough for another to answer within the deadline. */
const shareOfDeadline = 0.55;

/** Largest response that is read; a page of results is about 200 kB. */
const maxBytes = 8 * 1024 * 1024;

/** `fr-BE` → `fr_be`: index names are `{index}_{tag}` (CFG-07). */
export const indexSuffix = (tag: string): string => tag.toLowerCase().replaceAll('-', '_');

/**
 * Plain JSON types in both directions: a server of another major version rejects the client's vendor-specific types,
 * and any mixture (2.1).
 */
const asJson = { accept: 'application/json', 'content-type': 'application/json' } as const;
const asLines = { accept: 'application/json', 'content-type': 'application/x-ndjson' } as const;

export const nodesIn = (url: string): string[] => url.split(/[\s,]+/).filter(Boolean);

/**
 * The client's product check rejects the first response without `X-Elastic-Product`, which OpenSearch does not send.
 * `findProduct` identifies the product instead, at startup and in the doctor.
 */
class AnyProductTransport extends Transport {
  constructor(options: ConstructorParameters<typeof Transport>[0]) {
    const unchecked = { ...options };
    delete unchecked.productCheck;
    super(unchecked);
  }
}

const authOf = ({ apiKey, user }: SearchOptions) =>
  apiKey ? { auth: { apiKey } } : user ? { auth: user } : {};

export function createSearchEngine(options: SearchOptions): SearchEngine {
  const { indices, tags, metrics } = options;
  const severalNodes = nodesIn(options.url).length > 1;
  const client = new Client({
    nodes: nodesIn(options.url),
    maxRetries: 0,
    requestTimeout: 4_000,
    ...(severalNodes ? { ConnectionPool: NodePool, retryOnTimeout: true } : {}),
    tls: { timeout: connectMs, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    Connection: NodeConnection,
    Transport: AnyProductTransport,
    compression: false,
    // Scanning every response for `__proto__` costs 4 to 9 % of a listing's time. Each reader's schema picks only the
    // known properties.
    disablePrototypePoisoningProtection: true,
    Serializer: MeasuringSerializer,
    maxResponseSize: maxBytes,
    // The shop requests no compression; a response that is compressed anyway may expand a thousandfold.
    maxCompressedResponseSize: maxBytes / 1024,
    ...authOf(options),
  });
  const ping = async (patienceMs: number): Promise<void> => {
    const index = nameOf('fr', 'products');
    await client.transport.request(
      { method: 'POST', path: `/${index}/_search`, body: { size: 0 } },
      { requestTimeout: patienceMs, maxRetries: 0, headers: asJson },
    );
  };
  async function getAnswer(path: string): Promise<ProductAnswer | null> {
    const settled = await client.transport
      .request(
        { method: 'GET', path },
        { requestTimeout: defaultTimeoutMs, maxRetries: 0, headers: asJson, meta: true },
      )
      .catch((error: unknown) => (error instanceof errors.ElasticsearchClientError ? error : null));
    const meta = settled instanceof errors.ResponseError ? settled.meta : settled;
    if (meta === null || meta instanceof errors.ElasticsearchClientError) return null;
    const header: unknown = meta.headers?.['x-elastic-product'];
    return {
      status: meta.statusCode ?? 0,
      productHeader: typeof header === 'string' ? header : null,
      body: meta.body,
    };
  }
  async function sizes(): Promise<readonly IndexSize[]> {
    const needed = Object.keys(tags).flatMap((locale) =>
      (['products', 'categories'] as const).map((index) => ({ index, locale })),
    );
    const raw = record(
      await client.transport.request(
        {
          method: 'POST',
          path: '/_msearch',
          bulkBody: needed.flatMap(({ index, locale }) => [
            { index: nameOf(locale, index) },
            { size: 0, track_total_hits: true },
          ]),
        },
        { requestTimeout: defaultTimeoutMs, maxRetries: 0, headers: asLines },
      ),
    );
    const answers = Array.isArray(raw['responses']) ? raw['responses'].map(record) : [];
    return needed.flatMap((one, at) => {
      const status = answers[at]?.['status'] ?? 200;
      if (status === 404) return { ...one, documents: 0 };
      return status === 200 && answers[at]
        ? { ...one, documents: parseSearchAnswer(answers[at]).total }
        : [];
    });
  }
  const calls = createSearchCalls({ ...options, otherNode: severalNodes, probe: ping });

  const nameOf = (locale: string, index: SearchRequest['index']): string =>
    (typeof index === 'string' ? [index] : index)
      .map((one) => `${indices[one]}_${indexSuffix(tags[locale] ?? 'fr-FR')}`)
      .join(',');

  function forRequest(facts: Parameters<SearchEngine['forRequest']>[0]): SearchClient {
    const { log, reference } = facts;
    const preference = createHash('sha256').update(facts.preference).digest('hex').slice(0, 16);

    async function measured(
      operation: string,
      timing: SearchTiming,
      call: (signal: AbortSignal, traced: TracedCall['headers']) => Promise<unknown>,
    ): Promise<Record<string, unknown>> {
      const { timeoutMs = defaultTimeoutMs, signal, text = '' } = timing;
      const started = performance.now();
      const line = {
        event: 'search.called',
        customer: facts.customerRef,
        method: 'POST',
        path: operation,
      };
      const tries = { attempts: 0 };
      const span = facts.trace?.call('search', operation) ?? null;
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
      locale: string,
      request: SearchRequest,
      timing: SearchTiming = {},
    ): Promise<SearchAnswer> {
      const { operation, optional, allowPartial = true } = request;
      try {
        const raw = await measured(operation, timing, (signal, traced) =>
          client.transport.request(
            {
              method: 'POST',
              path: `/${nameOf(locale, request.index)}/_search`,
              body: request.body,
              querystring: {
                allow_partial_search_results: allowPartial,
                preference,
                ...(request.kept ? { request_cache: true } : {}),
                ...(optional ? { ignore_unavailable: true, allow_no_indices: true } : {}),
              },
            },
            requestOptions(signal, { ...asJson, ...traced }, timing),
          ),
        );
        warnIncomplete(log, operation, raw);
        return parseSearchAnswer(raw);
      } catch (error) {
        if (error instanceof UpstreamFailure && forgiven(request, error.status))
          return nothingFound;
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
          ...(request.kept ? { request_cache: true } : {}),
          ...(request.optional ? { ignore_unavailable: true } : {}),
        },
        request.body,
      ]);
      const operation = [...new Set(requests.map((request) => request.operation))].join(' + ');
      const raw = await measured(operation, timing, (signal, traced) =>
        client.transport.request(
          {
            method: 'POST',
            path: '/_msearch',
            bulkBody: lines,
            querystring: { max_concurrent_searches: 4 },
          },
          requestOptions(signal, { ...asLines, ...traced }, timing),
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
     * The shop sets its own deadlines. The client's timeouts end when the headers arrive, and the body may hang after
     * that.
     */
    const requestOptions = (
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

    return { search, searchMany };
  }

  return {
    forRequest,
    ping: () => ping(2_000),
    findProduct: () => findSearchProduct(getAnswer),
    sizes,
    close: async () => {
      calls.close();
      await client.close();
    },
  };
}
