/**
 * Requests and responses of the ERP without HTTP. The server adds HTTP, and a test may call the ERP directly. Error
 * bodies and statuses: contract/erp.md section 3.
 */
export interface ErpRequest {
  method: string;
  /** Path below the base address, with its query: `/carts/sync?x=1`. */
  path: string;
  /** Headers of the request, with names in lower case. */
  headers?: Readonly<Record<string, string | undefined>>;
  body?: string | Uint8Array;
  /** Aborts when the caller disconnects. What happens to a waiting write is then a quirk (21.1). */
  signal?: AbortSignal;
}

export interface ErpResponse {
  status: number;
  headers: Record<string, string>;
  /** `Set-Cookie` headers, separate because a response may have several. */
  cookies: string[];
  body: string | Uint8Array | null;
}

/** The response never reaches the caller: the HTTP layer closes the connection; a call in process rejects. */
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

/** Thrown by a handler to reject the request; the handler's writes are rolled back. */
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

/** A response without a body, for status 204 or 205 (2.3). */
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

/** A download as in 14.3: file name by RFC 5987, and the file's own media type. */
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
