/** Reading log lines: filters, one-line summaries and the table of calls. Pure; `logs.ts` is the command. */

export interface LogEntry {
  time: string;
  level: string;
  event: string;
  reference: string | null;
  customer: string | null;
  method: string | null;
  path: string | null;
  status: number | null;
  ms: number | null;
  attempts: number | null;
  bytes: number | null;
  detail: string | null;
}

export interface Filter {
  reference?: string;
  customer?: string;
  slowerThanMs?: number;
  failuresOnly: boolean;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A log line, or null when it is none. */
export function parseLine(line: string): LogEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Whatever else a container prints: start-up noise of the runtime, a stack trace.
    return null;
  }
  if (typeof value !== 'object' || value === null || !('event' in value)) return null;
  const record = value as Record<string, unknown>;
  return {
    time: text(record['time']) ?? '',
    level: text(record['level']) ?? 'info',
    event: text(record['event']) ?? '',
    reference: text(record['reference']),
    customer: text(record['customer']),
    method: text(record['method']),
    path: text(record['path']),
    status: number(record['status']),
    ms: number(record['ms']),
    attempts: number(record['attempts']),
    bytes: number(record['bytes']),
    detail: text(record['error']) ?? text(record['detail']) ?? text(record['reason']),
  };
}

export const isCall = (entry: LogEntry): boolean => entry.event.endsWith('.called');

/** A failed call or page: a level above info, or a status from 400 on. */
export const isFailure = (entry: LogEntry): boolean =>
  !['info', 'debug'].includes(entry.level) || (entry.status ?? 0) >= 400;

export function matches(entry: LogEntry, filter: Filter): boolean {
  if (filter.reference !== undefined && entry.reference !== filter.reference) return false;
  if (filter.customer !== undefined && entry.customer !== filter.customer) return false;
  if (filter.failuresOnly && !isFailure(entry)) return false;
  if (filter.slowerThanMs !== undefined && (entry.ms ?? 0) < filter.slowerThanMs) return false;
  return true;
}

/** `00:36:43.120 4f1c09a2b3de C10021  503   812 ms  GET sales/{id}  (2 tries) timeout`. */
export function summarise(entry: LogEntry): string {
  const clock = entry.time.slice(11, 23);
  const outcome = entry.status === null ? (isCall(entry) ? '---' : '') : String(entry.status);
  const duration = entry.ms === null ? '' : `${entry.ms} ms`;
  const what = entry.path === null ? entry.event : `${entry.method ?? ''} ${entry.path}`.trim();
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
    `${what} ${tries}${entry.detail ?? ''}`.trim(),
  ].join(' ');
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Calls by service and path: how many, how many failed, percentiles of their duration in ms. */
export function tableOf(entries: readonly LogEntry[]): string {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const key = `${entry.event.replace('.called', '')} ${entry.method ?? ''} ${entry.path ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const rows = [...groups].map(([name, group]) => {
    const durations = group.map((entry) => entry.ms ?? 0).sort((a, b) => a - b);
    return {
      name,
      count: group.length,
      failed: group.filter(isFailure).length,
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
