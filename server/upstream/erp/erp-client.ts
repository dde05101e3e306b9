/** Requests and responses of the ERP client, as features use them (contract/erp.md section 3). */
import type { QueryValue } from './erp-address';

/** The part of zod's schema interface that the client needs. */
export interface Schema<T> {
  safeParse(
    input: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly unknown[] } };
}

export interface ErpCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Template as in the contract, `sales/{id}`; the log shows it. */
  path: string;
  params?: Readonly<Record<string, string | number>>;
  /**
   * Address of a file as the ERP returned it, possibly relative to its host (6.15); `path` then only names the call in
   * the log. A file on another host is rejected as 404 without a call.
   */
  at?: string;
  /** Query parameters. An array repeats its name with brackets; undefined is omitted (2.5). */
  query?: Readonly<Record<string, QueryValue>>;
  /** JSON by default; a FormData is sent as multipart. */
  body?: unknown;
  /** Default 8 s for reads, 25 s for writes, as promised in P-39. */
  timeoutMs?: number;
  /** Sends no credentials even with a session (`auth/login`, public calls). */
  anonymous?: boolean;
  /**
   * Called right before the first byte is sent, after waiting for token, slot and connection. False: nothing is sent.
   */
  mayLeave?: () => boolean;
  /** A 401 is a normal response of this call and does not end the session (`signin` itself). */
  tolerate401?: boolean;
}

/** One entry of a 422 (3.3), without its input. */
export interface ErpFieldError {
  type: string;
  loc: readonly (string | number)[];
  msg: string;
}

export type ErpAnswer<T> =
  | { kind: 'ok'; status: number; body: T }
  /** The response has no body: 204 or 205; for a write also an empty body, `null` or `{}`. */
  | { kind: 'empty'; status: number }
  /** 400, 403, 404, 405, 409, 413, 422 with the contract's JSON. */
  | { kind: 'refused'; status: number; detail: string; errors: readonly ErpFieldError[] };

export interface ErpDownload {
  status: number;
  contentType: string;
  contentLength: number | null;
  filename: string | null;
  stream: ReadableStream<Uint8Array>;
}

export interface ErpClient {
  /**
   * False when the ERP is known to lack the call, such as `GET documents`; the client then returns 404 without calling
   * it.
   */
  offers(call: string): boolean;
  lacks(call: string): void;
  /**
   * Makes one call. Throws UpstreamFailure (`kind: 'upstream-failure'`) when the ERP is unavailable, and SessionEnded
   * (`kind: 'session-ended'`) on 401.
   */
  call<T>(call: ErpCall, schema: Schema<T>): Promise<ErpAnswer<T>>;
  /** Streams a file; rejections are returned as in `call`. */
  download(
    call: ErpCall,
  ): Promise<
    | { kind: 'file'; file: ErpDownload }
    | { kind: 'refused'; status: number; detail: string; errors: readonly ErpFieldError[] }
  >;
}
