/** Records the latest requests with their bodies, so that tests can check what the shop sent. */
import { SearchError } from '../errors';
import { parseJson, type Exchange } from './exchange';

export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Value of `X-Opaque-Id`: the shop's request id. */
  opaqueId: string | null;
  /** Parsed JSON; for `_msearch` the list of its lines. */
  body: unknown;
  /** 0 until the response is sent, and forever if it never is. */
  status: number;
}

const KEPT = 500;

export class RequestLog {
  private entries: RecordedRequest[] = [];

  add(entry: RecordedRequest): void {
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
  }

  list(): RecordedRequest[] {
    return [...this.entries];
  }

  clear(): void {
    this.entries = [];
  }
}

function recordedBody(path: string, body: string): unknown {
  if (path.endsWith('_bulk') || body === '') return null;
  try {
    return path.endsWith('_msearch')
      ? body
          .split('\n')
          .filter((line) => line !== '')
          .map(parseJson)
      : parseJson(body);
  } catch (cause) {
    if (cause instanceof SearchError) return body;
    throw cause;
  }
}

/** Records an incoming request; the response sets its status later. */
export function record(log: RequestLog, exchange: Exchange): RecordedRequest {
  const opaque = exchange.request.headers['x-opaque-id'];
  const entry = {
    method: exchange.method,
    path: exchange.path,
    query: Object.fromEntries(exchange.query),
    opaqueId: typeof opaque === 'string' ? opaque : null,
    body: recordedBody(exchange.path, exchange.body),
    status: 0,
  };
  log.add(entry);
  return entry;
}
