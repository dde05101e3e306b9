/** The HTTP face: routes, fault switches, the request log and the product header that the client insists on. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorBody, SearchError } from '../errors';
import {
  checkMediaTypes,
  openExchange,
  parseJson,
  sendAnswer,
  type Answered,
  type Exchange,
} from './exchange';
import { faultError, readFaultRule, type FaultRule, type FaultSwitch } from './faults';
import type { IndexRoutes } from './index-routes';
import type { RecordedRequest, RequestLog } from './request-log';
import type { SearchRoutes } from './search-routes';

export interface ListenerParts {
  searches: SearchRoutes;
  indices: IndexRoutes;
  faults: FaultSwitch;
  log: RequestLog;
  /** Asked for in `X-Sandbox-Key` by the routes below `/_sandbox/`. */
  key: string | null;
  report: (event: string, detail: Record<string, unknown>) => void;
}

const INFO = {
  name: 'embedded',
  cluster_name: 'shop-sandbox',
  cluster_uuid: 'c2hvcC1zYW5kYm94LXNlYXJjaA',
  version: {
    number: '8.19.2',
    build_flavor: 'default',
    build_type: 'docker',
    build_hash: '0000000000000000000000000000000000000000',
    build_date: '2025-08-01T00:00:00.000Z',
    build_snapshot: false,
    lucene_version: '9.12.2',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
};

function notFound({ method, path }: Exchange): Answered {
  const reason = `no handler found for uri [${path}] and method [${method}]`;
  return {
    status: 400,
    body: { error: { root_cause: [], type: 'illegal_argument_exception', reason }, status: 400 },
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The index expression of the path, for faults that name an index. */
function indicesOf(path: string): string[] {
  const [first] = segmentsOf(path);
  return first === undefined || first.startsWith('_') ? [] : first.split(',');
}

function route(parts: ListenerParts, exchange: Exchange, rule: FaultRule | null) {
  const { method, path } = exchange;
  const { searches, indices } = parts;
  const segments = segmentsOf(path);
  const reads = method === 'GET' || method === 'POST';
  const [first = '', second] = segments;
  if (segments.length === 0 && (method === 'GET' || method === 'HEAD')) {
    return { status: 200, body: method === 'HEAD' ? null : INFO };
  }
  if (segments.length === 1) {
    if (first === '_search' && reads) return searches.search(exchange, '_all', rule);
    if (first === '_msearch' && reads) return searches.multiSearch(exchange, null, rule);
    if (first === '_mapping' && method === 'GET') return indices.mapping('_all');
    if (first === '_bulk' && method !== 'GET') return indices.bulk(exchange, null);
    if (method === 'PUT') return indices.create(exchange, first);
    if (method === 'DELETE') return indices.remove(first);
  }
  if (segments.length !== 2) return notFound(exchange);
  if (second === '_search' && reads) return searches.search(exchange, first, rule);
  if (second === '_msearch' && reads) return searches.multiSearch(exchange, first, rule);
  if (second === '_mapping' && method === 'GET') return indices.mapping(first);
  if (second === '_bulk' && method !== 'GET') return indices.bulk(exchange, first);
  if (second === '_refresh' && reads) return indices.refresh(first);
  return notFound(exchange);
}

function refuse(status: number, type: string, reason: string): Answered {
  return { status, body: errorBody(new SearchError(status, { type, reason })) };
}

function sandboxRoute(parts: ListenerParts, exchange: Exchange): Answered {
  const { method, path, body, request } = exchange;
  if (parts.key !== null && request.headers['x-sandbox-key'] !== parts.key) {
    return refuse(403, 'security_exception', 'X-Sandbox-Key is missing or wrong');
  }
  const source = path === '/_sandbox/faults' ? parts.faults : parts.log;
  if (path !== '/_sandbox/faults' && path !== '/_sandbox/requests') return notFound(exchange);
  if (method === 'GET') return { status: 200, body: source.list() };
  if (method === 'DELETE') {
    source.clear();
    return { status: 200, body: { cleared: true } };
  }
  const rule = path === '/_sandbox/faults' && method === 'POST' ? parseJson(body) : undefined;
  const read = readFaultRule(rule);
  if (!read) return refuse(400, 'illegal_argument_exception', 'not a fault rule');
  parts.faults.set(read);
  return { status: 200, body: parts.faults.list() };
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

/** Notes a request when it comes in; its status follows with the answer. */
function record(parts: ListenerParts, exchange: Exchange): RecordedRequest | null {
  if (exchange.path.startsWith('/_sandbox/')) return null;
  const opaque = exchange.request.headers['x-opaque-id'];
  const entry = {
    method: exchange.method,
    path: exchange.path,
    query: Object.fromEntries(exchange.query),
    opaqueId: typeof opaque === 'string' ? opaque : null,
    body: recordedBody(exchange.path, exchange.body),
    status: 0,
  };
  parts.log.add(entry);
  return entry;
}

/** Waits, unless the caller has gone meanwhile. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What a fault answers in place of a result; null where the request runs after all. */
function faultAnswer(exchange: Exchange, rule: FaultRule): Answered | 'gone' | null {
  if (rule.drop) {
    exchange.request.socket.destroy();
    return 'gone';
  }
  if (rule.html) {
    exchange.response.statusCode = rule.status ?? 200;
    exchange.response.setHeader('Content-Type', 'text/html');
    exchange.response.end('<html><body><h1>Gateway</h1></body></html>');
    return 'gone';
  }
  if (rule.status === undefined) return null;
  return {
    status: rule.status,
    body: errorBody(new SearchError(rule.status, faultError(rule.status))),
  };
}

async function answer(parts: ListenerParts, exchange: Exchange): Promise<Answered | 'gone'> {
  if (exchange.path.startsWith('/_sandbox/')) return sandboxRoute(parts, exchange);
  const rule = parts.faults.take(exchange.path, indicesOf(exchange.path));
  if (rule?.delayMs !== undefined) await pause(rule.delayMs, exchange.response);
  if (exchange.response.destroyed) return 'gone';
  const faulty = rule && faultAnswer(exchange, rule);
  if (faulty) return faulty;
  checkMediaTypes(exchange);
  return route(parts, exchange, rule);
}

async function answerSafely(parts: ListenerParts, exchange: Exchange): Promise<Answered | 'gone'> {
  try {
    return await answer(parts, exchange);
  } catch (cause) {
    if (cause instanceof SearchError) return { status: cause.status, body: errorBody(cause) };
    parts.report('search.bug', { path: exchange.path, error: String(cause) });
    return refuse(500, 'exception', cause instanceof Error ? cause.message : 'unknown');
  }
}

async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Elastic-Product', 'Elasticsearch');
  const exchange = await openExchange(request, response);
  const entry = record(parts, exchange);
  const answered = await answerSafely(parts, exchange);
  if (answered === 'gone' || response.destroyed) return;
  if (entry) entry.status = answered.status;
  await sendAnswer(exchange, answered);
}

export function createListener(parts: ListenerParts): Server {
  return createServer((request, response) => {
    serve(parts, request, response).catch((cause: unknown) => {
      parts.report('search.broken-request', { error: String(cause) });
      request.socket.destroy();
    });
  });
}
