/**
 * Errors in the format of Elasticsearch: `error.root_cause[]`, `type`, `reason` and `status` (contract/search.md 2.5
 * and 6). Like a real node, it wraps errors that appear only when a shard runs the query in
 * `search_phase_execution_exception`.
 */
interface ErrorCause {
  type: string;
  reason: string;
  [detail: string]: unknown;
}

export class SearchError extends Error {
  constructor(
    readonly status: number,
    readonly detail: ErrorCause,
    /** `shard`: detected while running the query on an index; other indices may still return results. */
    readonly found: 'request' | 'shard' = 'request',
  ) {
    super(detail.reason);
    this.name = 'SearchError';
  }
}

interface ErrorBody {
  error: Record<string, unknown>;
  status: number;
}

export function parsingError(reason: string): SearchError {
  return new SearchError(400, { type: 'parsing_exception', reason, line: 1, col: 1 });
}

export function illegalArgument(reason: string): SearchError {
  return new SearchError(400, { type: 'illegal_argument_exception', reason });
}

export function invalidSetting(reason: string): SearchError {
  return illegalArgument(reason);
}

/** A request that is invalid for the mapping of one index. */
export function shardError(type: string, reason: string): SearchError {
  return new SearchError(400, { type, reason }, 'shard');
}

const SHARD_QUERY = 'query_shard_exception';

export function queryShardError(reason: string): SearchError {
  return shardError(SHARD_QUERY, reason);
}

export function indexNotFound(index: string): SearchError {
  return new SearchError(404, {
    type: 'index_not_found_exception',
    reason: `no such index [${index}]`,
    'resource.type': 'index_or_alias',
    'resource.id': index,
    index_uuid: '_na_',
    index,
  });
}

export function documentError(field: string, type: string, value: unknown): SearchError {
  return new SearchError(400, {
    type: 'document_parsing_exception',
    reason: `failed to parse field [${field}] of type [${type}]: ${JSON.stringify(value)}`,
  });
}

export interface ShardFailure {
  shard: number;
  index: string;
  node: string;
  reason: ErrorCause;
}

export function shardFailure(index: string, reason: ErrorCause): ShardFailure {
  const named = reason.type === SHARD_QUERY ? { ...reason, index_uuid: '_na_', index } : reason;
  return { shard: 0, index, node: 'embedded', reason: named };
}

/** All shards failed, or some failed and the request refuses partial results. */
export function phaseError(
  status: number,
  failures: readonly ShardFailure[],
  reason: 'all shards failed' | 'Partial shards failure' = 'all shards failed',
): SearchError {
  const causes = failures.map((failure) => failure.reason);
  const [first] = causes;
  return new SearchError(status, {
    type: 'search_phase_execution_exception',
    reason,
    phase: 'query',
    grouped: true,
    failed_shards: failures,
    root_cause: causes,
    ...(first && first.type !== SHARD_QUERY ? { caused_by: first } : {}),
  });
}

export function errorBody(error: SearchError): ErrorBody {
  const { root_cause: causes, ...cause } = error.detail;
  return { error: { root_cause: causes ?? [cause], ...cause }, status: error.status };
}
