/**
 * The load context: the only interface between the server and the app. `createContext` builds it once per request.
 * Loaders and actions get no token, no raw cookie and no process through it. The app imports only its type.
 */
import type { Authentication, SessionView } from './auth/session-view';
import type { Brand } from './startup/brand';
import type { CartMetrics } from './observe/cart-metrics';
import type { Incident } from './observe/metrics';
import type { Log } from './observe/logger';
import type { OperatorWords } from './operator-words';
import type { ErpClient } from './upstream/erp/erp-client';
import type { SearchClient } from './upstream/search/search-client';
import type { Receipts } from './http/forms/receipts';
import type { KeyValueStore } from './store/key-value-store';
import type { Cache } from './store/cache';

export interface Clock {
  now(): Date;
}

/** Settings that pages may use. */
export interface Site {
  brand: Brand;
  /** Public origin without trailing slash: `https://shop.example`. */
  origin: string;
  version: string;
  /** Language tag of each locale, for Accept-Language, Intl and `lang`. */
  tags: Readonly<Record<'fr' | 'nl' | 'en', string>>;
  authMode: 'oidc-token' | 'oidc-cookie' | 'credentials';
  guestPrices: boolean;
  csvMaxMb: number;
  /** Quantity of one line above which the customer confirms it (QUANTITY_ASK_ABOVE). */
  askAbove: number;
  /** Largest document that may be attached to a form, in MB. */
  documentMaxMb: number;
  /** Hosts that the payment page may send the customer to. */
  paymentHosts: readonly string[];
  /** External hosts (with port) that links in content may lead to. */
  linkHosts: readonly string[];
  /** Path of the ERP call that receives cart transactions; may contain `{uuid}` (contract/erp.md 2.1). */
  cartSyncPath: string;
  erpMaxSeconds: number;
  erpDedupesTx: boolean;
  erp503Definite: boolean;
  analyticsSrc: string | null;
  /** Page of the identity provider where customers manage their account. */
  accountUrl: string | null;
}

/** Cookies of this request and its response; the flags (Secure, SameSite, Path) are set in one place. */
export interface Cookies {
  read(name: string): string | undefined;
  /** HttpOnly unless `scriptable`; `maxAgeSeconds: 0` deletes the cookie. */
  write(
    name: string,
    value: string,
    options: { maxAgeSeconds: number; scriptable?: boolean },
  ): void;
  /** Whether this response sets a cookie, which makes it private. */
  written(): boolean;
}

export interface AppContext {
  /** Reference of this request: displayed on error pages, written to each of its log lines and sent upstream. */
  requestId: string;
  /** Nonce of this response's content security policy. */
  nonce: string;
  /** Inlines the styles into the page for a browser that has not cached the stylesheet; null when pages link to it. */
  styles: { address: string; into(html: string): string } | null;
  /** Build of the service worker that belongs to the pages of this process; null without a service worker. */
  workerBuild: string | null;
  /**
   * Declares that this response is the same for everyone. It contains no nonce, so that a shared cache may store it.
   */
  withoutNonce(): void;
  /** Adds external origins that forms of this response may lead to; only the payment page calls it (P-25). */
  allowFormTargets(origins: readonly string[]): void;
  clock: Clock;
  log: Log;
  site: Site;
  session: SessionView;
  /** Whether the browser asked for less data (`Save-Data: on`); product lists then omit pictures. */
  savesData: boolean;
  /** Hash of the network that a guest's request comes from; null for a customer. */
  visitorNetwork: string | null;
  /** Sign-in by form, sign-out and the result of a callback; tokens are never exposed. */
  authentication: Authentication;
  /** Lets the page after a form verify from its address alone that the form was sent. */
  receipts: Receipts;
  /** Server-side part of the key that encrypts a customer's offline pages, derived from the session's public name. */
  offlineShare(session: string): string;
  cookies: Cookies;
  /**
   * Set when a posted form contains a file above the limit of `mb` MB; otherwise null. The body is not available;
   * `fields` holds the fields that came before the file.
   */
  oversized: { mb: number; fields: readonly (readonly [name: string, value: string])[] } | null;
  /**
   * Counts a file or long list that arrives in a form other than an upload towards the upload limit (P-61). Returns the
   * seconds to wait when the limit is reached, otherwise null.
   */
  countUpload(): Promise<number | null>;
  /** Reads `source` no faster than the browser accepts its bytes (server/http/reader-pace.ts). */
  atReadersPace(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  erp: ErpClient;
  search: SearchClient;
  /** Durable documents (cart ledger, form receipts) with leases, shared by all instances. */
  keyValueStore: KeyValueStore;
  /** Cart ledger gauges and counters for operators, on /metrics. */
  cartMetrics: CartMetrics;
  /** Counts an incident that an alert watches, on /metrics. */
  countIncident(event: Incident): void;
  /** Process-wide cache for reference data, with single flight. Never store personal data in it. */
  cache: Cache;
  /** Vocabulary files by which the operator replaces the built-in ones. */
  operatorWords: OperatorWords;
  /** Counts a search without results, without recording who searched. */
  noteMissedSearch(text: string): void;
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends AppContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
