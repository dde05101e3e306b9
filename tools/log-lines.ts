/** Reads log lines: filters, one-line summaries and the table of calls. Pure; `logs.ts` is the command. */

import {
  isCall,
  isEndOfOutage,
  isFailure,
  namesOf,
  whyOf,
  type LogEntry,
} from '../server/observe/log-entry';

export interface Filter {
  /** References to match, in lower case. A log entry matches if it contains any of them. */
  references?: readonly string[];
  /** Tests a customer number. */
  isCustomer?: (number: string | null) => boolean;
  slowerThanMs?: number;
  sinceMs?: number;
  untilMs?: number;
  failuresOnly: boolean;
}

export function matches(entry: LogEntry, filter: Filter): boolean {
  const { references, isCustomer } = filter;
  if (references && !namesOf(entry).some((name) => references.includes(name))) return false;
  if (isCustomer?.(entry.customer) === false) return false;
  if (filter.failuresOnly && !isFailure(entry) && !isEndOfOutage(entry)) return false;
  if (filter.slowerThanMs !== undefined && (entry.ms ?? 0) < filter.slowerThanMs) return false;
  return isWithin(entry, filter);
}

function isWithin({ time }: LogEntry, { sinceMs, untilMs }: Filter): boolean {
  if (sinceMs === undefined && untilMs === undefined) return true;
  const at = Date.parse(time);
  return at >= (sinceMs ?? Number.NEGATIVE_INFINITY) && at <= (untilMs ?? Number.POSITIVE_INFINITY);
}

/** One line such as `2026-11-22 00:36:43 4f1c09a2b3de C10021  503   812 ms  GET sales/{id}  (2 tries) timeout`. */
export function summarise(entry: LogEntry, clock = entry.time): string {
  const outcome = entry.status === null ? (isCall(entry) ? '---' : '') : String(entry.status);
  const duration = entry.ms === null ? '' : `${entry.ms} ms`;
  const path = entry.path === null ? '' : `${entry.method ?? ''} ${entry.path}`.trim();
  const isRequest = isCall(entry) || entry.event === 'request.answered';
  const what =
    isRequest && path ? path : [entry.event, path, entry.order].filter(Boolean).join(' ');
  const tries = (entry.attempts ?? 1) > 1 ? `(${entry.attempts} tries) ` : '';
  const service = isCall(entry)
    ? entry.event.replace('.called', '')
    : entry.level === 'info'
      ? ''
      : entry.level;
  return [
    clock,
    (entry.reference ?? '').padEnd(12),
    (entry.customer ?? '-').padEnd(8),
    outcome.padStart(4),
    duration.padStart(9),
    service.padEnd(7),
    `${what} ${tries}${entry.aborted ? 'not received whole ' : ''}${whyOf(entry)}`.trim(),
  ].join(' ');
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Durations (ms) and failures of calls by service and path. Grouped, because a day has millions of calls. */
export type Calls = Map<string, { durations: number[]; failed: number }>;

export function addCall(calls: Calls, entry: LogEntry): void {
  const key = `${entry.event.replace('.called', '')} ${entry.method ?? ''} ${entry.path ?? ''}`;
  let group = calls.get(key);
  if (!group) calls.set(key, (group = { durations: [], failed: 0 }));
  group.durations.push(entry.ms ?? 0);
  if (isFailure(entry)) group.failed += 1;
}

/** Table by service and path: number of calls, failures, percentiles of the duration in ms. */
export function tableOf(calls: Calls): string {
  const rows = [...calls].map(([name, { durations, failed }]) => {
    durations.sort((a, b) => a - b);
    return {
      name,
      count: durations.length,
      failed,
      p50: percentile(durations, 0.5),
      p95: percentile(durations, 0.95),
      max: durations.at(-1) ?? 0,
    };
  });
  rows.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const width = Math.max(4, ...rows.map((row) => row.name.length));
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, column) => (column === 0 ? String(cell).padEnd(width) : String(cell).padStart(8)))
      .join('');
  return [
    line(['call', 'count', 'failed', 'p50 ms', 'p95 ms', 'max ms']),
    ...rows.map((row) => line([row.name, row.count, row.failed, row.p50, row.p95, row.max])),
  ].join('\n');
}
