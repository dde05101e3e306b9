/** A parsed log line. The command `npm run logs` and the support page share it. */
export interface LogEntry {
  time: string;
  level: string;
  event: string;
  reference: string | null;
  customer: string | null;
  method: string | null;
  path: string | null;
  /** HTTP status. For a form whose result page is displayed after a redirect: the status of the form's result. */
  status: number | null;
  ms: number | null;
  attempts: number | null;
  bytes: number | null;
  detail: string | null;
  /** Further facts: the reason of an error, products, the transaction or host of a payment, advice. */
  beside: string | null;
  /** Time since which a server is unavailable. */
  since: string | null;
  /** Number of the order, such as `S100472`. */
  order: string | null;
  lines: number | null;
  /** Reference of the request that confirmed the order, if the order was found only later. */
  confirmation: string | null;
  /** The browser or a proxy disconnected before it received the whole response. */
  aborted: boolean;
}

/**
 * Characters that a terminal would interpret or that reverse text: the log contains texts of upstreams and users
 * (P-72).
 */
const unprintable = /[\p{Cc}\p{Cf}]+/gu;
export const printable = (value: string): string => value.replace(unprintable, ' ');

const text = (value: unknown): string | null =>
  typeof value === 'string' ? printable(value) : null;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Fields in which collectors wrap the line as a text: a container's log file, `journalctl -o json`, Loki, Fluentd. */
const wrappers = ['log', 'MESSAGE', 'line', 'message'];

/**
 * The object in a log line, or null. `docker compose logs` and `kubectl logs --prefix` put a name before it, and some
 * tools colour it. Others wrap it as a text in an object of their own.
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
    // Other output of a container: startup messages of the runtime, a stack trace.
    return null;
  }
}

/** The cause, preceded by the affected part of the page, if any. */
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

/** All parts of a log line that describe the cause of a failure. */
export const whyOf = ({ detail, beside }: Pick<LogEntry, 'detail' | 'beside'>): string =>
  [detail, beside].filter(Boolean).join('; ');

/** Parses a log line; null when it is none. */
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

/** The references by which a line can be found, in lower case. */
export const namesOf = ({ reference, confirmation }: LogEntry): string[] =>
  [reference, confirmation].flatMap((name) => name?.toLowerCase() ?? []);

/** Whether the line marks the end of an outage. */
export const isEndOfOutage = ({ event }: LogEntry): boolean =>
  event === 'upstream.back' || event === 'dependency.back' || event === 'store.found';

export const isCall = (entry: LogEntry): boolean => entry.event.endsWith('.called');

/**
 * At startup the shop calls the ERP without a session to learn which calls it has. A rejection is the expected
 * response, and `erp.call_missing` reports missing calls.
 */
const isHopedFor = ({ event, reference, status }: LogEntry): boolean =>
  event === 'config.warning' || (reference === 'survey' && status !== null && status < 500);

/**
 * Whether the line is a failed call or page: a level above info, or a status of 400 or more. Suspicious settings are
 * excluded: the doctor reports them.
 */
export const isFailure = (entry: LogEntry): boolean =>
  !isHopedFor(entry) && (!['info', 'debug'].includes(entry.level) || (entry.status ?? 0) >= 400);
