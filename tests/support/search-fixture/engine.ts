/**
 * The engine interface of the search suite: the same tests run with the embedded engine always, and with a real node if
 * ELASTICSEARCH_URL names one (contract/search.md 7.3). One loader fills both over HTTP.
 */
import { adaptIndexBody, findLoadableProduct } from '../../../tools/index/engine-body';
import type { SearchProduct } from '../../../server/upstream/search/search-product';
import { startSearchServer } from '../../../sandbox/search/server';
import { loadIndex } from './loader';
import { fixtureIndices, type FixtureIndex } from './fixture';
import { sharedPrefix } from './teardown';

/** In milliseconds, for the hook that starts an engine: a real node takes long to create fifteen indices. */
export const LOADING_MS = 120_000;

interface EngineKind {
  name: string;
  /** True for a real node, which applies stemming filters and Lucene's scores; the embedded engine simplifies both. */
  real: boolean;
  /** Whether the engine supports the script of contract/search.md 3.16; a server without Painless answers 400. */
  scripts: boolean;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
}

const embedded: EngineKind = {
  name: 'embedded engine',
  real: false,
  scripts: true,
  async start() {
    const server = await startSearchServer();
    return { url: server.url, stop: () => server.close() };
  },
};

function realNode(url: string): EngineKind {
  return {
    name: 'real node',
    real: true,
    scripts: process.env['ELASTICSEARCH_PAINLESS'] !== 'false',
    start: async () => ({ url: url.replace(/\/+$/, ''), stop: async () => undefined }),
  };
}

export function engines(): EngineKind[] {
  const url = process.env['ELASTICSEARCH_URL'];
  return url ? [embedded, realNode(url)] : [embedded];
}

export interface Answered<T> {
  status: number;
  body: T;
}

/** Fixtures on real nodes by address, each shared by all files of a worker: a node takes seconds to create its indices. */
const shared = new Map<string, Promise<LoadedEngine>>();

/** A running engine with the fixture in its own indices, so that test files do not collide on a shared node. */
export class LoadedEngine {
  private constructor(
    readonly url: string,
    readonly product: SearchProduct,
    private readonly prefix: string,
    private readonly names: readonly string[],
    /** Null for a fixture that other files still use. */
    private readonly stopEngine: (() => Promise<void>) | null,
  ) {}

  /** The unchanged fixture on a real node is only read; teardown.ts deletes it after the run. */
  static async start(
    kind: EngineKind,
    suite: string,
    change?: (index: FixtureIndex) => FixtureIndex,
  ): Promise<LoadedEngine> {
    const { url, stop } = await kind.start();
    if (!kind.real || change) {
      const prefix = `shop_${suite}_${process.pid}`;
      return LoadedEngine.load(url, prefix, change ?? ((index) => index), stop);
    }
    // The test runner can load this module again in the same process, which then creates further indices.
    const prefix = `${sharedPrefix(process.ppid)}${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
    const known = shared.get(url) ?? LoadedEngine.load(url, prefix, (index) => index, null);
    shared.set(url, known);
    return known;
  }

  private static async load(
    url: string,
    prefix: string,
    change: (index: FixtureIndex) => FixtureIndex,
    stop: (() => Promise<void>) | null,
  ): Promise<LoadedEngine> {
    const product = await findLoadableProduct({ url, headers: {} });
    const indices = fixtureIndices()
      .map(change)
      .map((index) => ({ ...index, body: adaptIndexBody(index.body, product) }));
    await Promise.all(indices.map((index) => loadIndex(url, `${prefix}_${index.alias}`, index)));
    const names = indices.map((index: FixtureIndex) => `${prefix}_${index.alias}-1`);
    return new LoadedEngine(url, product, prefix, names, stop);
  }

  /** No vectors are loaded into OpenSearch, so similar products are omitted there. */
  get hasVectors(): boolean {
    return this.product.name === 'elasticsearch';
  }

  /** The alias of a fixture index, such as `products_fr_be`, on this engine. */
  alias(name: string): string {
    return `${this.prefix}_${name}`;
  }

  async post<T>(path: string, body: string, type = 'application/json'): Promise<Answered<T>> {
    const response = await fetch(`${this.url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, Accept: 'application/json' },
      body,
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** Searches one or more fixture indices, separated by commas. */
  search<T = SearchAnswer>(names: string, body: unknown, query = ''): Promise<Answered<T>> {
    const aliases = names.split(',').map((name) => this.alias(name));
    return this.post<T>(`${aliases.join(',')}/_search${query}`, JSON.stringify(body));
  }

  async stop(): Promise<void> {
    if (!this.stopEngine) return;
    for (const name of this.names) await fetch(`${this.url}/${name}`, { method: 'DELETE' });
    await this.stopEngine();
  }
}

export interface Bucket {
  key: string | number;
  doc_count: number;
  label?: { buckets: Bucket[] };
  groups?: { value: number };
  products?: { doc_count: number; groups: { value: number } };
}

export interface Aggregated {
  doc_count?: number;
  value?: number;
  buckets?: Bucket[];
  sum_other_doc_count?: number;
  [name: string]: unknown;
}

export interface Hit {
  _index: string;
  _id: string;
  _score: number | null;
  _source?: Record<string, unknown>;
  fields?: Record<string, unknown[]>;
  sort?: unknown[];
  inner_hits?: Record<string, { hits: { total: { value: number }; hits: Hit[] } }>;
}

interface Suggestion {
  text: string;
  offset: number;
  length: number;
  options: { text: string; score: number; freq?: number }[];
}

export interface SearchAnswer {
  timed_out: boolean;
  _shards: { total: number; successful: number; failed: number; failures?: unknown[] };
  hits: { total?: { value: number; relation: string }; max_score: number | null; hits: Hit[] };
  aggregations: Record<string, Aggregated>;
  suggest: Record<string, Suggestion[]>;
}

export interface ErrorAnswer {
  status: number;
  error: { type: string; reason: string; root_cause: { type: string; reason: string }[] };
}

/** Ids of the hits in their order. */
export function idsOf(answer: Answered<SearchAnswer>): number[] {
  return answer.body.hits.hits.map((hit) => Number(hit._id));
}
