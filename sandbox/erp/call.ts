/** Input of a handler: the ERP with its records and quirks, and the request. */
import type { World, Lang } from '../world';
import type { Quirks } from './quirks';
import type { Scheduler } from './scheduler';
import type { Store } from './store/store';
import type { CustomerRecord } from './store/records';
import type { ErpRequest } from './protocol/exchange';
import type { Variants } from './sale/variants';
import type { Clock } from './clock';

export interface CartVariants {
  /** How the ERP treats repeated transactions; null: as the quirks define. */
  dedup: 'skip' | 'none' | 'strict' | null;
  empty: '204' | 'object';
  success: 200 | 201;
  /** False: the module for line options is not installed. */
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
  /** Public address of the ERP for browsers, without trailing slash. */
  readonly publicUrl: () => string;
  /** Origins that a payment may redirect to; undefined accepts any http(s) address. */
  readonly returnOrigins: readonly string[] | undefined;
  readonly cancelDelayMs: number;
  /** Secret that signs cookies, payables and tokens in e-mails. */
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
  /** Text fields of a form post or of a multipart body; empty for any other body. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly Uploaded[];
  readonly lang: Lang;
  readonly customer: CustomerRecord | null;
  /** Claims of the token, for `signin` only; null without a valid token. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /**
   * True for a first sync that found no open cart on arrival. It creates a cart even if another sync has created one
   * since.
   */
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
