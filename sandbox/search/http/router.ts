/** Maps paths to routes. */
import type { Answered, Exchange } from './exchange';
import type { FaultRule } from './faults';
import type { IndexRoutes } from './index-routes';
import type { SearchRoutes } from './search-routes';

export interface Routes {
  searches: SearchRoutes;
  indices: IndexRoutes;
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

export function notFound({ method, path }: Exchange): Answered {
  const reason = `no handler found for uri [${path}] and method [${method}]`;
  return {
    status: 400,
    body: { error: { root_cause: [], type: 'illegal_argument_exception', reason }, status: 400 },
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The index expression of the path, for fault rules that name an index. */
export function indicesOf(path: string): string[] {
  const [first] = segmentsOf(path);
  return first === undefined || first.startsWith('_') ? [] : first.split(',');
}

export function route(
  { searches, indices }: Routes,
  exchange: Exchange,
  rule: FaultRule | null,
): Answered | Promise<Answered> {
  const { method, path } = exchange;
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
    if (first === '_aliases' && method === 'POST') return indices.aliases(exchange);
    if (method === 'GET' && !first.startsWith('_')) return indices.describe(exchange, first);
    if (method === 'PUT') return indices.create(exchange, first);
    if (method === 'DELETE') return indices.remove(first);
  }
  if (segments.length !== 2) return notFound(exchange);
  if (second === '_search' && reads) return searches.search(exchange, first, rule);
  if (second === '_msearch' && reads) return searches.multiSearch(exchange, first, rule);
  if (second === '_mapping' && method === 'GET') return indices.mapping(first);
  if (second === '_bulk' && method !== 'GET') return indices.bulk(exchange, first);
  if (second === '_refresh' && reads) return indices.refresh(first);
  if (second === '_settings' && method === 'PUT') return indices.changeSettings(exchange, first);
  return notFound(exchange);
}
