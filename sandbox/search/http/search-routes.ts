/** `_search` and `_msearch` with the parameters of contract/search.md 2.1 and 5.1. */
import { errorBody, illegalArgument, phaseError, SearchError, shardFailure } from '../errors';
import { isList, isObject, stringsOf, type JsonObject, textOf } from '../json';
import type { Catalog, Wanted } from '../store/catalog';
import { runSearch, type SearchAnswer } from '../search/search';
import { parseJson, parseLines, type Answered, type Exchange } from './exchange';
import { faultError, type FaultRule, type FaultSwitch } from './faults';

/** Harmless here: they steer caches, copies and concurrency of a cluster, or only the look of the answer. */
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

interface Target extends Wanted {
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

function checkParameters({ path, query }: Exchange): void {
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

/** Parameters that stand for a key of the body. */
function withParameters(body: unknown, query: URLSearchParams): unknown {
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

function applyFault(answer: SearchAnswer, rule: FaultRule, indices: string[]): SearchAnswer {
  const { _shards: shards, ...rest } = answer;
  if (rule.withoutAggregations) {
    delete rest.aggregations;
    delete rest.suggest;
  }
  const failed = rule.failedShards ?? 0;
  const reason = { type: 'circuit_breaking_exception', reason: '[parent] Data too large' };
  const failures = Array.from({ length: failed }, (_, shard) => ({
    ...shardFailure(indices[0] ?? '', reason),
    shard: shard + 1,
  }));
  return {
    ...rest,
    timed_out: rule.timedOut === true || answer.timed_out,
    _shards:
      failed === 0
        ? shards
        : {
            ...shards,
            total: shards.total + failed,
            failed: shards.failed + failed,
            failures: [...(shards.failures ?? []), ...failures],
          },
  };
}

export class SearchRoutes {
  constructor(
    private readonly catalog: Catalog,
    private readonly faults: FaultSwitch,
  ) {}

  /** The rule, if any, is the one that the request itself has drawn. */
  async search(exchange: Exchange, expression: string, rule: FaultRule | null): Promise<Answered> {
    checkParameters(exchange);
    const { query } = exchange;
    const target = {
      expression,
      ignoreUnavailable: flag(query.get('ignore_unavailable'), false),
      allowNoIndices: flag(query.get('allow_no_indices'), true),
      allowPartial: flag(query.get('allow_partial_search_results'), true),
    };
    const body = withParameters(parseJson(exchange.body), query);
    return { status: 200, body: await this.run(target, body, rule) };
  }

  async multiSearch(
    exchange: Exchange,
    expression: string | null,
    rule: FaultRule | null,
  ): Promise<Answered> {
    checkParameters(exchange);
    const started = performance.now();
    const lines = parseLines(exchange.body, 'msearch');
    const responses: unknown[] = [];
    for (let at = 0; at < lines.length; at += 2) {
      const header = readHeader(lines[at], expression);
      responses.push(await this.entry(exchange.path, header, lines[at + 1], rule));
    }
    return { status: 200, body: { took: Math.round(performance.now() - started), responses } };
  }

  private async entry(
    path: string,
    target: Target,
    body: unknown,
    shared: FaultRule | null,
  ): Promise<unknown> {
    try {
      const rule = shared ?? this.faults.take(path, target.expression.split(','));
      if (rule?.status !== undefined) throw new SearchError(rule.status, faultError(rule.status));
      return { ...(await this.run(target, body, rule)), status: 200 };
    } catch (cause) {
      if (cause instanceof SearchError) return errorBody(cause);
      throw cause;
    }
  }

  private async run(target: Target, body: unknown, rule: FaultRule | null): Promise<SearchAnswer> {
    const names = this.catalog.names(target.expression, target);
    const indices = await Promise.all(names.map((name) => this.catalog.index(name)));
    const answer = runSearch(body, indices, { allowPartial: target.allowPartial });
    if (!rule) return answer;
    const faulty = applyFault(answer, rule, names);
    if (target.allowPartial) return faulty;
    if (faulty.timed_out) {
      throw new SearchError(504, { type: 'search_timeout_exception', reason: 'Time exceeded' });
    }
    if (faulty._shards.failed > 0) throw phaseError(503, faulty._shards.failures ?? []);
    return faulty;
  }
}

const HEADER_KEYS = new Set(['index', 'preference', 'request_cache', 'search_type', ...SWITCHES]);

function readHeader(json: unknown, expression: string | null): Target {
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
