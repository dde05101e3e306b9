/** Query parameters and `_msearch` header lines (contract/search.md 2.1, 5.1): reads known ones and rejects others. */
import { illegalArgument } from '../errors';
import { isList, isObject, stringsOf, textOf, type JsonObject } from '../json';
import type { Wanted } from '../store/catalog';
import type { Exchange } from './exchange';

/**
 * These parameters have no effect here: they control caches, replicas and concurrency of a cluster, or only the format
 * of the response.
 */
const IGNORED = [
  'preference',
  'request_cache',
  'max_concurrent_searches',
  'max_concurrent_shard_requests',
  'ccs_minimize_roundtrips',
  'expand_wildcards',
  'search_type',
  'typed_keys',
  'pretty',
  'human',
  'error_trace',
  'timeout',
];
const SWITCHES = ['ignore_unavailable', 'allow_no_indices', 'allow_partial_search_results'];
const BODY_KEYS = ['from', 'size', 'track_total_hits', 'sort', '_source'];
const SOURCE_LISTS = ['_source_includes', '_source_excludes'];
const KNOWN = new Set([...IGNORED, ...SWITCHES, ...BODY_KEYS, ...SOURCE_LISTS]);

export interface Target extends Wanted {
  expression: string;
  allowPartial: boolean;
}

function flag(value: unknown, otherwise: boolean): boolean {
  if (value === undefined || value === null) return otherwise;
  if (value === true || value === 'true' || value === '') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(
    `Failed to parse value [${textOf(value)}] as only [true] or [false] are allowed.`,
  );
}

export function checkParameters({ path, query }: Exchange): void {
  for (const name of query.keys()) {
    if (!KNOWN.has(name)) {
      throw illegalArgument(`request [${path}] contains unrecognized parameter: [${name}]`);
    }
  }
  checkPreference(query.get('preference'));
}

function checkPreference(preference: string | null): void {
  if (preference?.startsWith('_')) {
    throw illegalArgument(`no Preference for [${preference}]`);
  }
}

/** Applies query parameters that replace a key of the body. */
export function withParameters(body: unknown, query: URLSearchParams): unknown {
  const changes: Record<string, unknown> = {};
  for (const key of ['from', 'size', 'track_total_hits']) {
    const value = query.get(key);
    if (value !== null) changes[key] = value;
  }
  const sort = query.get('sort');
  if (sort !== null) changes['sort'] = sort.split(',');
  const source = query.get('_source');
  if (source !== null) changes['_source'] = readSource(source);
  const includes = query.get('_source_includes');
  const excludes = query.get('_source_excludes');
  if (includes !== null || excludes !== null) {
    changes['_source'] = {
      includes: includes?.split(',') ?? [],
      excludes: excludes?.split(',') ?? [],
    };
  }
  if (Object.keys(changes).length === 0) return body;
  return { ...(isObject(body) ? body : {}), ...changes };
}

function readSource(text: string): unknown {
  return text === 'true' || text === 'false' ? text === 'true' : text.split(',');
}

export function readTarget(query: URLSearchParams, expression: string): Target {
  return {
    expression,
    ignoreUnavailable: flag(query.get('ignore_unavailable'), false),
    allowNoIndices: flag(query.get('allow_no_indices'), true),
    allowPartial: flag(query.get('allow_partial_search_results'), true),
  };
}

const HEADER_KEYS = new Set(['index', 'preference', 'request_cache', 'search_type', ...SWITCHES]);

export function readHeader(json: unknown, expression: string | null): Target {
  const header: JsonObject = isObject(json) ? json : {};
  for (const key of Object.keys(header)) {
    if (!HEADER_KEYS.has(key)) {
      throw illegalArgument(`key [${key}] is not supported in the metadata section`);
    }
  }
  checkPreference(typeof header['preference'] === 'string' ? header['preference'] : null);
  const own = header['index'];
  const named = isList(own) ? stringsOf(own).join(',') : typeof own === 'string' ? own : null;
  return {
    expression: named ?? expression ?? '_all',
    ignoreUnavailable: flag(header['ignore_unavailable'], false),
    allowNoIndices: flag(header['allow_no_indices'], true),
    allowPartial: flag(header['allow_partial_search_results'], true),
  };
}
