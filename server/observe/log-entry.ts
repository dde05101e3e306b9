/** A log line as support reads it. The command `npm run logs` and the support page share it. */
export interface LogEntry {
  time: string;
  level: string;
  event: string;
  reference: string | null;
  customer: string | null;
  method: string | null;
  path: string | null;
  /** Of a form whose page is shown by a redirect: what it was answered with. */
  status: number | null;
  ms: number | null;
  attempts: number | null;
  bytes: number | null;
  detail: string | null;
  /** What stands beside the detail: the reason of an error, products, the transaction or host of a payment, what to do. */
  beside: string | null;
  /** Of a server that is away. */
  since: string | null;
  /** Number of an order: `S100472`. */
  order: string | null;
  lines: number | null;
  /** Of an order that was found later: the reference of the request that confirmed it. */
  confirmation: string | null;
  /** The browser, or a proxy, went away before it had the whole answer. */
  aborted: boolean;
}

/** What a terminal would carry out, or write backwards: texts of upstreams and visitors are printed there (P-72). */
const unprintable = /[\p{Cc}\p{Cf}]+/gu;
export const printable = (value: string): string => value.replace(unprintable, ' ');

const text = (value: unknown): string | null =>
  typeof value === 'string' ? printable(value) : null;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Where a collector has the line as a text: a container's own log file, `journalctl -o json`, Loki, Fluentd. */
const wrappers = ['log', 'MESSAGE', 'line', 'message'];

/**
 * The object of a log line, or null: `docker compose logs` and `kubectl logs --prefix` put a name before it, some
 * colour it, others have it as a text in an object of their own.
 */
export function objectOf(line: string): unknown {
  try {
    const [from, to] = [Math.max(0, line.indexOf('{')), line.lastIndexOf('}') + 1];
    const value = JSON.parse(line.slice(from, to)) as unknown;
    if (typeof value !== 'object' || value === null || 'event' in value) return value;
    const texts = wrappers.map((name) => (value as Record<string, unknown>)[name]);
    const wrapped = texts.find((one) => typeof one === 'string');
    return wrapped === undefined ? value : objectOf(wrapped);
  } catch {
    // Whatever else a container prints: start-up noise of the runtime, a stack trace.
    return null;
  }
}

/** Why, and of a part of a page which one. */
function detailOf(record: Readonly<Record<string, unknown>>): string | null {
  const why = ['error', 'detail', 'reason', 'verdict'].map((name) => text(record[name]));
  const told = [text(record['block']), why.find((one) => one !== null) ?? null];
  return told.filter((one) => one !== null).join(': ') || null;
}

function besideOf(record: Readonly<Record<string, unknown>>): string | null {
  const [transaction, host] = [text(record['transaction']), text(record['host'])];
  const products = Array.isArray(record['products']) ? record['products'].map(Number) : [];
  const told = [
    text(record['error']) === null ? null : text(record['reason']),
    products.length > 0 && `products ${products.join(', ')}`,
    transaction && `transaction ${transaction}`,
    host && `host ${host}`,
    text(record['advice']),
  ];
  return told.filter(Boolean).join('; ') || null;
}

/** All that a line tells of why. */
export const whyOf = ({ detail, beside }: Pick<LogEntry, 'detail' | 'beside'>): string =>
  [detail, beside].filter(Boolean).join('; ');

/** A log line, or null when it is none. */
export function parseLine(line: string): LogEntry | null {
  const value = objectOf(line);
  if (typeof value !== 'object' || value === null || !('event' in value)) return null;
  const record = value as Record<string, unknown>;
  const ofStore = record['service'] === 'store' ? 'store ' : '';
  return {
    time: text(record['time']) ?? '',
    level: text(record['level']) ?? 'info',
    event: text(record['event']) ?? '',
    reference: text(record['reference']),
    customer: text(record['customer']),
    method: text(record['method']),
    path:
      text(record['path']) ??
      (text(record['operation']) && ofStore + text(record['operation'])) ??
      text(record['call']) ??
      text(record['dependency']),
    status: number(record['answer']) ?? number(record['status']),
    ms: number(record['ms']),
    attempts: number(record['attempts']),
    bytes: number(record['bytes']),
    detail: detailOf(record),
    beside: besideOf(record),
    since: text(record['since']),
    order: text(record['name']),
    lines: number(record['lines']),
    confirmation: text(record['confirmation']),
    aborted: record['aborted'] === true,
  };
}

/** What a line is found by where a reference is asked for, in small letters. */
export const namesOf = ({ reference, confirmation }: LogEntry): string[] =>
  [reference, confirmation].flatMap((name) => name?.toLowerCase() ?? []);

/** What was away answers again: the other end of a failure. */
export const isEndOfOutage = ({ event }: LogEntry): boolean =>
  event === 'upstream.back' || event === 'dependency.back' || event === 'store.found';

export const isCall = (entry: LogEntry): boolean => entry.event.endsWith('.called');

/**
 * At its start the shop asks the ERP without a session, to learn which calls it has: a refusal is the answer that is
 * hoped for, and `erp.call_missing` tells of what is not there.
 */
const isHopedFor = ({ event, reference, status }: LogEntry): boolean =>
  event === 'config.warning' || (reference === 'survey' && status !== null && status < 500);

/** A failed call or page: a level above info, or a status from 400 on. What is odd about the settings is the doctor's. */
export const isFailure = (entry: LogEntry): boolean =>
  !isHopedFor(entry) && (!['info', 'debug'].includes(entry.level) || (entry.status ?? 0) >= 400);
