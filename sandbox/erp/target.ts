/** Target of a request: method, path below the base, query. */
import type { ErpRequest } from './protocol/exchange';

export interface Target {
  method: string;
  /** Path of the request without leading slash and query. */
  path: string;
  query: URLSearchParams;
}

/** A path that cannot be decoded is left unchanged and matches no route. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    if (cause instanceof URIError) return path;
    throw cause;
  }
}

export function targetOf(request: ErpRequest): Target {
  const url = new URL(request.path, 'http://erp.invalid');
  return {
    method: request.method.toUpperCase(),
    path: plain(url.pathname).replace(/^\/+/, ''),
    query: url.searchParams,
  };
}
