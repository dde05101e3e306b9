/** What a feature asks of search and what it hears back (contract/search.md sections 2 and 6). */
import type { UpstreamFailure } from '../failure';

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
  /**
   * The engine keeps which documents were found, and in what order, until its index changes (contract/search.md 5.3): for
   * lists, which many callers ask with the same body. Counts, of size 0, it keeps by itself.
   */
  kept?: boolean;
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
  /** Throws UpstreamFailure when search is unavailable. */
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
  /** Deadline of the call with its repetition; body time-outs are part of the bodies. Default 2 s. */
  timeoutMs?: number;
  /** The browser's signal: when it goes away the search is stopped on the server too. */
  signal?: AbortSignal;
  /** What a visitor typed, where the bodies grow with it (`dear-texts.ts`). */
  text?: string;
}
