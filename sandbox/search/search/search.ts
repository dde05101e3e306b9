/** Runs a search body on one or more indices and formats the response, failed shards included. */
import {
  illegalArgument,
  phaseError,
  SearchError,
  shardFailure,
  type ShardFailure,
} from '../errors';
import type { SearchIndex } from '../store/search-index';
import { runAll, type Answer } from './aggregation';
import { writeHits } from './hits';
import { IndexSearch } from './index-search';
import { readSearchRequest, type SearchRequest } from './request';

export interface SearchAnswer {
  took: number;
  timed_out: boolean;
  _shards: {
    total: number;
    successful: number;
    skipped: number;
    failed: number;
    failures?: ShardFailure[];
  };
  hits: Answer;
  aggregations?: Answer;
  suggest?: Answer;
}

interface SearchOptions {
  /** Whether the response may omit a failed index. */
  allowPartial: boolean;
}

function isShardError(cause: unknown): cause is SearchError {
  return cause instanceof SearchError && cause.found === 'shard';
}

/** A parsed body, or the error in it that only the shards of a real node would detect. */
export type PreparedSearch = SearchRequest | SearchError;

/** Parses a body; throws errors that a real node detects before it contacts a shard. */
export function prepareSearch(body: unknown): PreparedSearch {
  try {
    return readSearchRequest(body);
  } catch (cause) {
    if (isShardError(cause)) return cause;
    throw cause;
  }
}

function failedEverywhere(cause: SearchError, indices: readonly SearchIndex[]): SearchError {
  const failures = indices.map((index) => shardFailure(index.name, cause.detail));
  return Object.assign(phaseError(cause.status, failures), { cause });
}

function runShards(
  request: SearchRequest,
  indices: readonly SearchIndex[],
): { searches: IndexSearch[]; failures: ShardFailure[] } {
  const searches: IndexSearch[] = [];
  const failures: ShardFailure[] = [];
  for (const index of indices) {
    try {
      searches.push(new IndexSearch(index, request));
    } catch (cause) {
      if (!isShardError(cause)) throw cause;
      failures.push(shardFailure(index.name, cause.detail));
    }
  }
  return { searches, failures };
}

function single<T>(what: string, searches: readonly T[]): T | null {
  if (searches.length > 1) {
    throw illegalArgument(`${what} over several indices is not supported by this server`);
  }
  return searches[0] ?? null;
}

function writeAggregations(
  request: SearchRequest,
  searches: readonly IndexSearch[],
): Answer | null {
  if (request.aggregations.size === 0) return null;
  const search = single('aggregation', searches);
  if (!search) return null;
  const { root } = search.index;
  return runAll(request.aggregations, { scope: root, docs: search.matched.toList(), root });
}

function writeSuggest(request: SearchRequest, searches: readonly IndexSearch[]): Answer | null {
  if (request.suggesters.length === 0) return null;
  const search = single('suggest', searches);
  if (!search) return null;
  return Object.fromEntries(
    request.suggesters.map((suggester) => [suggester.name, suggester.run(search.index.root)]),
  );
}

function wrapShardErrors<T>(searches: readonly IndexSearch[], run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!isShardError(cause)) throw cause;
    throw failedEverywhere(
      cause,
      searches.map(({ index }) => index),
    );
  }
}

export function runSearch(
  request: PreparedSearch,
  indices: readonly SearchIndex[],
  options: SearchOptions,
): SearchAnswer {
  const started = performance.now();
  if (request instanceof SearchError) throw failedEverywhere(request, indices);
  const { searches, failures } = runShards(request, indices);
  if (failures.length > 0 && searches.length === 0) throw phaseError(400, failures);
  if (failures.length > 0 && !options.allowPartial) {
    throw phaseError(400, failures, 'Partial shards failure');
  }
  return wrapShardErrors(searches, () => {
    const aggregations = writeAggregations(request, searches);
    const suggest = writeSuggest(request, searches);
    const hits = writeHits(searches, request);
    return {
      took: Math.round(performance.now() - started),
      timed_out: false,
      _shards: {
        total: indices.length,
        successful: searches.length,
        skipped: 0,
        failed: failures.length,
        ...(failures.length > 0 ? { failures } : {}),
      },
      hits,
      ...(aggregations ? { aggregations } : {}),
      ...(suggest ? { suggest } : {}),
    };
  });
}
