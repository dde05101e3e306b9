/** Requests and responses of search, as features use them (contract/search.md sections 2 and 6). */
import type { UpstreamFailure } from '../failure';

export type SearchIndex =
  'products' | 'categories' | 'infoBanners' | 'advertisements' | 'loyaltyPrograms';
/** A request body of contract/search.md section 3. */
type SearchBody = Readonly<Record<string, unknown>>;

export interface SearchRequest {
  index: SearchIndex | readonly SearchIndex[];
  body: SearchBody;
  /** Name in log and metrics: `listing`, `product by key` … */
  operation: string;
  /** A missing index counts as an empty response (banners, advertisements, loyalty programs). */
  optional?: boolean;
  /** False for lookups whose missing result would become a 404 (2.1). Default true. */
  allowPartial?: boolean;
  /**
   * The engine caches which documents were found, and their order, until its index changes (contract/search.md 5.3).
   * Meant for lists, which many callers request with the same body. The engine caches counts (size 0) by itself.
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
  /** `gte`: there are more than `total`. */
  totalRelation: 'eq' | 'gte';
  aggregations: Readonly<Record<string, unknown>>;
  suggest: Readonly<Record<string, unknown>>;
  /** Shards failed or the time ran out: the page displays "may be incomplete", and the result is never cached. */
  incomplete: boolean;
  /** The engine rejected the search (403) or the optional index does not exist. */
  withheld: boolean;
}

export interface SearchClient {
  /** Throws UpstreamFailure when search is unavailable. */
  search(locale: string, request: SearchRequest, options?: SearchTiming): Promise<SearchAnswer>;
  /**
   * Makes several searches in one `_msearch`; each entry is a result or the failure of that search. Throws only when
   * the whole call failed.
   */
  searchMany(
    locale: string,
    requests: readonly SearchRequest[],
    options?: SearchTiming,
  ): Promise<readonly (SearchAnswer | UpstreamFailure)[]>;
}

export interface SearchTiming {
  /** Deadline of the call including its retry; timeouts inside the bodies are separate. Default 2 s. */
  timeoutMs?: number;
  /** Signal of the browser's connection: when it aborts, the search is cancelled on the server too. */
  signal?: AbortSignal;
  /** The user's search text, when the bodies grow with it (`expensive-texts.ts`). */
  text?: string;
}
