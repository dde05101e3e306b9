/**
 * The search client (contract/search.md sections 2, 5 and 6): index names with their locale suffix, one `_search` or
 * `_msearch` through the official client, deadlines, one retry where it is safe, and results that state what is
 * missing. It knows no products: bodies and source types come from the features.
 *
 * Quirks: the client's own retries are off (its back-off waits up to 4 s). A 401 is the fault of the shop's key and
 * never ends a customer's session. A 403 is logged and returns an empty result, as does a missing optional index.
 */
import { Client, errors, Transport } from '@elastic/elasticsearch';
import type { Log } from '../../observe/logger';
import type { IndexSize, Metrics } from '../../observe/metrics';
import type { GuardTuning } from '../guard/guard';
import { MeasuringSerializer } from './answer-size';
import { parseSearchAnswer, record } from './search-answer';
import { NodeConnection } from './node-connection';
import { NodePool } from './node-pool';
import { createSearchCalls } from './search-calls';
import type { SearchClient, SearchIndex, SearchRequest } from './search-client';
import {
  asJson,
  asLines,
  createRequestClient,
  defaultTimeoutMs,
  type EngineParts,
  type RequestFacts,
} from './search-requests';
import { findSearchProduct, type ProductAnswer, type SearchProduct } from './search-product';

export interface SearchEngine {
  forRequest(facts: RequestFacts): SearchClient;
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

const connectMs = 1_000;

/** Largest response that is read; a page of results is about 200 kB. */
const maxBytes = 8 * 1024 * 1024;

/** `fr-BE` → `fr_be`: index names are `{index}_{tag}` (CFG-07). */
export const indexSuffix = (tag: string): string => tag.toLowerCase().replaceAll('-', '_');

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

function createClient(options: SearchOptions, severalNodes: boolean): Client {
  return new Client({
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
}

async function getAnswer(client: Client, path: string): Promise<ProductAnswer | null> {
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

async function countDocuments(
  { client, nameOf }: EngineParts,
  locales: readonly string[],
): Promise<readonly IndexSize[]> {
  const needed = locales.flatMap((locale) =>
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

export function createSearchEngine(options: SearchOptions): SearchEngine {
  const { indices, tags, metrics } = options;
  const severalNodes = nodesIn(options.url).length > 1;
  const client = createClient(options, severalNodes);
  const ping = async (patienceMs: number): Promise<void> => {
    const index = nameOf('fr', 'products');
    await client.transport.request(
      { method: 'POST', path: `/${index}/_search`, body: { size: 0 } },
      { requestTimeout: patienceMs, maxRetries: 0, headers: asJson },
    );
  };
  const calls = createSearchCalls({ ...options, otherNode: severalNodes, probe: ping });

  const nameOf = (locale: string, index: SearchRequest['index']): string =>
    (typeof index === 'string' ? [index] : index)
      .map((one) => `${indices[one]}_${indexSuffix(tags[locale] ?? 'fr-FR')}`)
      .join(',');

  const engine: EngineParts = { client, calls, metrics, severalNodes, nameOf };
  return {
    forRequest: (facts) => createRequestClient(engine, facts),
    ping: () => ping(2_000),
    findProduct: () => findSearchProduct((path) => getAnswer(client, path)),
    sizes: () => countDocuments(engine, Object.keys(tags)),
    close: async () => {
      calls.close();
      await client.close();
    },
  };
}
