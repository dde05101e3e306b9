/**
 * The load context: the only way between the server and the app. `createContext` is called once per request and gives
 * loaders and actions what they may use: no token, no cookie, no process. The app imports the type only.
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

/** What of the settings a page may know. */
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
  /** Largest document that may be joined to a form, in MB. */
  documentMaxMb: number;
  /** Hosts that the payment page may send the customer to. */
  paymentHosts: readonly string[];
  /** Hosts (with port) outside that links of content may lead to. */
  linkHosts: readonly string[];
  /** Where cart transactions go, may contain `{uuid}` (contract/erp.md 2.1). */
  cartSyncPath: string;
  erpMaxSeconds: number;
  erpDedupesTx: boolean;
  erp503Definite: boolean;
  analyticsSrc: string | null;
  /** The identity provider's page for the customer's own account. */
  accountUrl: string | null;
}

/** Cookies of this request and its answer; flags (Secure, SameSite, Path) are set here, once. */
export interface Cookies {
  read(name: string): string | undefined;
  /** HttpOnly unless said otherwise; `maxAgeSeconds: 0` deletes. */
  write(
    name: string,
    value: string,
    options: { maxAgeSeconds: number; scriptable?: boolean },
  ): void;
  /** Whether this answer sets a cookie: then it is private. */
  written(): boolean;
}

export interface AppContext {
  /** Reference of this request: shown on error pages, on every log line of it and sent upstream. */
  requestId: string;
  /** Nonce of this response's content security policy. */
  nonce: string;
  /** Styles in the page, for a browser that has not kept the sheet; null where pages name the sheet. */
  styles: { address: string; into(html: string): string } | null;
  /** Build of the service worker that belongs to the pages of this process; null without one. */
  workerBuild: string | null;
  /** This answer is the same for everyone, and a shared cache may have it: no nonce stands in it. */
  withoutNonce(): void;
  /** Origins outside that the forms of this answer may lead to; only the payment page asks (P-25). */
  allowFormTargets(origins: readonly string[]): void;
  clock: Clock;
  log: Log;
  site: Site;
  session: SessionView;
  /** Lists are shown without pictures (`Save-Data: on`). */
  savesData: boolean;
  /** Which network a visitor's request comes from, hashed; null for a customer. */
  visitorNetwork: string | null;
  /** Sign-in by form, sign-out and what became of a callback; tokens stay behind it. */
  authentication: Authentication;
  /** What the page after a form knows by its address alone that the form has been sent. */
  receipts: Receipts;
  /** What the key of a customer's offline pages is made of in part, by the session's public name. */
  offlineShare(session: string): string;
  cookies: Cookies;
  /**
   * A form was posted with a file above the limit, which is `mb`: its body is not there to be read, `fields` are what
   * was typed before the file. Null for every other request.
   */
  oversized: { mb: number; fields: readonly (readonly [name: string, value: string])[] } | null;
  /**
   * Counts a file or a long list that came in a form which is no upload by itself, together with the uploads (P-61):
   * seconds to wait when there were too many, else null.
   */
  countUpload(): Promise<number | null>;
  /** The same bytes, read no faster than the browser takes them (server/http/reader-pace.ts). */
  atReadersPace(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  erp: ErpClient;
  search: SearchClient;
  /** Durable documents (cart ledger, form receipts) with leases, shared by all instances. */
  keyValueStore: KeyValueStore;
  /** What operators see of the cart ledger on /metrics. */
  cartMetrics: CartMetrics;
  /** Counts on /metrics what an alert calls somebody for. */
  countIncident(event: Incident): void;
  /** Process-wide memory for reference data, with single flight. Never for anything personal. */
  cache: Cache;
  /** Words of the trade that the operator has put in place of the built-in ones. */
  operatorWords: OperatorWords;
  /** A text was searched that finds nothing: counted without who typed it. */
  noteMissedSearch(text: string): void;
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends AppContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
