/**
 * What goes in and out of the ERP, without HTTP: the server is a thin layer over it, and a test
 * may call it directly. Error bodies and statuses: contract/erp.md section 3.
 */
export interface ErpRequest {
  method: string;
  /** Path with query string, from the base: `/carts/sync?x=1`. */
  path: string;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string | undefined>>;
  body?: string | Uint8Array;
  /** Aborted once the caller has gone away: what a waiting write makes of it is a quirk (21.1). */
  signal?: AbortSignal;
}

export interface ErpResponse {
  status: number;
  headers: Record<string, string>;
  /** Several cookies are several headers, so they travel apart. */
  cookies: string[];
  body: string | Uint8Array | null;
}

/** The answer never reaches the caller: the HTTP layer cuts the connection, an in-process call rejects. */
export class ConnectionCut extends Error {
  constructor(cause: 'dropped before the work' | 'dropped after the work' | 'the caller has gone') {
    super(`Connection cut: ${cause}`);
    this.name = 'ConnectionCut';
  }
}

export interface Issue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: Record<string, unknown>;
}

/** Thrown by a handler; what it wrote is undone with it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: string | Issue[],
  ) {
    super(typeof detail === 'string' ? detail : 'request does not validate');
    this.name = 'Refusal';
  }
}

export const unauthorized = () => new Refusal(401, 'Unauthorized');
export const accessError = () => new Refusal(403, 'AccessError');
export const missing = () => new Refusal(404, 'MissingError');
export const notFound = (detail = 'Not Found') => new Refusal(404, detail);
export const badRequest = (detail: string) => new Refusal(400, detail);
export const internalError = () => new Refusal(500, 'Internal Server Error');

export function json(status: number, value: unknown): ErpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    cookies: [],
    body: JSON.stringify(value),
  };
}

/** 204 and 205 carry no body (2.3). */
export function empty(status: number): ErpResponse {
  return { status, headers: {}, cookies: [], body: null };
}

export function html(status: number, body: string): ErpResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, cookies: [], body };
}

export function redirect(status: 303 | 307, location: string): ErpResponse {
  const headers = { location, 'content-type': 'text/html; charset=utf-8', 'content-length': '0' };
  return { status, headers, cookies: [], body: null };
}

/** A download as 14.3: RFC 5987 name, the file's own type. */
export function file(name: string, type: string, body: Uint8Array): ErpResponse {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return {
    status: 200,
    headers: { 'content-type': type, 'content-disposition': disposition },
    cookies: [],
    body,
  };
}

export function refusalResponse(refusal: Refusal): ErpResponse {
  return json(refusal.status, { detail: refusal.detail });
}
