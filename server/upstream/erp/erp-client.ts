/** What a feature says to the ERP client, and what it hears back (contract/erp.md section 3). */
import type { QueryValue } from './erp-address';

/** What the client needs of a zod schema. */
export interface Schema<T> {
  safeParse(
    input: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly unknown[] } };
}

export interface ErpCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Template as in the contract, `sales/{id}`: it is what the log shows. */
  path: string;
  params?: Readonly<Record<string, string | number>>;
  /**
   * Address of a file as the ERP gave it, maybe relative to its host (6.15); `path` then only names the call
   * in the log. Another host's is refused as 404, unasked.
   */
  at?: string;
  /** Arrays repeat a bracketed name; undefined is left out (2.5). */
  query?: Readonly<Record<string, QueryValue>>;
  /** JSON by default; a FormData is sent as multipart. */
  body?: unknown;
  /** Default 8 s for reads, 25 s for writes, as promised in P-39. */
  timeoutMs?: number;
  /** Without a session even if there is one (`auth/login`, public calls). */
  anonymous?: boolean;
  /** Asked right before the first byte leaves, after token, place and connection. False: nothing is sent. */
  mayLeave?: () => boolean;
  /** A 401 is an answer here, not the end of the session (`signin` itself). */
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
  /** 204 or 205; of a write also an empty body, `null` or `{}`. */
  | { kind: 'empty'; status: number }
  /** 400, 403, 404, 405, 409, 413, 422 as this contract's JSON. */
  | { kind: 'refused'; status: number; detail: string; errors: readonly ErpFieldError[] };

export interface ErpDownload {
  status: number;
  contentType: string;
  contentLength: number | null;
  filename: string | null;
  stream: ReadableStream<Uint8Array>;
}

export interface ErpClient {
  /** False: this ERP has been seen to lack the call, `GET documents`; it is then refused unasked, as 404. */
  offers(call: string): boolean;
  lacks(call: string): void;
  /**
   * One call. Throws UpstreamFailure (`kind: 'upstream-failure'`) when the ERP is unavailable, SessionEnded
   * (`kind: 'session-ended'`) on 401.
   */
  call<T>(call: ErpCall, schema: Schema<T>): Promise<ErpAnswer<T>>;
  /** A file, streamed; refusals come as in `call`. */
  download(
    call: ErpCall,
  ): Promise<
    | { kind: 'file'; file: ErpDownload }
    | { kind: 'refused'; status: number; detail: string; errors: readonly ErpFieldError[] }
  >;
}
