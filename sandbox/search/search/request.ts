/** Parses a search body (contract/search.md 7.1, "search keys"); rejects unknown keys. */
import { illegalArgument, parsingError, shardError } from '../errors';
import { isList, isObject, type JsonObject, textOf } from '../json';
import { matchAll, matchNone, type Clause } from '../query/clause';
import { compileQuery } from '../query/compile';
import { Options } from '../query/options';
import type { Aggregations } from './aggregation';
import { compileAggregations } from './aggregations';
import { compileFields } from './fields';
import { compileSort, type SortKey } from './sort';
import { compileSource, type SourceFilter } from './source-filter';
import { compileSuggest, type Suggester } from './suggest';

export interface InnerHits {
  name: string;
  from: number;
  size: number;
  sort: SortKey[];
  source: SourceFilter | null;
  fields: readonly string[];
}

interface Collapse {
  field: string;
  innerHits: readonly InnerHits[];
}

export interface SearchRequest {
  from: number;
  size: number;
  query: Clause;
  postFilter: Clause | null;
  aggregations: Aggregations;
  collapse: Collapse | null;
  sort: SortKey[];
  suggesters: readonly Suggester[];
  /** True if the body requests only suggestions: the engine then searches nothing and returns the total 0. */
  suggestOnly: boolean;
  source: SourceFilter | null;
  fields: readonly string[];
  /** Count all, count up to a number, or do not count. */
  trackTotal: boolean | number;
  searchAfter: readonly unknown[] | null;
}

const MAX_WINDOW = 10_000;
/** The documented limit of inner hits. Real nodes do not enforce it for collapse, but the shop must respect it. */
const MAX_INNER_WINDOW = 100;
const DEFAULT_TOTAL = 10_000;
const DEFAULT_SIZE = 10;
const DEFAULT_INNER_SIZE = 3;
const TIMEOUT = /^\d+(nanos|micros|ms|s|m|h|d)$/;

const KEYS = new Set([
  'from',
  'size',
  'query',
  'post_filter',
  'aggs',
  'aggregations',
  'collapse',
  'sort',
  'suggest',
  '_source',
  'fields',
  'track_total_hits',
  'track_scores',
  'search_after',
  'timeout',
]);

function wholeNumber(name: string, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) {
    throw illegalArgument(`[${name}] parameter cannot be negative, found [${textOf(value)}]`);
  }
  return number;
}

function readInnerHits(json: unknown): InnerHits {
  const options = Options.of('inner_hits', json);
  const name = options.required('name');
  const from = wholeNumber('from', options.take('from'), 0);
  const size = wholeNumber('size', options.take('size'), DEFAULT_INNER_SIZE);
  if (from + size > MAX_INNER_WINDOW) {
    throw shardError(
      'illegal_argument_exception',
      `Inner result window is too large, the inner hit definition's [${name}]'s from + size must be less than or equal to: [${MAX_INNER_WINDOW}] but was [${from + size}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
    );
  }
  const inner = {
    name,
    from,
    size,
    sort: compileSort(options.take('sort')),
    source: compileSource(options.take('_source')),
    fields: compileFields(options.take('fields')),
  };
  options.finish();
  return inner;
}

function readCollapse(json: unknown): Collapse | null {
  if (json === undefined) return null;
  const options = Options.of('collapse', json);
  const field = options.required('field');
  options.number('max_concurrent_group_searches', 0);
  const innerHits = options.list('inner_hits').map(readInnerHits);
  options.finish();
  return { field, innerHits };
}

function readTrackTotal(value: unknown): boolean | number {
  if (value === undefined) return DEFAULT_TOTAL;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return wholeNumber('track_total_hits', value, DEFAULT_TOTAL);
}

function tokenOf(value: unknown): string {
  if (isObject(value)) return 'START_OBJECT';
  return isList(value) ? 'START_ARRAY' : `VALUE_${(typeof value).toUpperCase()}`;
}

function checkKeys(body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    if (!KEYS.has(key)) {
      throw parsingError(`Unknown key for a ${tokenOf(value)} in [${key}].`);
    }
  }
}

function checkWindow(from: number, size: number): void {
  if (from + size <= MAX_WINDOW) return;
  throw shardError(
    'illegal_argument_exception',
    `Result window is too large, from + size must be less than or equal to: [${MAX_WINDOW}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

function readSearchAfter(value: unknown, request: SearchRequest): readonly unknown[] | null {
  if (value === undefined || value === null) return null;
  if (!isList(value)) throw parsingError('[search_after] must be a list');
  if (request.from > 0) {
    throw illegalArgument('`from` parameter must be set to 0 when `search_after` is used');
  }
  if (value.length !== request.sort.length) {
    throw illegalArgument(
      `search_after has ${value.length} value(s) but sort has ${request.sort.length}.`,
    );
  }
  const { collapse, sort } = request;
  if (collapse && (sort.length !== 1 || sort[0]?.field !== collapse.field)) {
    throw shardError(
      'illegal_argument_exception',
      'Cannot use [collapse] in conjunction with [search_after] unless the search is sorted on the same field. Multiple sort fields are not allowed.',
    );
  }
  return value;
}

function checkTimeout(value: unknown): void {
  if (value === undefined || value === '-1' || value === '0') return;
  if (typeof value !== 'string' || !TIMEOUT.test(value)) {
    throw illegalArgument(
      `failed to parse setting [timeout] with value [${textOf(value)}] as a time value: unit is missing or unrecognized`,
    );
  }
}

export function readSearchRequest(json: unknown): SearchRequest {
  const body = json ?? {};
  if (!isObject(body)) throw parsingError('Expected [START_OBJECT]');
  checkKeys(body);
  checkTimeout(body['timeout']);
  const post = body['post_filter'];
  const aggs = body['aggs'] ?? body['aggregations'];
  const request: SearchRequest = {
    from: wholeNumber('from', body['from'], 0),
    size: wholeNumber('size', body['size'], DEFAULT_SIZE),
    query: body['query'] === undefined ? matchAll : compileQuery(body['query'], false),
    postFilter: post === undefined ? null : compileQuery(post, true),
    aggregations: compileAggregations(aggs),
    collapse: readCollapse(body['collapse']),
    sort: compileSort(body['sort']),
    suggesters: compileSuggest(body['suggest']),
    suggestOnly: body['suggest'] !== undefined && body['query'] === undefined && aggs === undefined,
    source: compileSource(body['_source']),
    fields: compileFields(body['fields']),
    trackTotal: readTrackTotal(body['track_total_hits']),
    searchAfter: null,
  };
  checkWindow(request.from, request.size);
  if (request.suggestOnly) return { ...request, query: matchNone, size: 0 };
  return { ...request, searchAfter: readSearchAfter(body['search_after'], request) };
}
