/**
 * Fault switches for degradation tests (contract/search.md 6 and 7.1): a response can be an error, delayed, partial,
 * not JSON, or missing. The first rule that matches a request applies. `times` limits how often a rule applies.
 */
import { isObject } from '../json';

export interface FaultRule {
  match?: {
    /** Part of the request path, such as `_msearch`. */
    path?: string;
    /** Index name in the request, or its prefix, such as `products`. */
    index?: string;
  };
  /** Respond with this status and an error body. */
  status?: number;
  /** Wait before any other step. */
  delayMs?: number;
  /** Respond with `timed_out: true`. */
  timedOut?: boolean;
  /** Report this many failed shards besides the hits. */
  failedShards?: number;
  /** Omit `aggregations` and `suggest`, as failed shards do. */
  withoutAggregations?: boolean;
  /** Respond with an HTML page. */
  html?: boolean;
  /** Close the connection without a response. */
  drop?: boolean;
  /** Number of requests the rule applies to; default: until cleared. */
  times?: number;
}

export interface Faults {
  /** Adds a rule; replaces a rule with the same `match`. */
  set(rule: FaultRule): void;
  clear(): void;
  list(): FaultRule[];
}

const REASONS: Readonly<Record<number, [type: string, reason: string]>> = {
  401: ['security_exception', 'missing authentication credentials for REST request'],
  403: ['security_exception', 'action [indices:data/read/search] is unauthorized'],
  429: ['es_rejected_execution_exception', 'rejected execution of search: queue is full'],
  503: ['no_shard_available_action_exception', 'no shard is available'],
};

export function faultError(status: number): { type: string; reason: string } {
  const [type, reason] = REASONS[status] ?? ['exception', `the fault switch answers ${status}`];
  return { type, reason };
}

function fits(rule: FaultRule, path: string, indices: readonly string[]): boolean {
  const { match } = rule;
  if (!match) return true;
  if (match.path !== undefined && !path.includes(match.path)) return false;
  const wanted = match.index;
  return wanted === undefined || indices.some((index) => index.startsWith(wanted));
}

export class FaultSwitch implements Faults {
  private rules: FaultRule[] = [];

  set(rule: FaultRule): void {
    const key = JSON.stringify(rule.match ?? {});
    this.rules = this.rules.filter((known) => JSON.stringify(known.match ?? {}) !== key);
    this.rules.push({ ...rule });
  }

  clear(): void {
    this.rules = [];
  }

  list(): FaultRule[] {
    return this.rules.map((rule) => ({ ...rule }));
  }

  /** Returns the rule for a request and counts down its `times`. */
  take(path: string, indices: readonly string[]): FaultRule | null {
    const rule = this.rules.find((candidate) => fits(candidate, path, indices));
    if (!rule) return null;
    if (rule.times !== undefined) {
      rule.times -= 1;
      if (rule.times <= 0) this.rules = this.rules.filter((candidate) => candidate !== rule);
    }
    return rule;
  }
}

const NUMBERS = ['status', 'delayMs', 'failedShards', 'times'] as const;
const SWITCHES = ['timedOut', 'withoutAggregations', 'html', 'drop'] as const;
const KNOWN = new Set<string>(['match', ...NUMBERS, ...SWITCHES]);

/** Parses a rule sent over HTTP; null if it is invalid. */
export function readFaultRule(json: unknown): FaultRule | null {
  if (!isObject(json) || Object.keys(json).some((key) => !KNOWN.has(key))) return null;
  const rule: FaultRule = {};
  for (const key of NUMBERS) {
    const value = json[key];
    if (value === undefined) continue;
    if (typeof value !== 'number' || value < 0) return null;
    rule[key] = value;
  }
  for (const key of SWITCHES) {
    const value = json[key];
    if (value === undefined) continue;
    if (typeof value !== 'boolean') return null;
    rule[key] = value;
  }
  const { match } = json;
  if (match === undefined) return rule;
  if (!isObject(match)) return null;
  const { path, index, ...rest } = match;
  if (Object.keys(rest).length > 0) return null;
  rule.match = {
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof index === 'string' ? { index } : {}),
  };
  return rule;
}
