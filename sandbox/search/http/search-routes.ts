/** `_search` and `_msearch` with the parameters of contract/search.md 2.1 and 5.1. */
import { errorBody, phaseError, SearchError, shardFailure } from '../errors';
import type { Catalog } from '../store/catalog';
import { prepareSearch, runSearch, type PreparedSearch, type SearchAnswer } from '../search/search';
import { parseJson, parseLines, pause, type Answered, type Exchange } from './exchange';
import { faultError, type FaultRule, type FaultSwitch } from './faults';
import { checkParameters, readHeader, readTarget, withParameters, type Target } from './parameters';

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

  /** `rule` is the fault rule that matched the request, if any. */
  async search(exchange: Exchange, expression: string, rule: FaultRule | null): Promise<Answered> {
    checkParameters(exchange);
    const { query } = exchange;
    const target = readTarget(query, expression);
    const request = prepareSearch(withParameters(parseJson(exchange.body), query));
    return { status: 200, body: await this.run(target, request, rule) };
  }

  async multiSearch(
    exchange: Exchange,
    expression: string | null,
    rule: FaultRule | null,
  ): Promise<Answered> {
    checkParameters(exchange);
    const started = performance.now();
    const lines = parseLines(exchange.body, 'msearch');
    const entries: [Target, PreparedSearch][] = [];
    for (let at = 0; at < lines.length; at += 2) {
      entries.push([readHeader(lines[at], expression), prepareSearch(lines[at + 1])]);
    }
    const responses: unknown[] = [];
    for (const [target, request] of entries) {
      responses.push(await this.entry(exchange, target, request, rule));
    }
    return { status: 200, body: { took: Math.round(performance.now() - started), responses } };
  }

  private async entry(
    { path, response }: Exchange,
    target: Target,
    request: PreparedSearch,
    shared: FaultRule | null,
  ): Promise<unknown> {
    try {
      const own = shared ? null : this.faults.take(path, target.expression.split(','));
      if (own?.delayMs !== undefined) await pause(own.delayMs, response);
      const rule = shared ?? own;
      if (rule?.status !== undefined) throw new SearchError(rule.status, faultError(rule.status));
      return { ...(await this.run(target, request, rule)), status: 200 };
    } catch (cause) {
      if (cause instanceof SearchError) return errorBody(cause);
      throw cause;
    }
  }

  private async run(
    target: Target,
    request: PreparedSearch,
    rule: FaultRule | null,
  ): Promise<SearchAnswer> {
    const names = this.catalog.names(target.expression, target);
    const indices = await Promise.all(names.map((name) => this.catalog.index(name)));
    const answer = runSearch(request, indices, { allowPartial: target.allowPartial });
    if (!rule) return answer;
    const faulty = applyFault(answer, rule, names);
    if (target.allowPartial) return faulty;
    if (faulty.timed_out) {
      throw new SearchError(504, { type: 'search_timeout_exception', reason: 'Time exceeded' });
    }
    if (faulty._shards.failed > 0)
      throw phaseError(503, faulty._shards.failures ?? [], 'Partial shards failure');
    return faulty;
  }
}
