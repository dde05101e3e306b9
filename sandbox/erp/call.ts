/** What a handler is given: the ERP with its records and quirks, and the call that came in. */
import type { World, Lang } from '../world';
import type { Quirks } from './quirks';
import type { Scheduler } from './scheduler';
import type { Store } from './store/store';
import type { CustomerRecord } from './store/records';
import type { ErpRequest } from './protocol/exchange';
import type { Variants } from './sale/variants';
import type { Clock } from './clock';

export interface CartVariants {
  /** Null: as the quirks say. */
  dedup: 'skip' | 'none' | 'strict' | null;
  empty: '204' | 'object';
  success: 200 | 201;
  /** False: the options module is missing. */
  options: boolean;
}

export interface ErpState {
  readonly world: World;
  readonly variants: Variants;
  readonly store: Store;
  readonly quirks: Quirks;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly cartVariants: CartVariants;
  /** Address of the ERP as a browser reaches it, without trailing slash. */
  readonly publicUrl: () => string;
  /** Origins that a payment may return to; undefined takes any http(s) address. */
  readonly returnOrigins: readonly string[] | undefined;
  readonly cancelDelayMs: number;
  /** Signs cookies, payables and mail tokens. */
  readonly secret: string;
}

export interface Uploaded {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface Call {
  readonly erp: ErpState;
  readonly request: ErpRequest;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Text fields of a form post or of a multipart body; empty otherwise. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly Uploaded[];
  readonly lang: Lang;
  readonly customer: CustomerRecord | null;
  /** The token's claims, for `signin` only; null when there is no good token. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** A first sync that found no open cart when it arrived, and makes one whatever others did since. */
  readonly sawNoCart: boolean;
}

export interface CustomerCall extends Call {
  readonly customer: CustomerRecord;
}

export function lastValues(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(query.entries());
}

export function idParam(call: Call, name: string): number {
  return Number(call.params[name]);
}
